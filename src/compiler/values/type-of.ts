import type { BinaryOperator, Call, Cast, Expression, LiteralType } from '../../model';
import { isExpression } from '../tree';
import { FUNCTIONS, type KnownResult } from './functions';
import type { Resolved, ValueType } from './plan.ast';
import { BIT_OPERATORS, COMPARISON_OPERATORS, LOGICAL_OPERATORS, TEMPORAL_TYPES, WHOLE_TYPES } from './value-sets';

const LITERAL_TYPES: Readonly<Record<LiteralType, ValueType>> = {
  null: 'null',
  boolean: 'truth',
  integer: 'bigint',
  decimal: 'decimal',
  double: 'double',
  string: 'string',
  date: 'date',
  time: 'time',
  timestamp: 'timestamp',
  hex: 'binary',
  bit: 'binary',
};

/** Operators whose result is a truth value. */
const TRUTHS: ReadonlySet<BinaryOperator> = new Set([...COMPARISON_OPERATORS, ...LOGICAL_OPERATORS]);
const INEXACT: ReadonlySet<ValueType> = new Set<ValueType>(['float', 'double', 'string', 'unknown', 'null']);

const CASTS: Readonly<Record<Cast<Resolved>['type']['name'], ValueType>> = {
  signed: 'bigint',
  unsigned: 'bigint',
  date: 'date',
  double: 'double',
  number: 'double',
  boolean: 'boolean',
  base64: 'string',
  bytes: 'binary',
  bits: 'bigint',
  nested: 'string',
  float: 'float',
  json: 'string',
  char: 'string',
  binary: 'binary',
  time: 'time',
  datetime: 'timestamp',
  decimal: 'decimal',
};

type Rules = {
  readonly [K in Expression<Resolved>['kind']]: (node: Extract<Expression<Resolved>, { kind: K }>) => ValueType;
};

const truth = (): ValueType => 'truth';

const RULES: Rules = {
  literal: (node) => LITERAL_TYPES[node.type],
  reference: (node) => node.reference.type,
  unary: (node) =>
    node.operator === 'not' ? 'truth' : node.operator === '~' ? 'bigint' : numeric(typeOf(node.operand)),
  binary: (node) =>
    typeOfMoved(node.left, node.right) ??
    typeOfMoved(node.right, node.left) ??
    typeOfBinary(node.operator, typeOf(node.left), typeOf(node.right)),
  is: truth,
  between: truth,
  'in-list': truth,
  'in-query': truth,
  like: truth,
  regexp: truth,
  exists: truth,
  quantified: truth,
  'scalar-query': (node) => {
    const select = node.query.kind === 'select' ? node.query : undefined;
    const first = select?.items[0]?.expression;
    return first !== undefined && isExpression(first) ? typeOf(first) : 'unknown';
  },
  row: () => 'unknown',
  case: (node) =>
    sharedType(
      [...node.branches.map((branch) => branch.then), ...(node.otherwise ? [node.otherwise] : [])].map(typeOf),
    ),
  cast: (node) => CASTS[node.type.name],
  transcode: () => 'string',
  collate: () => 'string',
  interval: () => 'unknown',
  extract: () => 'bigint',
  trim: () => 'string',
  call: typeOfCall,
};

/**
 * Returns the known type of a resolved expression by MySQL's rules, which define the language; `unknown` if the data
 * source decides.
 */
export function typeOf(expression: Expression<Resolved>): ValueType {
  const rule = RULES[expression.kind] as (node: Expression<Resolved>) => ValueType;
  if (expression.kind === 'literal' || expression.kind === 'reference') return rule(expression);
  const type = KNOWN.get(expression) ?? rule(expression);
  KNOWN.set(expression, type);
  return type;
}

/** Types by node. Trees are immutable, so the type of a node remains valid, and a long chain is traversed once. */
const KNOWN = new WeakMap<Expression<Resolved>, ValueType>();

/** Units by which a date can be moved and remains a date. */
const WHOLE_DAYS: ReadonlySet<string> = new Set(['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR', 'YEAR_MONTH']);

/** Returns the type of a date or timestamp moved by an interval; undefined for any other operands. */
function typeOfMoved(date: Expression<Resolved>, interval: Expression<Resolved>): ValueType | undefined {
  return interval.kind === 'interval' ? movedType(typeOf(date), interval.unit) : undefined;
}

