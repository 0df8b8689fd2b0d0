import type { Expression, Query } from '../../model';
import { isExpression, mapItems } from '../tree';
import type { Resolved } from './plan.ast';
import { beside, commonKind, kindOf, type Kind } from './compare-kinds';

type Value = Expression<Resolved>;
type Compared = Extract<Value, { kind: 'in-query' | 'quantified' }>;

/**
 * Returns IN, ANY or ALL over a query with both sides as one kind. `fit` converts a literal of the query to the type of
 * the value that it is compared with.
 */
export function compareWithQuery<T extends Compared>(node: T, fit: (item: Value, beside: Value) => Value): T {
  const parts = node.operand.kind === 'row' ? node.operand.items : [node.operand];
  const fitted = mapItems(node.query, (item, index) => (parts[index] ? fit(item, parts[index]) : item));
  const kinds = parts.map((part, index) => {
    const [first, ...others] = itemKinds(fitted, index);
    return others.every((kind) => kind === first) ? commonKind(kindOf(part), first) : undefined;
  });
  if (kinds.every((kind) => kind === undefined)) return fitted === node.query ? node : { ...node, query: fitted };
  const compared = parts.map((part, index) => inKind(kinds[index], part));
  const [single] = compared;
  const operand = node.operand.kind === 'row' || single === undefined ? { ...node.operand, items: compared } : single;
  return { ...node, operand, query: mapItems(fitted, (item, index) => inKind(kinds[index], item)) };
}

function inKind(kind: Kind | undefined, value: Value): Value {
  return kind === undefined ? value : beside(kind, value);
}

function itemKinds(query: Query<Resolved>, index: number): readonly (Kind | undefined)[] {
  if (query.kind === 'set') return [...itemKinds(query.left, index), ...itemKinds(query.right, index)];
  const item = query.items[index]?.expression;
  return [item !== undefined && isExpression(item) ? kindOf(item) : undefined];
}
