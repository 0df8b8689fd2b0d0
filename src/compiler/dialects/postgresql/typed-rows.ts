import type { CastType, ScalarTypeName } from '../../../model';
import type { Expression, Query, Select } from '../../emit';
import { isExpression, mapItems } from '../../tree';
import { INTEGER_TYPES, type Resolved, scaleOf, sharedType, typeOf, type ValueType } from '../../values';

/** The casts to types that PostgreSQL does not find by itself. */
const CASTS: Readonly<Partial<Record<ValueType, CastType>>> = {
  string: { name: 'char' },
  bigint: { name: 'signed' },
};

/**
 * Returns the query with one type for each column of a set operation. PostgreSQL accepts no strings among numbers, no
 * booleans among numbers, and takes a column that is NULL in the first two arms as a string.
 */
export function typeRows(query: Query): Query {
  const recursive = query.with?.recursive === true ? withTypedSteps(query, query.with) : query;
  return recursive.kind === 'set' ? typeArms(recursive, false) : recursive;
}

/** Gives the columns of a recursive table the types of its steps, which must be exactly those of its first rows. */
function withTypedSteps(query: Query, common: NonNullable<Query['with']>): Query {
  const tables = common.tables.map((table) =>
    table.query.kind === 'set' ? { ...table, query: typeArms(table.query, true) } : table,
  );
  return { ...query, with: { ...common, tables } };
}

function typeArms(query: Query, isExact: boolean): Query {
  const arms = armsOf(query);
  const width = arms[0]?.items.length ?? 0;
  const columns = Array.from({ length: width }, (_, index) => arms.flatMap((arm) => valueAt(arm, index)));
  const shared = columns.map((values) => sharedType(values.map(typeOf)));
  const scales = columns.map(sharedScale);
  return mapItems<Resolved>(query, (value, index) =>
    withScale(
      typed(value, shared[index] ?? 'unknown', isExact),
      shared[index] === 'decimal' ? scales[index] : undefined,
    ),
  );
}

function armsOf(query: Query): readonly Select[] {
  return query.kind === 'select' ? [query] : [...armsOf(query.left), ...armsOf(query.right)];
}

function valueAt({ items }: Select, index: number): readonly Expression[] {
  const value = items[index]?.expression;
  return value !== undefined && isExpression(value) ? [value] : [];
}

/** Returns the number of decimal places of a column of exact numbers, which is the greatest of its arms; undefined if one is unknown. */
function sharedScale(values: readonly Expression[]): number | undefined {
  const scales = values.filter((value) => typeOf(value) !== 'null').map(scaleOf);
  return scales.every((scale) => scale !== undefined) ? Math.max(0, ...scales) : undefined;
}

const MOST_DIGITS = 65;

/** Gives an exact number the decimal places of its column: each arm would keep its own. */
function withScale(value: Expression, scale: number | undefined): Expression {
  if (scale === undefined || typeOf(value) === 'null' || scaleOf(value) === scale) return value;
  return { kind: 'cast', operand: value, type: { name: 'decimal', precision: MOST_DIGITS, scale } };
}

const WHOLE: ReadonlySet<ValueType> = new Set<ValueType>([...INTEGER_TYPES, 'truth']);
const UNTYPED: ReadonlySet<ValueType> = new Set<ValueType>(['null', 'unknown', 'binary']);

function typed(value: Expression, shared: ValueType, isExact: boolean): Expression {
  const type = typeOf(value);
  if (UNTYPED.has(shared)) return value;
  if (type === 'null') return { kind: 'literal', type: 'null', text: '', inline: true, of: propertyType(shared) };
  if (isExact) {
    const cast = CASTS[WHOLE.has(shared) ? 'bigint' : shared];
    return cast === undefined ? value : { kind: 'cast', operand: value, type: cast };
  }
  const cast = type === shared || (type !== 'boolean' && shared !== 'string') ? undefined : CASTS[shared];
  return cast === undefined ? value : { kind: 'cast', operand: value, type: cast };
}

function propertyType(type: ValueType): ScalarTypeName {
  return type === 'truth' ? 'integer' : (type as ScalarTypeName);
}
