import type { Binary, Expression, InList, Row } from '../../model';
import { conjunction, disjunction } from '../tree';
import type { Resolved } from './plan.ast';
import { beside, commonKind, compare, kindOf } from './compare-kinds';

type Value = Expression<Resolved>;

/**
 * Returns a comparison of rows as comparisons of their items combined with AND and OR: engines disagree about rows that
 * contain NULL.
 */
export function expandRows(node: Value): Value {
  if (node.kind === 'binary') return expandComparison(node) ?? node;
  return node.kind === 'in-list' ? (expandList(node) ?? node) : node;
}

function expandComparison(node: Binary<Resolved>): Value | undefined {
  const { operator, left, right } = node;
  if (left.kind !== 'row' || right.kind !== 'row') return undefined;
  if (operator === '=' || operator === '<=>') return samePairs(left, right, operator);
  return operator === '<>' ? negation(samePairs(left, right, '=')) : alignPairs(node, left, right);
}

/** Converts the items of rows in an ordering comparison to one kind pairwise. The rows remain rows. */
function alignPairs(node: Binary<Resolved>, left: Row<Resolved>, right: Row<Resolved>): Value {
  const kinds = left.items.map((item, index) => {
    const other = right.items[index];
    return other && commonKind(kindOf(item), kindOf(other));
  });
  const aligned = (row: Row<Resolved>): Row<Resolved> => ({
    ...row,
    items: row.items.map((item, index) => {
      const kind = kinds[index];
      return kind === undefined ? item : beside(kind, item);
    }),
  });
  return { ...node, left: aligned(left), right: aligned(right) };
}

function expandList({ operand, items, negated }: InList<Resolved>): Value | undefined {
  if (operand.kind !== 'row') return undefined;
  const rows = items.filter((item) => item.kind === 'row');
  const same = rows.map((row) => samePairs(operand, row, '='));
  if (rows.length !== items.length || same.includes(undefined)) return undefined;
  const any = disjunction(same);
  return negated ? negation(any) : any;
}

function samePairs(left: Row<Resolved>, right: Row<Resolved>, operator: '=' | '<=>'): Value | undefined {
  if (left.items.length !== right.items.length) return undefined;
  return conjunction(
    left.items.map((item, index) => {
      const other = right.items[index];
      return other && compare(item, operator, other);
    }),
  );
}

function negation(operand: Value | undefined): Value | undefined {
  return operand && { kind: 'unary', operator: 'not', operand };
}
