import type { Expression } from '../../../model';
import type { Resolved } from '../../plan';
import { isExpression } from '../../tree';
import type { Rows } from './rewrite-conditions';

type Value = Expression<Resolved>;

const COMPARISONS: ReadonlySet<string> = new Set(['=', '<>', '<', '<=', '>', '>=']);

/** A comparison of the day of a column that holds nothing but days, as one of the column itself. */
export function withoutOwnCast(condition: Value, rows: Rows): Value | undefined {
  const bare = (value: Value): Value => ownValue(value, rows) ?? value;
  switch (condition.kind) {
    case 'binary': {
      if (!COMPARISONS.has(condition.operator)) return undefined;
      const [left, right] = [bare(condition.left), bare(condition.right)];
      return left === condition.left && right === condition.right ? undefined : { ...condition, left, right };
    }
    case 'between':
    case 'in-list': {
      const operand = bare(condition.operand);
      return operand === condition.operand ? undefined : { ...condition, operand };
    }
    default:
      return undefined;
  }
}

function ownValue(value: Value, rows: Rows): Value | undefined {
  const operand = dayOf(value);
  if (operand?.kind !== 'reference' || operand.reference.type !== 'date') return undefined;
  return rows.comparisonOf(operand.reference) === 'date' ? operand : undefined;
}

function dayOf(value: Value): Value | undefined {
  if (value.kind === 'cast') return value.type.name === 'date' ? value.operand : undefined;
  if (value.kind !== 'call' || value.name !== 'DATE') return undefined;
  const [operand] = value.arguments.filter(isExpression);
  return operand;
}
