import type { Call, DialectTraits, Expression, Query, Source } from '../../model';
import { childrenOf, isExpression, queryIn, valuesOf } from '../tree';
import { COMPARISON_OPERATORS, LOGICAL_OPERATORS, type Resolved, scaleOf, typeOf, type ValueType } from '../values';

type Value = Expression<Resolved>;
type Node<K> = Extract<Value, { kind: K }>;

/**
 * The class of types that compare without conversion. Decimals are excluded: an engine may require more digits than the
 * type has.
 */
const COMPARED_ALIKE: Readonly<Partial<Record<ValueType, string>>> = {
  truth: 'integer',
  boolean: 'integer',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  float: 'double',
  double: 'double',
  string: 'string',
  date: 'date',
  timestamp: 'timestamp',
  time: 'time',
  null: 'null',
};

/**
 * Scalar functions that return a value for all arguments of one type, with the accepted types if they do not accept
 * all.
 */
const TOTAL: ReadonlyMap<string, ReadonlySet<ValueType> | 'any'> = new Map<string, ReadonlySet<ValueType> | 'any'>([
  ...['IF', 'IFNULL', 'COALESCE', 'ISNULL'].map((name) => [name, 'any'] as const),
  ...['UPPER', 'UCASE', 'LOWER', 'LCASE', 'CHAR_LENGTH', 'CHARACTER_LENGTH', 'LENGTH'].map(
    (name) => [name, new Set<ValueType>(['string'])] as const,
  ),
  ...['YEAR', 'QUARTER', 'MONTH', 'DAY', 'DAYOFMONTH'].map(
    (name) => [name, new Set<ValueType>(['date', 'timestamp'])] as const,
  ),
]);

/** Functions over rows that never fail. Sums and lists are excluded, since they can exceed their type. */
const TOTAL_OVER_ROWS: ReadonlySet<string> = new Set([
  ...['COUNT', 'MIN', 'MAX', 'ROW_NUMBER', 'RANK', 'DENSE_RANK', 'PERCENT_RANK', 'CUME_DIST'],
]);

/**
 * Determines which expressions can fail on the values of a row. Every expression not known to be total counts as
 * failing, so an omission adds a needless guard but never exposes a row.
 */
