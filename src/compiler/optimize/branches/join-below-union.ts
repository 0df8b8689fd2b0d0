import {
  nameKey,
  type DerivedSource,
  type DialectTraits,
  type Expression,
  type Identifier,
  type Query,
  type Select,
  type SelectItem,
  type Source,
} from '../../../model';
import type { Column, Resolved } from '../../values';
import { conjuncts, constant, mapQuery, unionAll } from '../../tree';
import { armsOf } from '../rewrite/arms-of';
import { isNeverTrue } from '../facts/contradiction';
import { isCheap, isQualified, joinsOf } from '../facts/join-tree';
import { columnsOf, isProjection, valueFor } from '../facts/projection';
import { aliasesOf } from '../facts/relation';
import { columnKey } from '../facts/rejects-null';
import { readsOutside } from '../facts/reads-outside';
import { replaceColumnsOf } from '../rewrite/replace-nodes';
import { rewriteBlocks } from '../rewrite/rewrite-query';
import { usesOfQuery } from '../facts/uses';
import { unionIn } from './union-source';

type Value = Expression<Resolved>;
type From = Source<Resolved>;
type Arm = Select<Resolved>;

/** The maximum number of arms. With more, the statement would grow more than the rewrite saves. */
const MOST_ARMS = 16;

/**
 * Joins each branch of a parent concept separately, because a branch has indexes and a union has none. For two parents,
 * only branches that can match are joined. If all rows are requested, a union of the keys is joined instead: 800,000
 * rows grouped by a string of another table took MariaDB 0.4 s that way, and 1.9 s with the strings. DuckDB joins a
 * union as fast, and would read the other tables once for each branch.
 */
export function joinBelowUnion(query: Query<Resolved>, traits: DialectTraits): Query<Resolved> {
  if (!traits.storesUnions) return query;
  return rewriteBlocks(query, (block) => (block.kind === 'select' ? distribute(block) : block));
}

/** A FROM in which a branch replaces each union, with the values that the branches return. */
interface Choice {
  readonly from: From;
  readonly values: ReadonlyMap<string, ReadonlyMap<string, Value>>;
}

function distribute(select: Select<Resolved>): Select<Resolved> {
  const { from, where, ...rest } = select;
  if (from?.kind !== 'join' || !isQualified(select) || !wantsSome(select, from)) return select;
  const choices = chooseArms(from);
  if (choices === undefined) return select;
  const alive = choices.filter((choice) => !conditionsOf(choice.from, where).some((part) => isDead(part, choice)));
  const columns = readColumns(rest, aliasesOf(from));
  const arms = (alive.length > 0 ? alive : choices.slice(0, 1)).map((choice) => ({
    ...BARE,
    items: columns.size > 0 ? [...columns.values()].map(readItem) : [PRESENT],
    from: choice.from,
    ...(where && { where }),
  }));
  if (arms.some(readsOutside)) return select;
  const alias = freeAlias(`${firstAlias(from)}_joined`, select);
  return {
    ...onColumns(rest, columns, alias),
    from: { kind: 'derived', query: unionAll<Resolved>(arms), alias: { name: alias }, lateral: false },
  };
}

/** Returns whether rows are filtered or paged, or joined so that the server may start with another source than a union. */
function wantsSome(select: Arm, from: From): boolean {
  const isFiltered = select.where !== undefined || joinsOf(from).some(({ join }) => join !== 'left');
  const rest = { ...select, orderBy: [], limit: undefined, offset: undefined };
  return isFiltered || (select.limit !== undefined && isProjection(rest));
}

/** The select list of branches if only their number of rows matters. */
const PRESENT: SelectItem<Resolved> = { expression: constant('integer', '1'), alias: { name: 'present' } };
const BARE = { kind: 'select', distinct: false, groupBy: [], rollup: false, windows: [], orderBy: [] } as const;

function freeAlias(alias: string, select: Select<Resolved>): string {
  return usesOfQuery(select).has(alias) ? freeAlias(`${alias}_`, select) : alias;
}

/**
 * Returns every way to replace each union of a FROM with one of its branches. Returns undefined if there is no union,
 * or too many combinations.
 */
function chooseArms(from: From): readonly Choice[] | undefined {
  let choices: readonly Choice[] = [{ from, values: new Map() }];
  for (const union of unionsOf(from)) {
    const arms = armsOf(union.query);
    const isFirst = union.alias.name === firstAlias(from);
    if (!isFirst && !arms.every((arm) => isFoundByIndex(arm, union.alias, from))) continue;
    choices = choices.flatMap((choice) =>
      arms.map((arm) => ({
        from: replace(choice.from, union, { ...union, query: arm }),
        values: new Map([...choice.values, [union.alias.name, columnsOf(arm)]]),
      })),
    );
    if (choices.length > MOST_ARMS) return undefined;
  }
  const [first] = choices;
  return choices.length > 1 && first !== undefined && isCheap(first.from) ? choices : undefined;
}

