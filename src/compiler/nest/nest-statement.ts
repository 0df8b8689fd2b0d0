import {
  type Expression,
  nameKey,
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

/** A statement whose flat rows can be grouped into nested ones: ordered so that the rows of an entity stand together. */
export interface NestedStatement {
  readonly query: Query<Written>;
  /** How to plan it for a page of entities; undefined where a window of the statement looks at all of its flat rows. */
  readonly nesting: (page: EntityPage) => Nesting | undefined;
  /** The columns that tell the entities apart. */
  readonly identity: readonly string[];
  /** What the columns of the flat result mean; those that the statement did not ask for carry identities. The same columns are described once. */
  readonly describe: (columns: readonly OutputColumn[]) => readonly NestedColumn[];
}

/** The table that a statement reads: a view has just its listed `columns`, a concept any path. */
export interface NestingSource {
  readonly columns?: readonly string[];
  /** Names of identities that a view can give beside its columns (`viewIdentities`). */
  readonly identities?: readonly string[];
  /** Of a property of a concept, or of a column of a view. */
  readonly isMultiValue: (name: string) => boolean;
}

const IDENTITY = ['entity_type', 'entity_id'] as const;
const COMPUTED = { steps: [], isIdentity: false, isOfLink: false, isMultiValue: false } as const;

/**
 * The flat statement behind `nested=true`, or undefined where the flag changes nothing: no entity, no paths, grouping.
 * Adds the identities of the entity and of every path prefix, and an order by entity.
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
      orderBy: [...orderByEntity(query, identity.map(refer), isMany), ...elementOrder],
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

function describeOnce(describe: (name: string) => MeantColumn): NestedStatement['describe'] {
  const described = new WeakMap<readonly OutputColumn[], readonly NestedColumn[]>();
  return (columns) => {
    const known = described.get(columns) ?? separateKeys(columns.map(({ name }) => describe(name)));
    described.set(columns, known);
    return known;
  };
}

/** The statement with the columns of a view for its star, which identities beside them are no part of. */
function withoutStar(query: Select<Written>, { columns, identities = [] }: NestingSource): Select<Written> {
  if (columns === undefined || identities.length === 0) return query;
  const items = query.items.flatMap((item): readonly SelectItem<Written>[] =>
    isExpression(item.expression) ? [item] : columns.map((name) => ({ expression: refer(name) })),
  );
  return { ...query, items };
}

/** The identities at the end of every prefix of the paths. */
export function identitiesOf(paths: readonly string[]): readonly string[] {
  return allPrefixes(paths).flatMap(identitiesAt);
}

function identitiesAt(prefix: string): readonly string[] {
  return IDENTITY.map((column) => `${prefix}.${column}`);
}

/** What tells elements of arrays apart, each step before those behind it: the same elements come in the same order. */
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

/** Whether each row is one of an entity: of one table, neither grouped nor made distinct. */
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
  return query.windows.length > 0 || values.some((value) => someNode(value, isWindow));
}

function isIdentity(name: string): boolean {
  return (IDENTITY as readonly string[]).includes(nameKey(name));
}

/** The paths and multi-values of the statement in order of first use: SELECT, WHERE, ORDER BY, and those that the star of a view lists. */
function collectPaths(
  query: Select<Written>,
  listed: readonly string[],
  isMany: (name: string) => boolean,
): readonly string[] {
  const conditions = [...(query.where ? [query.where] : []), ...query.orderBy.map((order) => order.expression)];
  const aliases = new Set(query.items.map((item) => nameKey(item.alias?.name ?? '')));
  const used = conditions.flatMap(namesOutsideQueries).filter((name) => !aliases.has(nameKey(name)));
  const names = [...meaningsOf(query).values(), ...used, ...listed].filter(isMany);
  const paths = new Map<string, string>();
  for (const name of names) if (!paths.has(nameKey(name))) paths.set(nameKey(name), name);
  return [...paths.values()];
}

/** The name that an output column stands for, by the key of its output name. */
function meaningsOf(query: Select<Written>): ReadonlyMap<string, string> {
  return new Map(
    query.items.flatMap(({ expression, alias }: SelectItem<Written>) => {
      if (expression.kind !== 'reference') return [];
      const name = nameOf(expression.reference.parts);
      return [[nameKey(alias?.name ?? name), name] as const];
    }),
  );
}

/** The output name of an item that is more than a name: a column of the entity, whatever it looks like. */
function computedName({ expression, alias, text }: SelectItem<Written>): readonly string[] {
  if (expression.kind === 'reference' || !isExpression(expression)) return [];
  return [nameKey(alias?.name ?? text ?? '')];
}

/** Every prefix of the paths, outer ones first, in order of first use. */
function allPrefixes(paths: readonly string[]): readonly string[] {
  const prefixes = paths.flatMap((path) => {
    const hops = (parsePath(path)?.hops ?? []).map(printHop);
    return hops.map((_, index) => hops.slice(0, index + 1).join('.'));
  });
  return [...new Map(prefixes.map((text) => [nameKey(text), text])).values()];
}

/** Whether what a name or path ends at has many values; in a view a path is a column of its own, which tells elements apart. */
function isMultiValue(name: string, { columns, isMultiValue: isNamed }: NestingSource): boolean {
  const path = columns === undefined ? parsePath(name) : undefined;
  return path?.ofLink !== true && isNamed(path?.property ?? name);
}

/** Whether a path ends at a column of a link of which two entities may have several; steps of a transitive one give each pair once. */
function isOfLink(path: Path | undefined): boolean {
  return path?.ofLink === true && path.hops.at(-1)?.steps === undefined;
}

/** `name` is the output name, `meaning` what it stands for. */
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
