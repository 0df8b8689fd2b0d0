import type { Call, DialectTraits, Expression, Query, Source } from '../../model';
import { childrenOf, isExpression, queryIn, valuesOf } from '../tree';
import { COMPARISON_OPERATORS, LOGICAL_OPERATORS, type Resolved, scaleOf, typeOf, type ValueType } from '../values';

type Value = Expression<Resolved>;
type Node<K> = Extract<Value, { kind: K }>;

/** Of which any two values are compared as they are. Decimals are not among them: an engine may want more digits than it has. */
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

/** Scalar functions that have a value for all arguments of one type, and the types that they take where not all do. */
const TOTAL: ReadonlyMap<string, ReadonlySet<ValueType> | 'any'> = new Map<string, ReadonlySet<ValueType> | 'any'>([
  ...['IF', 'IFNULL', 'COALESCE', 'ISNULL'].map((name) => [name, 'any'] as const),
  ...['UPPER', 'UCASE', 'LOWER', 'LCASE', 'CHAR_LENGTH', 'CHARACTER_LENGTH', 'LENGTH'].map(
    (name) => [name, new Set<ValueType>(['string'])] as const,
  ),
  ...['YEAR', 'QUARTER', 'MONTH', 'DAY', 'DAYOFMONTH'].map(
    (name) => [name, new Set<ValueType>(['date', 'timestamp'])] as const,
  ),
]);

/** Functions over rows that have a value whatever these hold; what is added up or listed may outgrow its type. */
const TOTAL_OVER_ROWS: ReadonlySet<string> = new Set([
  ...['COUNT', 'MIN', 'MAX', 'ROW_NUMBER', 'RANK', 'DENSE_RANK', 'PERCENT_RANK', 'CUME_DIST'],
]);

/**
 * Tells which expressions may fail for what a row holds. All but those that are known to have a value for every row:
 * what is forgotten here is guarded needlessly, never left open.
 */
export class Failures {
  readonly #values = new WeakMap<Value, boolean>();
  readonly #queries = new WeakMap<Query<Resolved>, boolean>();
  /** When nodes have a value where their parts have one; others never surely. */
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

  /** `also`: further functions that have a value always. */
  constructor(
    readonly traits: Pick<DialectTraits, 'comparesAllTypes'>,
    readonly also: ReadonlySet<string> = new Set(),
  ) {}

  /** Whether the value of some row could be an error, its sub-queries included. */
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

  /** Whether anything in a query could fail. */
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

  /** Whether a node has a value where its parts have one. */
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

  /** Whether values are compared as they are. */
  private areAlike(values: readonly Value[]): boolean {
    if (this.traits.comparesAllTypes || areColumns(values) || areDecimals(values)) return true;
    const kinds = values.map((value) => COMPARED_ALIKE[typeOf(value)]);
    return !kinds.includes(undefined) && new Set(kinds.filter((kind) => kind !== 'null')).size <= 1;
  }
}

/** Columns that join tables are compared as the ontology says, of types that may not be known. */
function areColumns(values: readonly Value[]): boolean {
  const types = values.map(typeOf).filter((type) => type !== 'unknown');
  return values.every((value) => value.kind === 'reference') && new Set(types).size <= 1;
}

/** A decimal of known digits beside constants that have no more of them behind the point. */
function areDecimals([first, ...others]: readonly Value[]): boolean {
  const scale = first === undefined ? undefined : scaleOf(first);
  if (first === undefined || typeOf(first) !== 'decimal' || scale === undefined) return false;
  return others.every((other) => other.kind === 'literal' && (scaleOf(other) ?? Infinity) <= scale);
}

/** What an IN asks for. */
function itemsOf(query: Query<Resolved>): readonly Value[] {
  if (query.kind === 'set') return [...itemsOf(query.left), ...itemsOf(query.right)];
  return query.items.map(({ expression }) => expression).filter(isExpression);
}

/** Whether the value is one of a condition without being read as a number. */
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