export class Failures {
  readonly #values = new WeakMap<Value, boolean>();
  readonly #queries = new WeakMap<Query<Resolved>, boolean>();
  /** By node kind, whether a node returns a value if its operands do. Missing kinds can fail. */
  readonly #rules: { readonly [K in Value['kind']]?: (node: Node<K>) => boolean } = {
    literal: () => true,
    reference: () => true,
    exists: () => true,
    row: () => true,
    unary: ({ operator, operand }) => operator === 'not' && isCondition(operand),
    binary: (node) => this.isTotalBinary(node),
    is: ({ test, operand }) => test === 'null' || isCondition(operand),
    between: ({ operand, low, high }) => this.areAlike([operand, low, high]),
    'in-list': ({ operand, items }) => this.areAlike([operand, ...items]),
    'in-query': ({ operand, query }) => this.areAlike([operand, ...itemsOf(query)]),
    like: ({ operand, pattern }) => typeOf(operand) === 'string' && pattern.kind === 'literal',
    cast: ({ type }) => type.name === 'char' && type.length === undefined,
    case: (node) => this.isTotalCase(node),
    call: (node) => this.isTotalCall(node),
  };

  /** `also` lists additional functions that always return a value. */
  constructor(
    readonly traits: Pick<DialectTraits, 'comparesAllTypes'>,
    readonly also: ReadonlySet<string> = new Set(),
  ) {}

  /** Reports whether the value, including its sub-queries, can raise an error for some row. */
  canFail(value: Value): boolean {
    if (value.kind === 'literal' || value.kind === 'reference') return false;
    const known = this.#values.get(value);
    if (known !== undefined) return known;
    const inner = queryIn(value);
    const fails =
      !this.isTotal(value) ||
      childrenOf(value).some((child) => this.canFail(child)) ||
      (inner !== undefined && this.queryCanFail(inner));
    this.#values.set(value, fails);
    return fails;
  }

  /** Reports whether any expression of a query can fail. */
  queryCanFail(query: Query<Resolved>): boolean {
    const known = this.#queries.get(query);
    if (known !== undefined) return known;
    const inside = query.kind === 'set' ? [query.left, query.right] : [];
    const tables = (query.with?.tables ?? []).map((table) => table.query);
    const fails =
      valuesOf(query).some((value) => this.canFail(value)) ||
      [...inside, ...tables].some((inner) => this.queryCanFail(inner)) ||
      (query.kind === 'select' && query.from !== undefined && this.sourceCanFail(query.from));
    this.#queries.set(query, fails);
    return fails;
  }

  private sourceCanFail(source: Source<Resolved>): boolean {
    if (source.kind === 'table') return false;
    if (source.kind === 'derived') return this.queryCanFail(source.query);
    return (
      (source.on !== undefined && this.canFail(source.on)) ||
      this.sourceCanFail(source.left) ||
      this.sourceCanFail(source.right)
    );
  }

  /** Reports whether a node returns a value if its operands do. */
  isTotal(node: Value): boolean {
    const rule = this.#rules[node.kind] as ((node: Value) => boolean) | undefined;
    return rule?.(node) ?? false;
  }

  private isTotalBinary({ operator, left, right }: Node<'binary'>): boolean {
    if (LOGICAL_OPERATORS.has(operator)) return isCondition(left) && isCondition(right);
    return COMPARISON_OPERATORS.has(operator) && this.areAlike([left, right]);
  }

  private isTotalCase({ operand, branches, otherwise }: Node<'case'>): boolean {
    const results = [...branches.map(({ then }) => then), ...(otherwise ? [otherwise] : [])];
    const whens = branches.map(({ when }) => when);
    return (
      areOfOneType(results) && (operand === undefined ? whens.every(isCondition) : this.areAlike([operand, ...whens]))
    );
  }

  private isTotalCall({ name, arguments: written }: Call<Resolved>): boolean {
    if (TOTAL_OVER_ROWS.has(name) || this.also.has(name)) return true;
    const types = TOTAL.get(name);
    if (types === undefined) return false;
    const values = written.filter(isExpression);
    if (types !== 'any') return values.every((value) => types.has(typeOf(value)));
    const [condition] = values;
    if (name !== 'IF') return areOfOneType(values);
    return condition !== undefined && isCondition(condition) && areOfOneType(values.slice(1));
  }

  /** Reports whether the values compare without conversion. */
  private areAlike(values: readonly Value[]): boolean {
    if (this.traits.comparesAllTypes || areColumns(values) || areDecimals(values)) return true;
    const kinds = values.map((value) => COMPARED_ALIKE[typeOf(value)]);
    return !kinds.includes(undefined) && new Set(kinds.filter((kind) => kind !== 'null')).size <= 1;
  }
}

/**
 * Reports whether all values are columns of at most one known type. Columns that join tables compare as the ontology
 * defines; their types may be unknown.
 */
function areColumns(values: readonly Value[]): boolean {
  const types = values.map(typeOf).filter((type) => type !== 'unknown');
  return values.every((value) => value.kind === 'reference') && new Set(types).size <= 1;
}

/** Reports whether a decimal of known scale is compared only with constants of no greater scale. */
function areDecimals([first, ...others]: readonly Value[]): boolean {
  const scale = first === undefined ? undefined : scaleOf(first);
  if (first === undefined || typeOf(first) !== 'decimal' || scale === undefined) return false;
  return others.every((other) => other.kind === 'literal' && (scaleOf(other) ?? Infinity) <= scale);
}

/** Returns the values that a query of IN selects. */
function itemsOf(query: Query<Resolved>): readonly Value[] {
  if (query.kind === 'set') return [...itemsOf(query.left), ...itemsOf(query.right)];
  return query.items.map(({ expression }) => expression).filter(isExpression);
}

/** Reports whether the value is a condition without conversion from a number. */
function isCondition(value: Value): boolean {
  const type = typeOf(value);
  return (
    type === 'truth' || type === 'boolean' || type === 'null' || (value.kind === 'literal' && value.type === 'integer')
  );
}

function areOfOneType(values: readonly Value[]): boolean {
  const types = values.map(typeOf).filter((type) => type !== 'null');
  return !types.includes('unknown') && new Set(types).size <= 1;
}
