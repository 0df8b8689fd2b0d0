import {
  nameKey,
  type Expression,
  type Literal,
  type Query,
  type Reference,
  type Select,
  type Source,
  type SourceFacts,
} from '../../../model';
import { DECLARED_COMPARISON, type Resolved } from '../../values';
import { conjuncts, isExpression } from '../../tree';
import { armsOf } from '../rewrite/arms-of';
import { keysOfUnion } from './union-keys';
import { isRowWise } from '../rewrite/subtree-facts';
import { columnKey, rejectedNulls } from './rejects-null';

type Value = Expression<Resolved>;
type Key = readonly string[];

/** The known facts about rows. Columns are identified by `columnKey`, or output names by `nameKey`. */
export interface Relation {
  /** The unique keys: no two rows are equal in all columns of a key, where NULL equals nothing. The empty key means at most one row. */
  readonly keys: readonly Key[];
  /** Columns that are never NULL. */
  readonly notNull: ReadonlySet<string>;
  /** How values of each column are compared (`SourceFacts`). */
  readonly comparisons: ReadonlyMap<string, string>;
}

/** The maximum number of keys. A join of sources with several keys has all pairs of them, so the number would double with each join. */
const MOST_KEYS = 32;
const UNKNOWN: Relation = { keys: [], notNull: new Set(), comparisons: new Map() };
const KNOWN = new WeakMap<Source<Resolved>, Relation>();

/** Returns the known facts about the rows of a FROM, before WHERE. */
export function relationOf(source: Source<Resolved> | undefined): Relation {
  if (source === undefined) return UNKNOWN;
  let relation = KNOWN.get(source);
  if (relation === undefined) {
    relation = ofSource(source);
    KNOWN.set(source, relation);
  }
  return relation;
}

function ofSource(source: Source<Resolved>): Relation {
  switch (source.kind) {
    case 'table':
      return qualified(source.alias?.name ?? '', ofFacts(source.facts));
    case 'derived': {
      if (source.columns !== undefined || source.lateral) return UNKNOWN;
      const [declared, found] = [ofFacts(source.facts), resultOf(source.query)];
      return qualified(source.alias.name, {
        keys: [...declared.keys, ...found.keys],
        notNull: new Set([...declared.notNull, ...found.notNull]),
        comparisons: new Map([...declared.comparisons, ...found.comparisons]),
      });
    }
    case 'join':
      return ofJoin(source);
  }
}

/** Returns the known facts about the rows of a query, by the names of its columns. */
export function resultOf(query: Query<Resolved>): Relation {
  if (query.kind === 'select') return ofSelect(query);
  const arms = armsOf(query);
  const parts = arms.length > 0 ? arms : [query.left, query.right];
  const [names = [], ...others] = parts.map(namesOf);
  if (!areDifferent(names) || !others.every(areDifferent)) return UNKNOWN;
  const relations = parts.map(resultOf);
  const isNotNull = (index: number): boolean =>
    relations.every(({ notNull }, at) => notNull.has((at === 0 ? names : others[at - 1])?.[index] ?? ''));
  const keys = query.all ? keysOfUnion(arms, [names, ...others], relations) : [names];
  return { ...UNKNOWN, keys, notNull: new Set(names.filter((_, index) => isNotNull(index))) };
}

/** Returns whether a left row of a join matches at most one right row: `on` equates a key of the right side with values of the left. */
export function matchesAtMostOne(right: Source<Resolved>, on: Value | undefined, left: Source<Resolved>): boolean {
  const equated = equatedColumns(right, on, left);
  return relationOf(right).keys.some((key) => key.every((column) => equated.has(column)));
}

function ofFacts(facts: SourceFacts | undefined): Relation {
  return facts ?? UNKNOWN;
}

function qualified(alias: string, { keys, notNull, comparisons }: Relation): Relation {
  const qualify = (name: string): string => columnKey({ source: alias, name });
  return {
    keys: keys.map((key) => key.map(qualify)),
    notNull: new Set([...notNull].map(qualify)),
    comparisons: new Map([...comparisons].map(([name, comparison]) => [qualify(name), comparison])),
  };
}

type Join = Extract<Source<Resolved>, { kind: 'join' }>;

function ofJoin(join: Join): Relation {
  if (join.natural || join.using !== undefined) return UNKNOWN;
  const [left, right] = [relationOf(join.left), relationOf(join.right)];
  const ofLeft = matchesAtMostOne(join.right, join.on, join.left) ? left.keys : [];
  const ofRight = matchesAtMostOne(join.left, join.on, join.right) ? right.keys : [];
  const pairs = left.keys.flatMap((key) => right.keys.map((other) => [...key, ...other])).slice(0, MOST_KEYS);
  const comparisons = new Map([...left.comparisons, ...right.comparisons]);
  const either = [...ofLeft, ...ofRight];
  switch (join.join) {
    case 'left':
    case 'right': {
      const [kept, filled] = join.join === 'left' ? [left, right] : [right, left];
      // rows without a match have NULL in every column of the other side, but there can be several of them
      const keys = either.filter((key) => key.length > 0 || !filled.keys.includes(key));
      return { comparisons, keys: keys.length > 0 ? keys : pairs, notNull: kept.notNull };
    }
    case 'inner':
    case 'cross': {
      const notNull = new Set([...left.notNull, ...right.notNull, ...rejectedNulls(join.on)]);
      return { comparisons, keys: either.length > 0 ? either : pairs, notNull };
    }
  }
}

