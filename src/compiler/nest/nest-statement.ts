import {
  type Expression,
  nameKey,
  type OrderItem,
  type OutputColumn,
  type Select,
  type SelectItem,
  type Query,
  type Written,
} from '../../model';
import { parsePath, type EntityPage, type Nesting, type NestingStep } from '../values';
import { isExpression, namesOutsideQueries, refer, someNode } from '../tree';
import { cutLists } from './cut-lists';
import { describeColumns } from './describe-columns';
import { elementNames, type NestingSource } from './element-names';
import { Identities } from './identities';
import type { ListOption } from './list-option.ast';
import { orderByEntity } from './order-by-entity';
import type { NestedColumn } from './nested-column';
import { isOfGroup, nameOf, outputKey } from './read-names';

/** A statement whose flat rows can be grouped into nested ones, because the rows of each entity are adjacent. */
export interface NestedStatement {
  readonly query: Query<Written>;
  /** Returns the plan options for a page of entities, or undefined if a window of the statement reads all of its flat rows. */
  readonly nesting: (page: EntityPage) => Nesting | undefined;
  /** The columns that identify the entities. */
  readonly identity: readonly string[];
  /** Whether a row without an id is an entity of its own. */
  readonly hasKeyless?: boolean;
  /**
   * Returns the descriptions of the columns of the flat result. Columns that the statement did not select contain
   * identities. The same columns are described only once.
   */
  readonly describe: (columns: readonly OutputColumn[]) => readonly NestedColumn[];
}

/**
 * Returns the flat statement for `nested=true`, or undefined if the flag has no effect: without entities or paths, or
 * with groups. Adds the identities of the entity and of every path prefix, the places of elements in `lists`, and an order by entity.
 */
export function nestStatement(
  written: Query<Written>,
  source: NestingSource,
  lists?: readonly ListOption[],
  off?: ReadonlySet<NestingStep>,
): NestedStatement | undefined {
  if (written.kind !== 'select' || !readsEntities(written)) return undefined;
  const query = withoutStar(written, source);
  const hasWindows = readsWindows(query);
  const given = hasWindows ? [] : (source.identities ?? []);
  const listed = source.columns && new Set([...source.columns, ...given].map(nameKey));
  const names = namesOf(query, source);
  const { paths, meanings, ofStar } = names;
  if (paths.length === 0 || listed?.has('entity_id') === false) return undefined;
  const identities = new Identities(paths, source, {
    isReadable: (name) => listed?.has(nameKey(name)) ?? true,
    isTaken: (name) => takes(query, name),
  });
  const { hidden, added } = addedTo(names, identities, listed !== undefined);
  const columns = [...meanings.values(), ...ofStar];
  const cuts = cutLists(lists, { paths, source, columns, identities, isQualified: query.qualify !== undefined });
  const maySort = lists === undefined && off?.has('sort-elements') !== true;
  const { orderBy, entityOrder, elementOrder, sortsElements } = orderRows(query, source, {
    names,
    identities,
    maySort,
  });
  const shown = [...meanings.keys(), ...paths, ...ofStar];
  return {
    query: {
      ...query,
      items: [...query.items, ...added.map((name) => ({ expression: refer(name) })), ...cuts.items],
      orderBy,
      limit: undefined,
      offset: undefined,
    },
    identity: identities.own,
    nesting: (page) =>
      hasWindows
        ? undefined
        : {
            ...page,
            entityOrder,
            elementOrder,
            ...(given.length > 0 && { identities: given }),
            ...(cuts.items.length > 0 && { places: cuts.items.length }),
          },
    describe: describeColumns({ query, meanings, shown, hidden, identities, source, cuts, sortsElements }),
  };
}

/** The names of a statement. */
interface Names {
  readonly hasStar: boolean;
  /** The columns of a view that a star returns. */
  readonly ofStar: readonly string[];
  /** Returns whether a name is a path or a multi-value. */
  readonly isMany: (name: string) => boolean;
  readonly paths: readonly string[];
  /** The property or path of each output column, by the key of its output name. */
  readonly meanings: ReadonlyMap<string, string>;
}

function namesOf(query: Select<Written>, source: NestingSource): Names {
  const hasStar = query.items.some((item) => !isExpression(item.expression));
  const ofStar = hasStar ? (source.columns ?? []) : [];
  const isMany = (name: string): boolean => parsePath(name) !== undefined || source.isMultiValue(name);
  return { hasStar, ofStar, isMany, paths: collectPaths(query, ofStar, isMany), meanings: meaningsOf(query) };
}

