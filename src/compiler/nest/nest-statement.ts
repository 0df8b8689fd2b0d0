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
import { parsePath, type EntityPage, type Nesting } from '../values';
import { isExpression, namesOutsideQueries, refer, someNode } from '../tree';
import { cutLists } from './cut-lists';
import { describeColumns } from './describe-columns';
import { elementNames, identitiesOf, IDENTITY, isIdentity, isOnlyType, type NestingSource } from './element-names';
import type { ListOption } from './list-option.ast';
import { orderByEntity } from './order-by-entity';
import type { NestedColumn } from './nested-column';
import { isOfGroup, nameOf } from './read-names';

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
): NestedStatement | undefined {
  if (written.kind !== 'select' || !readsEntities(written)) return undefined;
  const query = withoutStar(written, source);
  const hasWindows = readsWindows(query);
  const given = hasWindows ? [] : (source.identities ?? []);
  const listed = source.columns && new Set([...source.columns, ...given].map(nameKey));
  const isThere = (name: string): boolean => listed?.has(nameKey(name)) ?? !isOnlyType(name, source);
  const identity = IDENTITY.filter(isThere);
  const star = query.items.some((item) => !isExpression(item.expression));
  const ofStar = star ? (source.columns ?? []) : [];
  const isMany = (name: string): boolean => parsePath(name) !== undefined || source.isMultiValue(name);
  const paths = collectPaths(query, ofStar, isMany);
  if (paths.length === 0 || !identity.includes('entity_id')) return undefined;
  const meanings = meaningsOf(query);
  const asked = new Set([...meanings.keys(), ...[...meanings.values()].map(nameKey)]);
  const hidden = [...identity, ...identitiesOf(paths)].filter((name) => isThere(name) && !asked.has(nameKey(name)));
  const added = [...paths.filter((path) => !asked.has(nameKey(path))), ...hidden].filter(
    (name) => !star || (listed === undefined && !isIdentity(name)),
  );
  const elementOrder = elementNames(paths, source).filter(isThere).map(ascending);
  const columns = [...meanings.values(), ...ofStar];
  const cuts = cutLists(lists, { paths, source, columns, identity, isThere, isQualified: query.qualify !== undefined });
  const shown = [...meanings.keys(), ...paths, ...ofStar];
  return {
    query: {
      ...query,
      items: [...query.items, ...added.map((name) => ({ expression: refer(name) })), ...cuts.items],
      orderBy: [...orderOf(query, identity, isMany, source), ...elementOrder],
      limit: undefined,
      offset: undefined,
    },
    identity,
    nesting: (page) =>
      hasWindows
        ? undefined
        : {
            ...page,
            entityOrder: query.orderBy.length + identity.length,
            elementOrder: elementOrder.length,
            ...(given.length > 0 && { identities: given }),
            ...(cuts.items.length > 0 && { places: cuts.items.length }),
          },
    describe: describeColumns({ query, meanings, shown, identities: hidden, source, cuts }),
  };
}

function ascending(name: string): OrderItem<Written> {
  return { expression: refer(name), descending: false };
}

/** Returns the order of the entities, and of those without a key. */
function orderOf(
  query: Select<Written>,
  identity: readonly string[],
  isMany: (name: string) => boolean,
  { keyless = [] }: NestingSource,
): readonly OrderItem<Written>[] {
  return [...orderByEntity(query, identity.map(refer), isMany), ...keyless];
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
