import { nameKey, type Expression, type Query, type Select, type Source, type SourceFacts } from '../../model';
import type { Resolved } from '../plan';
import { conjuncts, isExpression, someNode } from '../tree';
import { isRowWise } from './projection';
import { columnKey, rejectedNulls } from './rejects-null';

type Value = Expression<Resolved>;
type Key = readonly string[];

/** What is known of rows (design 2, "Model"). Columns are named by `columnKey`, or by `nameKey` where they are output names. */
export interface Relation {
  /** No two rows agree in all columns of a key; a row with NULL in one of them agrees with none. The empty key: there is at most one row. */
  readonly keys: readonly Key[];
  /** Columns that are never NULL. */
  readonly notNull: ReadonlySet<string>;
}

const UNKNOWN: Relation = { keys: [], notNull: new Set() };

/** What is known of the rows of a FROM, before WHERE. */
export function relationOf(source: Source<Resolved> | undefined): Relation {
  switch (source?.kind) {
    case undefined:
      return UNKNOWN;
    case 'table':
      return qualified(source.alias?.name ?? '', ofFacts(source.facts));
    case 'derived': {
      if (source.columns !== undefined) return UNKNOWN;
      const [declared, found] = [ofFacts(source.facts), resultOf(source.query)];
      const keys = [...declared.keys, ...found.keys];
      return qualified(source.alias.name, { keys, notNull: new Set([...declared.notNull, ...found.notNull]) });
    }
    case 'join':
      return ofJoin(source);
  }
}

/** What is known of the rows of a query, by the names of its columns. */
export function resultOf(query: Query<Resolved>): Relation {
  if (query.kind === 'select') return ofSelect(query);
  const [left, right] = [resultOf(query.left), resultOf(query.right)];
  const isSame = namesOf(query.left).every((name, index) => namesOf(query.right)[index] === name);
  const notNull = isSame ? [...left.notNull].filter((name) => right.notNull.has(name)) : [];
  return { keys: query.all ? [] : [namesOf(query)], notNull: new Set(notNull) };
}

/** Whether a row on the left of a join can meet two on its right: not where `on` equates a key of the right with values of the left. */
export function matchesAtMostOne(right: Source<Resolved>, on: Value | undefined): boolean {
  const equated = equatedColumns(right, on);
  return relationOf(right).keys.some((key) => key.every((column) => equated.has(column)));
}

function ofFacts(facts: SourceFacts | undefined): Relation {
  return facts ?? UNKNOWN;
}

function qualified(alias: string, { keys, notNull }: Relation): Relation {
  const qualify = (name: string): string => columnKey({ source: alias, name });
  return { keys: keys.map((key) => key.map(qualify)), notNull: new Set([...notNull].map(qualify)) };
}

type Join = Extract<Source<Resolved>, { kind: 'join' }>;

function ofJoin(join: Join): Relation {
  if (join.natural || join.using !== undefined) return UNKNOWN;
  const [left, right] = [relationOf(join.left), relationOf(join.right)];
  const ofLeft = matchesAtMostOne(join.right, join.on) ? left.keys : [];
  const ofRight = matchesAtMostOne(join.left, join.on) ? right.keys : [];
  const pairs = left.keys.flatMap((key) => right.keys.map((other) => [...key, ...other]));
  switch (join.join) {
    case 'left':
      return { keys: ofLeft.length > 0 ? ofLeft : pairs, notNull: left.notNull };
    case 'right':
      return { keys: ofRight.length > 0 ? ofRight : pairs, notNull: right.notNull };
    case 'inner':
    case 'cross': {
      const notNull = new Set([...left.notNull, ...right.notNull, ...rejectedNulls(join.on)]);
      return { keys: ofLeft.length + ofRight.length > 0 ? [...ofLeft, ...ofRight] : pairs, notNull };
    }
  }
}

/** The columns of `right` that `on` sets equal to something that `right` does not give. */
function equatedColumns(right: Source<Resolved>, on: Value | undefined): ReadonlySet<string> {
  const inside = aliasesOf(right);
  const isOutside = (value: Value): boolean =>
    !someNode(value, (node) => node.kind === 'reference' && inside.has(node.reference.source)) && isRowWise(value);
  const equated = conjuncts(on).flatMap((part) => {
    if (part.kind !== 'binary' || part.operator !== '=') return [];
    const sides = [
      [part.left, part.right],
      [part.right, part.left],
    ] as const;
    return sides.flatMap(([column, other]) =>
      column.kind === 'reference' && inside.has(column.reference.source) && isOutside(other)
        ? [columnKey(column.reference)]
        : [],
    );
  });
  return new Set(equated);
}

/** The aliases that a FROM gives its columns under. */
export function aliasesOf(source: Source<Resolved>): ReadonlySet<string> {
  if (source.kind === 'join') return new Set([...aliasesOf(source.left), ...aliasesOf(source.right)]);
  return new Set([source.alias?.name ?? '']);
}

function ofSelect(query: Select<Resolved>): Relation {
  if (!query.items.every((item) => isExpression(item.expression))) return UNKNOWN;
  const inner = relationOf(query.from);
  const rejected = query.rollup ? new Set<string>() : rejectedNulls(query.where);
  const known = new Set([...(query.rollup ? [] : inner.notNull), ...rejected]);
  const outputs = new Map<string, string>();
  const notNull = new Set<string>();
  for (const { expression, alias } of query.items) {
    if (alias === undefined || !isExpression(expression)) continue;
    const name = nameKey(alias.name);
    if (expression.kind === 'literal' && expression.type !== 'null') notNull.add(name);
    if (expression.kind !== 'reference') continue;
    const key = columnKey(expression.reference);
    if (!outputs.has(key)) outputs.set(key, name);
    if (known.has(key)) notNull.add(name);
  }
  return { keys: keysOf(query, inner, outputs), notNull };
}

function keysOf(query: Select<Resolved>, inner: Relation, outputs: ReadonlyMap<string, string>): readonly Key[] {
  const keys = query.distinct ? [namesOf(query)] : [];
  if (query.rollup) return keys;
  if (query.groupBy.length > 0) {
    const group = query.groupBy.map((value) => (value.kind === 'reference' ? columnKey(value.reference) : ''));
    return [...keys, ...renamed([group], outputs)];
  }
  const isAggregate = query.items.some((item) => isExpression(item.expression) && !isRowWise(item.expression));
  return isAggregate || query.having !== undefined ? keys : [...keys, ...renamed(inner.keys, outputs)];
}

/** The keys of which every column is put out. */
function renamed(keys: readonly Key[], outputs: ReadonlyMap<string, string>): readonly Key[] {
  return keys.flatMap((key) => {
    const names = key.map((column) => outputs.get(column)).filter((name) => name !== undefined);
    return names.length === key.length ? [names] : [];
  });
}

/** The output names; of a set operation, those of its first SELECT. */
function namesOf(query: Query<Resolved>): Key {
  return query.kind === 'set' ? namesOf(query.left) : query.items.map((item) => nameKey(item.alias?.name ?? ''));
}
