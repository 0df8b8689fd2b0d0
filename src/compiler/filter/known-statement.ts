import type { Caller, Literal, Ontology, Select, Written } from '../../model';
import { printQuery, printString, type QueryOption } from '../statement';
import { mapQuery } from '../tree';
import type { Filter, FilterForm, FormInstance } from './filter.ast';
import { type Page, WHOLE } from './filter-page';
import { fingerprintRequest } from './page-cursor';
import type { FilterTarget } from './lower-filter';
import type { FilterSource, PagedStatement } from './paged-statement';

/** The statement of a filter, and what it was made from. */
export interface FilterStatement {
  readonly target: FilterTarget;
  /** The statement without its page. */
  readonly whole: Select<Written>;
  /** The statement that `executed_query` shows. */
  readonly shown: Select<Written>;
  /** Its options. */
  readonly options: readonly QueryOption[] | undefined;
  readonly paged: PagedStatement;
}

/** The statement of a filter, to be used for others of its form. */
interface KnownStatement {
  readonly kind: FilterSource['kind'];
  readonly name: string;
  readonly caller: WeakRef<Caller>;
  readonly target: FilterTarget;
  readonly paged: PagedStatement;
  /** The literals of the filter's values. */
  readonly literals: readonly Literal[];
  /** The parts of `executed_query` between these literals. */
  readonly pieces: readonly string[];
}

/** A string that no printed statement contains, unless a user sends it; then the statement is not reused. */
const MARK = '\uffff';

/** The known statements of each version, which stay in memory no longer than the version and the form. */
const versions = new WeakMap<Ontology, WeakMap<FilterForm, KnownStatement>>();

/**
 * Returns the statement of a filter. If one of its form is known, it is reused with the values of this filter, which
 * has the same result as `make` (`known-statement.spec.ts`).
 */
export function reuseStatement(
  source: FilterSource,
  { ontology, caller }: { readonly ontology: Ontology; readonly caller: Caller },
  make: () => FilterStatement,
): PagedStatement {
  const { filter, kind, name } = source;
  const { instance } = filter;
  if (instance === undefined) return make().paged;
  const statements = versions.get(ontology) ?? new WeakMap<FilterForm, KnownStatement>();
  versions.set(ontology, statements);
  const known = statements.get(instance.form);
  if (known?.kind === kind && known.name === name && known.caller.deref() === caller)
    return fill(known, ontology, filter, instance);
  const made = make();
  const learnt = understand(source, caller, made, instance.values.length);
  if (learnt !== undefined) statements.set(instance.form, learnt);
  return made.paged;
}

/** Returns what can be reused of a statement; undefined where its printed form does not show where the values stand. */
function understand(
  { kind, name }: FilterSource,
  caller: Caller,
  { target, whole, shown, options, paged }: FilterStatement,
  count: number,
): KnownStatement | undefined {
  const all: Literal[] = [];
  mapLiterals(whole, (literal) => {
    all.push(literal);
    return literal;
  });
  // those of the groups come before those of `_where_`
  const literals = all.slice(0, count);
  const own = new Set(literals);
  const marked = mapLiterals(shown, (literal) => (own.has(literal) ? { ...literal, text: MARK } : literal));
  const pieces = printQuery(marked, options).split(printString(MARK));
  if (pieces.length !== literals.length + 1) return undefined;
  return { kind, name, caller: new WeakRef(caller), target, paged, literals, pieces };
}

function mapLiterals(select: Select<Written>, literal: (literal: Literal) => Literal): Select<Written> {
  return mapQuery<Written, Written>(select, {
    reference: (reference) => ({ kind: 'reference', reference }),
    source: (source) => source,
    literal,
  }) as Select<Written>;
}

function fill(
  { target, paged, literals, pieces }: KnownStatement,
  ontology: Ontology,
  filter: Filter,
  { values }: FormInstance,
): PagedStatement {
  let executedQuery = pieces[0] ?? '';
  for (const [index, value] of values.entries()) executedQuery += printString(value) + (pieces[index + 1] ?? '');
  return {
    query: paged.query,
    nesting: paged.nesting,
    nested: paged.nested,
    entities: paged.entities,
    page: withFilter(paged.page, ontology, target, filter),
    most: paged.most,
    hidden: paged.hidden,
    executedQuery,
    counting: paged.counting,
    values: { literals, texts: values },
  };
}

/** Returns the same page of another filter of the same form. */
function withFilter(page: Page, ontology: Ontology, target: FilterTarget, filter: Filter): Page {
  if (page === WHOLE) return page;
  return { ...page, fingerprint: () => fingerprintRequest(ontology.name, target, filter, page.order) };
}
