import type { Expression } from '../../../model';
import type { Resolved } from '../../values';
import { isExpression } from '../../tree';
import { readTemplate } from './id-template';
import { printedOf } from './printed-value';
import type { Rows } from './rewrite-conditions';

type Value = Expression<Resolved>;

const COMPARISONS: ReadonlySet<string> = new Set(['=', '<>', '<', '<=', '>', '>=']);

/**
 * Rewrites a comparison of DATE(column) as one of the column, if it holds only dates. Rewrites a comparison of an
 * integer id as one of the integer. Returns undefined if nothing changes.
 */
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
  return ownDay(value, rows) ?? ownNumber(value, rows);
}

function ownNumber(value: Value, rows: Rows): Value | undefined {
  if (value.kind !== 'cast' || value.type.name !== 'number') return undefined;
  const [part, ...others] = readTemplate(value.operand) ?? [];
  const isWhole = part !== undefined && others.length === 0 && printedOf(part.value, rows)?.type === 'bigint';
  return isWhole ? part.value : undefined;
}

function ownDay(value: Value, rows: Rows): Value | undefined {
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
