import { ServiceError } from '../../errors';
import type { Binary, Call, Cast, Expression, Written } from '../../model';
import { call, constant, isExpression, isNull } from '../tree';
import { fixArguments } from './fix-arguments';
import type { Resolved } from './plan.ast';
import { typeOf } from './type-of';
import { TEMPORAL_TYPES } from './value-sets';

type Value = Expression<Resolved>;

const SHIFTS: ReadonlySet<string> = new Set(['LAG', 'LEAD']);

/**
 * Replaces the default of LAG and LEAD, which MariaDB does not support, by a CASE. The default applies if the row does
 * not exist, not if its value is NULL.
 */
export function spellOutDefault(node: Call<Resolved>): Value | undefined {
  const [value, offset, fallback] = node.arguments;
  if (!SHIFTS.has(node.name) || value === undefined || offset === undefined || fallback === undefined) return undefined;
  if (!isExpression(fallback)) return undefined;
  const isThere: Call<Resolved> = { ...node, arguments: [constant('integer', '1'), offset] };
  const shifted: Call<Resolved> = { ...node, arguments: [value, offset] };
  return { kind: 'case', branches: [{ when: isNull(isThere), then: fallback }], otherwise: shifted };
}

/** Returns an aggregate whose ORDER BY contains the arguments instead of their positions. */
export function spellOutPlaces(node: Call<Written>): Call<Written> {
  if (node.orderBy === undefined) return node;
  const orderBy = node.orderBy.map((item) => {
    const { expression } = item;
    if (expression.kind !== 'literal' || expression.type !== 'integer') return item;
    const argument = node.arguments[Number(expression.text) - 1];
    if (argument !== undefined && isExpression(argument)) return { ...item, expression: argument };
    throw new ServiceError('plan_invalid', `${node.name} has no argument ${expression.text} to sort by`, {
      offset: expression.at,
    });
  });
  return { ...node, orderBy };
}

/** Replaces MySQL's `->` and `->>`, which MariaDB does not support, by the equivalent functions. */
export function spellOutArrow({ operator, left, right }: Binary<Resolved>): Value | undefined {
  if (operator !== '->' && operator !== '->>') return undefined;
  const extracted = fixArguments(call('JSON_EXTRACT', left, right));
  return operator === '->' ? extracted : call('JSON_UNQUOTE', extracted);
}

/** The strings that represent truth values, in lower case. Any other string is NULL as a BOOLEAN. */
const TRUE_TEXTS = ['true', 't', 'yes', 'y', 'on', '1'];
const FALSE_TEXTS = ['false', 'f', 'no', 'n', 'off', '0'];

/** Replaces the cast of a string to BOOLEAN by a comparison with the strings that represent truth values. */
export function spellOutBoolean(node: Cast<Resolved>): Value | undefined {
  if (node.type.name !== 'boolean') return undefined;
  const type = typeOf(node.operand);
  if (TEMPORAL_TYPES.has(type))
    throw new ServiceError('plan_invalid', `a ${type} cannot be cast to BOOLEAN`, { hint: 'compare it instead' });
  if (type !== 'string') return undefined;
  const operand = call('LOWER', call('TRIM', node.operand));
  const among = (texts: readonly string[]): Value => {
    return { kind: 'in-list', operand, items: texts.map((text) => constant('string', text)), negated: false };
  };
  const branches = [
    { when: among(TRUE_TEXTS), then: constant('integer', '1') },
    { when: among(FALSE_TEXTS), then: constant('integer', '0') },
  ];
  return { ...node, operand: { kind: 'case', branches } };
}
