import type { Expression, FrameBound, OrderItem, Phase, Query, Window } from '../../model';
import { isExpression, isNamedWindow } from './map-children';

type Node<P extends Phase, K> = Extract<Expression<P>, { kind: K }>;
type Children = {
  readonly [K in Expression<Phase>['kind']]: <P extends Phase>(node: Node<P, K>) => readonly Expression<P>[];
};

const operand = <P extends Phase>(node: { readonly operand: Expression<P> }): readonly Expression<P>[] => [
  node.operand,
];
const none = (): readonly never[] => [];

const CHILDREN: Children = {
  literal: none,
  reference: none,
  unary: operand,
  binary: ({ left, right }) => [left, right],
  is: operand,
  between: ({ operand: value, low, high }) => [value, low, high],
  'in-list': ({ operand: value, items }) => [value, ...items],
  'in-query': operand,
  like: ({ operand: value, pattern }) => [value, pattern],
  regexp: ({ operand: value, pattern }) => [value, pattern],
  exists: none,
  quantified: operand,
  'scalar-query': none,
  row: ({ items }) => items,
  case: ({ operand: value, branches, otherwise }) => [
    ...(value ? [value] : []),
    ...branches.flatMap(({ when, then }) => [when, then]),
    ...(otherwise ? [otherwise] : []),
  ],
  cast: operand,
  transcode: operand,
  collate: operand,
  interval: ({ value }) => [value],
  extract: operand,
  trim: ({ operand: value, remove }) => (remove ? [value, remove] : [value]),
  call: ({ arguments: written, orderBy = [], over }) => [
    ...written.filter(isExpression),
    ...orderBy.map(({ expression }) => expression),
    ...(over && !isNamedWindow(over) ? ofWindow(over) : []),
  ],
};

/** Returns the direct child expressions of a node, without copying the node as `mapChildren` does. */
export function childrenOf<P extends Phase>(node: Expression<P>): readonly Expression<P>[] {
  const list = CHILDREN[node.kind] as (node: Expression<P>) => readonly Expression<P>[];
  return list(node);
}

/** Returns the direct subquery of a node: of EXISTS, of IN, or as a value. */
export function queryIn<P extends Phase>(node: Expression<P>): Query<P> | undefined {
  return 'query' in node ? node.query : undefined;
}

/** Returns the direct expressions of a query, without those of its FROM, its WITH and the sides of a set operation. */
export function valuesOf<P extends Phase>(query: Query<P>): readonly Expression<P>[] {
  const order = query.orderBy.map(({ expression }) => expression);
  if (query.kind === 'set') return order;
  const { items, where, groupBy, having, qualify, windows } = query;
  return [
    ...items.map(({ expression }) => expression).filter(isExpression),
    ...(where ? [where] : []),
    ...groupBy,
    ...(having ? [having] : []),
    ...(qualify ? [qualify] : []),
    ...windows.flatMap(({ window }) => ofWindow(window)),
    ...order,
  ];
}

function ofWindow<P extends Phase>({ partitionBy, orderBy, frame }: Window<P>): readonly Expression<P>[] {
  const bounds = frame ? [frame.start, ...(frame.end ? [frame.end] : [])] : [];
  return [...partitionBy, ...orderBy.map(expressionOf), ...bounds.flatMap(ofBound)];
}

function expressionOf<P extends Phase>({ expression }: OrderItem<P>): Expression<P> {
  return expression;
}

function ofBound<P extends Phase>(bound: FrameBound<P>): readonly Expression<P>[] {
  return 'offset' in bound ? [bound.offset] : [];
}