/** Returns the columns to add to a statement, and the identities among the names that it does not return. */
function addedTo(
  { hasStar, meanings, paths }: Names,
  identities: Identities,
  isOfView: boolean,
): { readonly added: readonly string[]; readonly hidden: readonly string[] } {
  const asked = new Set([...meanings.keys(), ...[...meanings.values()].map(nameKey)]);
  const isNew = (name: string): boolean => !asked.has(nameKey(name));
  const hidden = identities.all.filter(isNew);
  const isOfStar = (name: string): boolean => hasStar && (isOfView || identities.own.includes(name));
  return { hidden, added: [...paths.filter(isNew), ...hidden].filter((name) => !isOfStar(name)) };
}

interface RowOrder extends Pick<Nesting, 'entityOrder' | 'elementOrder'> {
  readonly orderBy: readonly OrderItem<Written>[];
  /** Whether the elements have to be sorted after they were read. */
  readonly sortsElements: boolean;
}

/**
 * Returns the order of rows in which those of an entity are adjacent. Elements can be sorted after they were read (`maySort`) in a concept
 * in which all rows have a key. If the statement sorts by their values, their rows have an order already.
 */
function orderRows(
  query: Select<Written>,
  source: NestingSource,
  { names: { isMany, paths }, identities, maySort }: { readonly names: Names; readonly identities: Identities; readonly maySort: boolean }, // prettier-ignore
): RowOrder {
  const { columns, keyless } = source;
  const { ofEntities, ofRows } = orderByEntity(query, identities.own, isMany);
  const sortsElements = maySort && columns === undefined && keyless === undefined && ofRows.length === 0;
  const ofElements = sortsElements ? [] : elementNames(paths, source, (step) => identities.at(step)).map(ascending);
  return {
    orderBy: [...ofEntities, ...ofRows, ...(keyless ?? []), ...ofElements],
    entityOrder: ofEntities.length,
    elementOrder: ofElements.length,
    sortsElements,
  };
}

function ascending(name: string): OrderItem<Written> {
  return { expression: refer(name), descending: false };
}

/** Returns whether an output column has this name and another value. */
function takes({ items }: Select<Written>, name: string): boolean {
  return items.some((item) => {
    const meaning = item.expression.kind === 'reference' ? nameOf(item.expression.reference.parts) : '';
    return outputKey(item) === nameKey(name) && nameKey(meaning) !== nameKey(name);
  });
}

/** Returns the statement with the columns of a view in place of its star, without the added identities. */
function withoutStar(query: Select<Written>, { columns, identities = [] }: NestingSource): Select<Written> {
  if (columns === undefined || identities.length === 0) return query;
  const items = query.items.flatMap((item): readonly SelectItem<Written>[] =>
    isExpression(item.expression) ? [item] : columns.map((name) => ({ expression: refer(name) })),
  );
  return { ...query, items };
}

/** Returns whether each row belongs to one entity: the statement reads one table without groups or DISTINCT. */
export function readsEntities(query: Select<Written>): boolean {
  const values = [...query.items, ...query.orderBy].map((item) => item.expression).filter(isExpression);
  return (
    query.from?.kind === 'table' &&
    !query.distinct &&
    query.groupBy.length === 0 &&
    query.having === undefined &&
    query.with === undefined &&
    !values.some(isOfGroup)
  );
}

function readsWindows(query: Select<Written>): boolean {
  const values = [...query.items, ...query.orderBy].map((item) => item.expression).filter(isExpression);
  const isWindow = (node: Expression<Written>): boolean => node.kind === 'call' && node.over !== undefined;
  return query.qualify !== undefined || query.windows.length > 0 || values.some((value) => someNode(value, isWindow));
}

/** Returns the paths and multi-values of the statement in order of first use: SELECT, WHERE, QUALIFY, ORDER BY, and the columns of a view's star. */
function collectPaths(
  query: Select<Written>,
  listed: readonly string[],
  isMany: (name: string) => boolean,
): readonly string[] {
  const conditions = [query.where, query.qualify, ...query.orderBy.map((order) => order.expression)].filter(
    (condition) => condition !== undefined,
  );
  const aliases = new Set(query.items.map((item) => nameKey(item.alias?.name ?? '')));
  const used = conditions.flatMap(namesOutsideQueries).filter((name) => !aliases.has(nameKey(name)));
  const names = [...meaningsOf(query).values(), ...used, ...listed].filter(isMany);
  const paths = new Map<string, string>();
  for (const name of names) if (!paths.has(nameKey(name))) paths.set(nameKey(name), name);
  return [...paths.values()];
}

/** Returns the property or path of each output column, by the key of its output name. */
function meaningsOf(query: Select<Written>): ReadonlyMap<string, string> {
  return new Map(
    query.items.flatMap(({ expression, alias }: SelectItem<Written>) => {
      if (expression.kind !== 'reference') return [];
      const name = nameOf(expression.reference.parts);
      return [[nameKey(alias?.name ?? name), name] as const];
    }),
  );
}
