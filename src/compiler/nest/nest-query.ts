import { nameKey, type Ontology, type OutputColumn, type Query, type Select, type Written } from '../../model';
import { nestStatement, type NestedStatement } from './nest-statement';
import { viewIdentities } from './view-identities';
import { viewOf, viewValues } from './view-values';

/** What nesting needs to know about a statement besides its text. */
export interface NestingContext {
  readonly ontology: Ontology;
  readonly serviceName: string;
  /** The output columns of a statement. Planning reports them, so nesting requests them only for a view. */
  readonly columnsOf: (query: Query<Written>) => readonly OutputColumn[];
}

interface KnownNesting {
  readonly ontology: Ontology;
  readonly nested: NestedStatement | undefined;
}

const STAR = { expression: { kind: 'star', qualifier: [] } } as const;

/** Parsers return the same tree for a repeated text, so that a repeated statement is nested only once for each version. */
const nestings = new WeakMap<Query<Written>, KnownNesting>();

/** The statement whose flat rows are grouped into nested ones; undefined where nesting changes nothing. */
export function nestQuery(query: Query<Written>, context: NestingContext): NestedStatement | undefined {
  if (query.kind !== 'select' || query.from?.kind !== 'table') return undefined;
  const { ontology, serviceName } = context;
  const view = viewOf(ontology, serviceName, query.from.table);
  if (view === undefined) return nestConcept(query, ontology);
  const all = { ...query, items: [STAR], where: undefined, orderBy: [], limit: undefined, offset: undefined };
  const columns = context.columnsOf(all).map((column) => column.name);
  const values = viewValues(ontology, serviceName, view);
  const identities = viewIdentities(ontology, serviceName, view);
  return nestStatement(query, { columns, identities, isMultiValue: (name) => values.has(nameKey(name)) });
}

function nestConcept(query: Select<Written>, ontology: Ontology): NestedStatement | undefined {
  const known = nestings.get(query);
  if (known?.ontology === ontology) return known.nested;
  const isMultiValue = (name: string): boolean => ontology.properties.get(nameKey(name))?.isMultiValue === true;
  const nested = nestStatement(query, { isMultiValue });
  nestings.set(query, { ontology, nested });
  return nested;
}
