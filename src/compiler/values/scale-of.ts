import type { Call, Expression } from '../../model';
import { observe } from '../trace';
import { isExpression } from '../tree';
import type { Resolved } from './plan.ast';
import { typeOf } from './type-of';
import { WHOLE_TYPES } from './value-sets';

type Value = Expression<Resolved>;

/**
 * The number of digits that division adds to the scale of its left operand, and AVG to the scale of its argument
 * (MySQL's `div_precision_increment`).
 */
const DIVISION_DIGITS = 4;
const MOST_DIGITS = 30;

/**
 * Returns the number of digits after the decimal point of an exact number by MySQL's rules, or undefined if it is
 * unknown.
 */
export function scaleOf(expression: Value): number | undefined {
  const type = typeOf(expression);
  if (WHOLE_TYPES.has(type)) return 0;
  return type === 'decimal' ? scaleOfDecimal(expression) : undefined;
}

type Rules = {
  readonly [K in Value['kind']]?: (node: Extract<Value, { kind: K }>) => number | undefined;
};

const RULES: Rules = {
  literal: (node) => observe(node, ({ text }) => text.split('.')[1]?.length ?? 0),
  reference: (node) => node.reference.scale,
  unary: (node) => scaleOf(node.operand),
  binary: scaleOfBinary,
  cast: ({ type }) => (type.name === 'decimal' ? (type.scale ?? 0) : undefined),
  case: ({ branches, otherwise }) =>
    greatest([...branches.map((branch) => branch.then), ...(otherwise ? [otherwise] : [])]),
  call: scaleOfCall,
  'scalar-query': ({ query }) => {
    const first = query.kind === 'select' ? query.items[0]?.expression : undefined;
    return first !== undefined && isExpression(first) ? scaleOf(first) : undefined;
  },
};

function scaleOfDecimal(expression: Value): number | undefined {
  const rule = RULES[expression.kind] as ((node: Value) => number | undefined) | undefined;
  return rule?.(expression);
}

function scaleOfBinary({ operator, left, right }: Extract<Value, { kind: 'binary' }>): number | undefined {
  const [l, r] = [scaleOf(left), scaleOf(right)];
  if (l === undefined || r === undefined) return undefined;
  if (operator === '/') return Math.min(l + DIVISION_DIGITS, MOST_DIGITS);
  return operator === '*' ? Math.min(l + r, MOST_DIGITS) : Math.max(l, r);
}

const OF_ALL: ReadonlySet<string> = new Set(['IFNULL', 'COALESCE', 'GREATEST', 'LEAST']);
const OF_FIRST: ReadonlySet<string> = new Set(['SUM', 'MIN', 'MAX', 'ABS', 'NULLIF', 'LAG', 'LEAD', 'FIRST_VALUE', 'LAST_VALUE']); // prettier-ignore

function scaleOfCall(node: Call<Resolved>): number | undefined {
  const values = node.arguments.filter((argument) => isExpression(argument));
  const [first] = values;
  if (first === undefined) return undefined;
  if (OF_ALL.has(node.name)) return greatest(values);
  if (OF_FIRST.has(node.name)) return scaleOf(first);
  if (node.name === 'IF') return greatest(values.slice(1));
  if (node.name === 'ROUND' || node.name === 'TRUNCATE') return roundedScale(first, values[1]);
  const scale = node.name === 'AVG' ? scaleOf(first) : undefined;
  return scale === undefined ? undefined : Math.min(scale + DIVISION_DIGITS, MOST_DIGITS);
}

function roundedScale(value: Value, digits: Value | undefined): number | undefined {
  if (digits === undefined) return 0;
  const scale = scaleOf(value);
  if (digits.kind !== 'literal' || scale === undefined) return undefined;
  return Math.min(scale, Math.max(Number(digits.text), 0));
}

function greatest(values: readonly Value[]): number | undefined {
  const scales = values.filter((value) => typeOf(value) !== 'null').map(scaleOf);
  const known = scales.filter((scale) => scale !== undefined);
  return known.length === scales.length && known.length > 0 ? Math.max(...known) : undefined;
}