/** Returns the columns of `right` that `on` equates with a column of `left`, or with a constant, under the same comparison. */
function equatedColumns(right: Source<Resolved>, on: Value | undefined, left: Source<Resolved>): ReadonlySet<string> {
  const inside = aliasesOf(right);
  const { comparisons } = relationOf(right);
  const isEquated = (column: Value, other: Value): column is Reference<Resolved> =>
    column.kind === 'reference' &&
    inside.has(column.reference.source) &&
    !(other.kind === 'reference' && inside.has(other.reference.source)) &&
    isComparedAsKey(comparisons.get(columnKey(column.reference)), other, relationOf(left));
  const equated = conjuncts(on).flatMap((part) => {
    if (part.kind !== 'binary' || part.operator !== '=') return [];
    const { left: one, right: other } = part;
    return isEquated(one, other) ? [one] : isEquated(other, one) ? [other] : [];
  });
  return new Set(equated.map(({ reference }) => columnKey(reference)));
}

/** Returns whether a value can equal at most one value of a unique column. The number 1, for example, equals both strings '1' and '01'. */
function isComparedAsKey(comparison: string | undefined, other: Value, { comparisons }: Relation): boolean {
  if (comparison === undefined) return false;
  if (other.kind === 'literal') return isLiteralOf(comparison, other);
  if (other.kind !== 'reference') return false;
  return comparison === DECLARED_COMPARISON || comparisons.get(columnKey(other.reference)) === comparison;
}

function isLiteralOf(comparison: string, { type }: Literal): boolean {
  return (
    (type === 'integer' && comparison === 'integer') || (type === 'string' && /^(text |varchar$)/.test(comparison))
  );
}

/** Returns the aliases of the sources of a FROM. */
export function aliasesOf(source: Source<Resolved>): ReadonlySet<string> {
  const aliases = new Set<string>();
  addAliases(source, aliases);
  return aliases;
}

function addAliases(source: Source<Resolved>, aliases: Set<string>): void {
  if (source.kind === 'join') {
    addAliases(source.left, aliases);
    addAliases(source.right, aliases);
  } else aliases.add(source.alias?.name ?? '');
}

/** Returns the column of an output, plain or in base64: two values of the output are equal if those of the column are. */
function columnOf(expression: Select<Resolved>['items'][number]['expression']): Reference<Resolved> | undefined {
  const value = expression.kind === 'cast' && expression.type.name === 'base64' ? expression.operand : expression;
  return value.kind === 'reference' ? value : undefined;
}

function ofSelect(query: Select<Resolved>): Relation {
  const names = namesOf(query);
  if (!areDifferent(names)) return UNKNOWN;
  const inner = relationOf(query.from);
  const known = knownNotNull(query, inner);
  const outputs = new Map<string, string>();
  const notNull = new Set<string>();
  const comparisons = new Map<string, string>();
  query.items.forEach(({ expression }, index) => {
    const name = names[index] ?? '';
    if (expression.kind === 'literal' && expression.type !== 'null') notNull.add(name);
    const read = columnOf(expression);
    if (read === undefined) return;
    const key = columnKey(read.reference);
    if (!outputs.has(key)) outputs.set(key, name);
    if (known.has(key)) notNull.add(name);
    const comparison = inner.comparisons.get(key);
    if (comparison !== undefined) comparisons.set(name, expression === read ? comparison : `base64 of ${comparison}`);
  });
  return { keys: keysOf(query, inner, outputs), notNull, comparisons };
}

/**
 * Returns the columns that are NOT NULL. An aggregate without GROUP BY returns a row of NULLs for no rows, and WITH
 * ROLLUP replaces groups with NULL.
 */
function knownNotNull(query: Select<Resolved>, inner: Relation): ReadonlySet<string> {
  if (query.rollup || (query.groupBy.length === 0 && aggregatesRows(query))) return new Set();
  return new Set([...inner.notNull, ...rejectedNulls(query.where)]);
}

function aggregatesRows(query: Select<Resolved>): boolean {
  return (
    query.having !== undefined ||
    query.items.some(({ expression }) => isExpression(expression) && !isRowWise(expression))
  );
}

function keysOf(query: Select<Resolved>, inner: Relation, outputs: ReadonlyMap<string, string>): readonly Key[] {
  const keys = query.distinct ? [namesOf(query)] : [];
  if (query.rollup) return keys;
  if (query.groupBy.length > 0) {
    const group = query.groupBy.map((value) => (value.kind === 'reference' ? columnKey(value.reference) : ''));
    return [...keys, ...renamed([group], outputs)];
  }
  return aggregatesRows(query) ? keys : [...keys, ...renamed(inner.keys, outputs)];
}

/** Returns the keys whose columns are all selected. */
function renamed(keys: readonly Key[], outputs: ReadonlyMap<string, string>): readonly Key[] {
  return keys.flatMap((key) => {
    const names = key.map((column) => outputs.get(column)).filter((name) => name !== undefined);
    return names.length === key.length ? [names] : [];
  });
}

/** Returns the output names; for a set operation, those of its first SELECT. */
function namesOf(query: Query<Resolved>): Key {
  return query.kind === 'set' ? namesOf(query.left) : query.items.map((item) => nameKey(item.alias?.name ?? ''));
}

/** Returns whether each output column has a unique name. A star or a repeated name does not identify a column. */
function areDifferent(names: Key): boolean {
  return new Set(names).size === names.length && !names.includes('');
}
