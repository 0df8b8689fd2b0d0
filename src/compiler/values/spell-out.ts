import { ServiceError } from '../../errors';
import type { Binary, Call, Expression, Written } from '../../model';
import { call, constant, isExpression, isNull } from '../tree';
import { fixArguments } from './fix-arguments';
import type { Resolved } from './plan.ast';

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
