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
import { parsePath, printHop, type EntityPage, type Nesting, type Path } from '../values';
import { isExpression, namesOutsideQueries, refer, someNode } from '../tree';
import { orderByEntity } from './order-by-entity';
import type { NestedColumn } from './nested-column';
import { isOfGroup, nameOf } from './read-names';
import { type MeantColumn, separateKeys } from './separate-keys';

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

/** The table that a statement reads: a view has only its listed `columns`, a concept has any path. */
export interface NestingSource {
  readonly columns?: readonly string[];
  /** The identities that a view can return besides its columns (`viewIdentities`). */
  readonly identities?: readonly string[];
  /** Returns whether a property of a concept, or a column of a view, is a multi-value. */
  readonly isMultiValue: (name: string) => boolean;
  /** Set if some rows may be entities without a key: columns that order them, for pages. */
  readonly keyless?: readonly OrderItem<Written>[];
}

const IDENTITY = ['entity_type', 'entity_id'] as const;
const COMPUTED = { steps: [], isIdentity: false, isOfLink: false, isMultiValue: false } as const;

/**
 * Returns the flat statement for `nested=true`, or undefined if the flag has no effect: without entities or paths, or
 * with groups. Adds the identities of the entity and of every path prefix, and an order by entity.
 */
export function nestStatement(written: Query<Written>, source: NestingSource): NestedStatement | undefined {
  if (written.kind !== 'select' || !readsEntities(written)) return undefined;
  const query = withoutStar(written, source);
  const hasWindows = readsWindows(query);
  const given = hasWindows ? [] : (source.identities ?? []);
  const listed = source.columns && new Set([...source.columns, ...given].map(nameKey));
  const isThere = (name: string): boolean => listed?.has(nameKey(name)) ?? true;
  const identity = IDENTITY.filter(isThere);
  const star = query.items.some((item) => !isExpression(item.expression));
  const isMany = (name: string): boolean => parsePath(name) !== undefined || source.isMultiValue(name);
  const paths = collectPaths(query, star ? (source.columns ?? []) : [], isMany);
  if (paths.length === 0 || !identity.includes('entity_id')) return undefined;
  const meanings = meaningsOf(query);
  const asked = new Set([...meanings.keys(), ...[...meanings.values()].map(nameKey)]);
  const hidden = [...identity, ...identitiesOf(paths)].filter((name) => isThere(name) && !asked.has(nameKey(name)));
  const added = [...paths.filter((path) => !asked.has(nameKey(path))), ...hidden].filter(
    (name) => !star || (listed === undefined && !isIdentity(name)),
  );
  const elementOrder = elementNames(paths, source)
    .filter(isThere)
    .map((name) => ({ expression: refer(name), descending: false }));
  const visible = new Set([...meanings.keys(), ...[...paths, ...(star ? (source.columns ?? []) : [])].map(nameKey)]);
  const computed = new Set(query.items.flatMap(computedName));
  const isVisible = (name: string): boolean => visible.has(nameKey(name)) || (star && parsePath(name) === undefined);
  const describeName = (name: string): MeantColumn => {
    if (computed.has(nameKey(name))) return { column: { ...COMPUTED, key: name }, meaning: name };
    const meant = describeColumn(name, meanings.get(nameKey(name)) ?? name, source);
    return isVisible(name) ? meant : { ...meant, column: { ...meant.column, key: undefined } };
  };
  return {
    query: {
      ...query,
      items: [...query.items, ...added.map((name) => ({ expression: refer(name) }))],
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
          },
    describe: describeOnce(describeName),
  };
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

function describeOnce(describe: (name: string) => MeantColumn): NestedStatement['describe'] {
  const described = new WeakMap<readonly OutputColumn[], readonly NestedColumn[]>();
  return (columns) => {
    const known = described.get(columns) ?? separateKeys(columns.map(({ name }) => describe(name)));
    described.set(columns, known);
    return known;
  };
}

/** Returns the statement with the columns of a view in place of its star, without the added identities. */
function withoutStar(query: Select<Written>, { columns, identities = [] }: NestingSource): Select<Written> {
  if (columns === undefined || identities.length === 0) return query;
  const items = query.items.flatMap((item): readonly SelectItem<Written>[] =>
    isExpression(item.expression) ? [item] : columns.map((name) => ({ expression: refer(name) })),
  );
  return { ...query, items };
}

/** Returns the identities at the end of every prefix of the paths. */
export function identitiesOf(paths: readonly string[]): readonly string[] {
  return allPrefixes(paths).flatMap(identitiesAt);
}

function identitiesAt(prefix: string): readonly string[] {
  return IDENTITY.map((column) => `${prefix}.${column}`);
}

/**
 * Returns the columns that identify the elements of arrays, each step before the next ones, so that equal elements
 * always have the same order.
 */
function elementNames(paths: readonly string[], source: NestingSource): readonly string[] {
  const links = paths.filter((path) => isOfLink(parsePath(path)));
  const identities = allPrefixes(paths).flatMap((prefix) => [
    ...identitiesAt(prefix),
    ...links.filter((path) => nameKey(path).startsWith(`${nameKey(prefix)}_`)),
  ]);
  const isOrdered = (path: string): boolean => source.columns !== undefined || isMultiValue(path, source);
  const names = [...identities, ...paths.filter(isOrdered)];
  return [...new Map(names.map((name) => [nameKey(name), name])).values()];
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

function isIdentity(name: string): boolean {
  return (IDENTITY as readonly string[]).includes(nameKey(name));
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

/** Returns the output name of a computed item. It is a column of the entity, whatever its name looks like. */
function computedName({ expression, alias, text }: SelectItem<Written>): readonly string[] {
  if (expression.kind === 'reference' || !isExpression(expression)) return [];
  return [nameKey(alias?.name ?? text ?? '')];
}

/** Returns every prefix of the paths, outer ones first, in order of first use. */
function allPrefixes(paths: readonly string[]): readonly string[] {
  const prefixes = paths.flatMap((path) => {
    const hops = (parsePath(path)?.hops ?? []).map(printHop);
    return hops.map((_, index) => hops.slice(0, index + 1).join('.'));
  });
  return [...new Map(prefixes.map((text) => [nameKey(text), text])).values()];
}

/** Returns whether a name or path ends at a multi-value. In a view, a path is a column of its own, which identifies elements. */
function isMultiValue(name: string, { columns, isMultiValue: isNamed }: NestingSource): boolean {
  const path = columns === undefined ? parsePath(name) : undefined;
  return path?.ofLink !== true && isNamed(path?.property ?? name);
}

/**
 * Returns whether a path ends at a column of a link and two entities may have several links. The steps of a transitive
 * relationship return each pair once.
 */
function isOfLink(path: Path | undefined): boolean {
  return path?.ofLink === true && path.hops.at(-1)?.steps === undefined;
}

/** Describes a column; `name` is the output name, `meaning` the property or path that it contains. */
function describeColumn(name: string, meaning: string, source: NestingSource): MeantColumn {
  const path = parsePath(meaning);
  const property = path?.property ?? meaning;
  const column = {
    steps: path?.hops.map((hop) => ({ hop: nameKey(printHop(hop)), key: hop.relationship })) ?? [],
    key: nameKey(name) === nameKey(meaning) ? property : name,
    isIdentity: isIdentity(property) && path?.ofLink !== true,
    isOfLink: isOfLink(path),
    isMultiValue: isMultiValue(meaning, source),
  };
  return { column, meaning: `${path?.ofLink === true ? '_' : '.'}${nameKey(property)}` };
}
