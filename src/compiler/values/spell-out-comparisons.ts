import type { Between, Binary, Call, Case, Expression, InList, Unary } from '../../model';
import { binary, call, constant, isExpression, joinAll, NULL } from '../tree';
import type { Resolved } from './plan.ast';
import { isBeyondDay } from './coerce-literal';
import { as, beside, commonKind, compare, kindOf } from './compare-kinds';
import { typeOf } from './type-of';
import { COMPARISON_OPERATORS, LOGICAL_OPERATORS, BIT_OPERATORS, INTEGER_TYPES } from './value-sets';

type Value = Expression<Resolved>;

const EXTREMES: ReadonlySet<string> = new Set(['GREATEST', 'LEAST']);

/**
 * Returns the node with compared values of one kind, conditions that are booleans or numbers, and whole numbers as the
 * operands of bit operators. A node that compares a value with values of several kinds is replaced by single
 * comparisons. Any other node remains unchanged.
 */
export function spellOutComparisons(node: Value): Value {
  switch (node.kind) {
    case 'unary':
      return ofUnary(node);
    case 'is':
      return node.test === 'null' ? node : { ...node, operand: asCondition(node.operand) };
    case 'binary':
      return ofOperator(node);
    case 'between':
      return isMixed(node.operand, [node.low, node.high]) ? ofBetween(node) : node;
    case 'in-list':
      return isMixed(node.operand, node.items) ? ofList(node) : node;
    case 'case':
      return node.operand === undefined ? ofConditions(node) : ofCase(node, node.operand);
    case 'call':
      return ofCall(node);
    default:
      return node;
  }
}

function ofUnary(node: Unary<Resolved>): Value {
  if (node.operator === 'not') return { ...node, operand: asCondition(node.operand) };
  return node.operator === '~' ? { ...node, operand: asWhole(node.operand) } : node;
}

function isMixed(value: Value, others: readonly Value[]): boolean {
  return others.some((other) => isBeyondDay(other) || commonKind(kindOf(value), kindOf(other)) !== undefined);
}

function compareSides(node: Binary<Resolved>): Value {
  return isMixed(node.left, [node.right]) ? compare(node.left, node.operator, node.right) : node;
}

function ofOperator(node: Binary<Resolved>): Value {
  const { operator, left, right } = node;
  if (COMPARISON_OPERATORS.has(operator)) return compareSides(node);
  if (LOGICAL_OPERATORS.has(operator)) return { ...node, left: asCondition(left), right: asCondition(right) };
  return BIT_OPERATORS.has(operator) ? { ...node, left: asWhole(left), right: asWhole(right) } : node;
}

function ofCall(node: Call<Resolved>): Value {
  if (node.name === 'NULLIF') return ofNullIf(node);
  if (EXTREMES.has(node.name)) return ofExtreme(node);
  const [condition, ...others] = node.arguments;
  if (node.name !== 'IF' || condition === undefined || !isExpression(condition)) return node;
  return { ...node, arguments: [asCondition(condition), ...others] };
}

function ofBetween({ operand, low, high, negated }: Between<Resolved>): Value {
  return negated
    ? binary(compare(operand, '<', low), 'or', compare(operand, '>', high))
    : binary(compare(operand, '>=', low), 'and', compare(operand, '<=', high));
}

function ofList(list: InList<Resolved>): Value {
  const { operand, items, negated } = list;
  const [kind, ...others] = items.map((item) => (isBeyondDay(item) ? undefined : commonKind(kindOf(operand), kindOf(item)))); // prettier-ignore
  if (kind !== undefined && others.every((other) => other === kind))
    return { ...list, operand: beside(kind, operand), items: items.map((item) => beside(kind, item)) };
  const any = joinAll(
    items.map((item) => compare(operand, '=', item)),
    (left, right) => binary(left, 'or', right),
  );
  return negated ? { kind: 'unary', operator: 'not', operand: any } : any;
}

function ofCase(node: Case<Resolved>, operand: Value): Value {
  const isPlain = !isMixed(
    operand,
    node.branches.map(({ when }) => when),
  );
  if (isPlain) return node;
  const { branches, otherwise } = node;
  return {
    kind: 'case',
    branches: branches.map(({ when, then }) => ({ when: compare(operand, '=', when), then })),
    ...(otherwise && { otherwise }),
  };
}

function ofConditions(node: Case<Resolved>): Value {
  if (node.branches.every(({ when }) => asCondition(when) === when)) return node;
  return { ...node, branches: node.branches.map(({ when, then }) => ({ when: asCondition(when), then })) };
}

function ofNullIf(node: Call<Resolved>): Value {
  const [value, other] = node.arguments.filter(isExpression);
  if (value === undefined || other === undefined || !isMixed(value, [other])) return node;
  return { kind: 'case', branches: [{ when: compare(value, '=', other), then: NULL }], otherwise: value };
}

/** Returns GREATEST or LEAST over values of one kind. Over numbers and strings the result is a string, as in MySQL. */
function ofExtreme(node: Call<Resolved>): Value {
  const values = node.arguments.filter(isExpression);
  const kinds = values.map(kindOf);
  const kind = kinds.reduce((one, other) => commonKind(one, other) ?? one ?? other);
  if (kind === undefined || kinds.every((own) => own === undefined || own === kind)) return node;
  const extreme = {
    ...node,
    arguments: values.map((value) => (kindOf(value) === undefined ? value : as(kind, value))),
  };
  return kind === 'number' && kinds.includes('text') ? call('CONCAT', extreme) : extreme;
}

/** Returns a string, date or time in the place of a condition as a comparison: whether its number is not 0. */
export function asCondition(value: Value): Value {
  const kind = kindOf(value);
  if (kind === undefined || kind === 'number' || kind === 'boolean') return value;
  return binary(as('number', value), '<>', constant('integer', '0'));
}

function asWhole(value: Value): Value {
  const isWhole = kindOf(value) === undefined || INTEGER_TYPES.has(typeOf(value));
  return isWhole ? value : { kind: 'cast', operand: value, type: { name: 'signed' } };
}