/** Returns the unions that are neither on the nullable side of a LEFT JOIN nor in a RIGHT JOIN. */
function unionsOf(source: From): readonly DerivedSource<Resolved>[] {
  if (source.kind === 'derived') return unionIn(source) === undefined ? [] : [source];
  if (source.kind === 'table' || source.join === 'right') return [];
  return source.join === 'left' ? unionsOf(source.left) : [...unionsOf(source.left), ...unionsOf(source.right)];
}

function firstAlias(source: From): string {
  return source.kind === 'join' ? firstAlias(source.left) : (source.alias?.name ?? '');
}

function replace(source: From, union: From, by: From): From {
  if (source === union) return by;
  if (source.kind !== 'join') return source;
  return { ...source, left: replace(source.left, union, by), right: replace(source.right, union, by) };
}

/** Returns whether other rows of a FROM are joined to a branch by the first column of a key. */
function isFoundByIndex(arm: Arm, { name }: Identifier, from: From): boolean {
  if (arm.from?.kind !== 'table') return false;
  const { keys = [], foreignKeys = [] } = arm.from.facts ?? {};
  const indexed = new Set([...keys, ...foreignKeys.map(({ columns }) => columns)].map(([column]) => column));
  const values = columnsOf(arm);
  const isIndexed = (side: Value): boolean => {
    const value =
      side.kind === 'reference' && side.reference.source === name ? values.get(side.reference.name) : undefined;
    return value?.kind === 'reference' && indexed.has(nameKey(value.reference.name));
  };
  return conditionsOf(from, undefined).some(
    (part) => part.kind === 'binary' && part.operator === '=' && (isIndexed(part.left) || isIndexed(part.right)),
  );
}

/**
 * Returns the conditions that every row must meet: WHERE and the conditions of inner joins that are not on the nullable
 * side of an outer join.
 */
function conditionsOf(from: From, where: Value | undefined): readonly Value[] {
  const inner = joinsOf(from).filter(({ join }) => join === 'inner');
  return [...conjuncts(where), ...inner.filter((join) => isKept(from, join)).flatMap(({ on }) => conjuncts(on))];
}

/** Returns whether a join is not on the nullable side of an outer join. */
function isKept(source: From, join: From): boolean {
  if (source === join) return true;
  if (source.kind !== 'join') return false;
  return (
    (source.join !== 'right' && isKept(source.left, join)) || (source.join !== 'left' && isKept(source.right, join))
  );
}

function isDead(part: Value, { values }: Choice): boolean {
  return isNeverTrue(replaceColumnsOf(part, (column) => valueFor(column, values.get(column.source)?.get(column.name))));
}

interface ReadColumn {
  readonly column: Column;
  readonly name: string;
}
type ReadColumns = ReadonlyMap<string, ReadColumn>;

function readItem({ column, name }: ReadColumn): SelectItem<Resolved> {
  return { expression: { kind: 'reference', reference: column }, alias: { name } };
}

/** Returns the columns of a FROM that the rest of a SELECT reads, with a name for each. */
function readColumns(rest: Select<Resolved>, aliases: ReadonlySet<string>): ReadColumns {
  const columns = new Map<string, ReadColumn>();
  const taken = new Set<string>();
  onReferences(rest, (column) => {
    const key = columnKey(column);
    if (!aliases.has(column.source) || columns.has(key)) return column;
    const name = taken.has(nameKey(column.name)) ? `${column.source} ${column.name}` : column.name;
    taken.add(nameKey(name));
    columns.set(key, { column, name });
    return column;
  });
  return columns;
}

function onColumns(rest: Select<Resolved>, columns: ReadColumns, alias: string): Select<Resolved> {
  return onReferences(rest, (column) => {
    const name = columns.get(columnKey(column))?.name;
    return name === undefined ? column : { ...column, source: alias, name };
  });
}

function onReferences(select: Select<Resolved>, map: (column: Column) => Column): Select<Resolved> {
  const mapped = mapQuery<Resolved, Resolved>(select, {
    reference: (column) => ({ kind: 'reference', reference: map(column) }),
    source: (source) => source,
  });
  return mapped.kind === 'select' ? mapped : select;
}