/** Returns the type of a call that moves a date: DATE_ADD(date, interval), ADDDATE(date, days) or TIMESTAMPADD(unit, number, date). */
function typeOfMovingCall({ arguments: [first, second, third] }: Call<Resolved>): ValueType {
  const [date, unit] = first?.kind === 'unit' ? [third, first.unit] : [first, second?.kind === 'interval' ? second.unit : 'DAY']; // prettier-ignore
  return date !== undefined && isExpression(date) ? movedType(typeOf(date), unit) : 'unknown';
}

function movedType(type: ValueType, unit: string): ValueType {
  if (type === 'date') return WHOLE_DAYS.has(unit) ? 'date' : 'timestamp';
  return type === 'timestamp' ? type : 'unknown';
}

function typeOfBinary(operator: BinaryOperator, left: ValueType, right: ValueType): ValueType {
  if (TRUTHS.has(operator)) return 'truth';
  if (BIT_OPERATORS.has(operator) || operator === 'div') return 'bigint';
  if (operator === '->' || operator === '->>') return 'string';
  return typeOfArithmetic(operator, [left, right]);
}

function typeOfArithmetic(operator: BinaryOperator, types: readonly ValueType[]): ValueType {
  if (types.some((type) => type === 'time' || type === 'timestamp' || type === 'unknown')) return 'unknown';
  if (types.some((type) => INEXACT.has(type))) return 'double';
  const isWhole = operator !== '/' && !types.includes('decimal');
  return isWhole ? 'bigint' : types.includes('date') ? 'unknown' : 'decimal';
}

function numeric(type: ValueType): ValueType {
  return WHOLE_TYPES.has(type) ? 'bigint' : numberType(type);
}

/** Returns the common type of several values: the branches of a CASE, the arms of a UNION. */
export function sharedType(types: readonly ValueType[]): ValueType {
  const known = types.filter((type) => type !== 'null');
  const [first] = known;
  if (first === undefined) return 'null';
  if (known.every((type) => type === first)) return first;
  if (known.includes('string')) return 'string';
  if (known.every((type) => WHOLE_TYPES.has(type))) return 'bigint';
  if (known.every((type) => WHOLE_TYPES.has(type) || type === 'decimal')) return 'decimal';
  if (known.includes('unknown') || known.includes('binary')) return 'unknown';
  if (known.every((type) => type === 'date' || type === 'timestamp')) return 'timestamp';
  return known.some((type) => TEMPORAL_TYPES.has(type)) ? 'string' : 'double';
}

function typeOfCall(node: Call<Resolved>): ValueType {
  const result = FUNCTIONS.get(node.name)?.result ?? 'unknown';
  return typeof result === 'function' ? result(node) : typeOfResult(node, result);
}

function typeOfResult(node: Call<Resolved>, result: KnownResult): ValueType {
  if (result === 'moved') return typeOfMovingCall(node);
  const types = node.arguments.map((argument) => (isExpression(argument) ? typeOf(argument) : 'unknown'));
  if (result === 'remainder') return typeOfArithmetic('%', types);
  if (typeof result === 'string') return isComputed(result) ? COMPUTED[result](types[0] ?? 'unknown') : result;
  if (node.name === 'IF') return sharedType(types.slice(1));
  return VARIADIC.has(node.name) ? sharedType(types) : (types[result.like] ?? 'unknown');
}

const VARIADIC: ReadonlySet<string> = new Set(['IFNULL', 'COALESCE', 'GREATEST', 'LEAST']);

/** Returns the type of a value that MySQL's functions of numbers read as a number. */
function numberType(type: ValueType): ValueType {
  if (type === 'string' || type === 'binary') return 'double';
  if (type === 'boolean' || type === 'date') return 'bigint';
  return TEMPORAL_TYPES.has(type) ? 'unknown' : type;
}

/** Returns the type of a number without its fraction. */
function wholeType(type: ValueType): ValueType {
  const number = numberType(type);
  return WHOLE_TYPES.has(number) || number === 'decimal' ? 'bigint' : number === 'float' ? 'double' : number;
}

function averageType(type: ValueType): ValueType {
  return WHOLE_TYPES.has(type) ? 'decimal' : sumType(type);
}

function sumType(type: ValueType): ValueType {
  if (WHOLE_TYPES.has(type)) return 'bigint';
  return type === 'decimal' || type === 'unknown' ? type : 'double';
}

/** The types of functions that depend on the type of their first argument only. */
const COMPUTED = { sum: sumType, average: averageType, number: numberType, whole: wholeType };

function isComputed(result: string): result is keyof typeof COMPUTED {
  return result in COMPUTED;
}
