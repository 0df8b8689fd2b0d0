import type {
  Between,
  Binary,
  Call,
  Case,
  Cast,
  Collate,
  Exists,
  Expression,
  Extract,
  FrameBound,
  Identifier,
  InList,
  InQuery,
  Interval,
  Is,
  Like,
  Literal,
  OrderItem,
  Phase,
  Quantified,
  Query,
  Reference,
  Regexp,
  Row,
  ScalarQuery,
  Star,
  Transcode,
  Trim,
  Unary,
  UnitArgument,
  Window,
} from '../../model';

/** The replacements for the parts of a node: its expressions and subqueries. */
export interface ChildMap<P extends Phase, Q extends Phase> {
  readonly expression: (expression: Expression<P>) => Expression<Q>;
  readonly query: (query: Query<P>) => Query<Q>;
}

interface InnerNodes<P extends Phase> {
  unary: Unary<P>;
  binary: Binary<P>;
  is: Is<P>;
  between: Between<P>;
  'in-list': InList<P>;
  'in-query': InQuery<P>;
  like: Like<P>;
  regexp: Regexp<P>;
  exists: Exists<P>;
  quantified: Quantified<P>;
  'scalar-query': ScalarQuery<P>;
  row: Row<P>;
  case: Case<P>;
  cast: Cast<P>;
  transcode: Transcode<P>;
  collate: Collate<P>;
  interval: Interval<P>;
  extract: Extract<P>;
  trim: Trim<P>;
  call: Call<P>;
}
type InnerKind = keyof InnerNodes<Phase>;
type InnerNode<P extends Phase> = Exclude<Expression<P>, Literal | Reference<P>>;
type Mapping = {
  readonly [K in InnerKind]: <P extends Phase, Q extends Phase>(
    node: InnerNodes<P>[K],
    map: ChildMap<P, Q>,
  ) => InnerNodes<Q>[K];
};

const MAPPING: Mapping = {
  unary: (node, map) => ({ ...node, operand: map.expression(node.operand) }),
  binary: (node, map) => ({ ...node, left: map.expression(node.left), right: map.expression(node.right) }),
  is: (node, map) => ({ ...node, operand: map.expression(node.operand) }),
  between: (node, map) => ({
    ...node,
    operand: map.expression(node.operand),
    low: map.expression(node.low),
    high: map.expression(node.high),
  }),
  'in-list': (node, map) => ({ ...node, operand: map.expression(node.operand), items: node.items.map(map.expression) }),
  'in-query': (node, map) => ({ ...node, operand: map.expression(node.operand), query: map.query(node.query) }),
  like: (node, map) => ({ ...node, operand: map.expression(node.operand), pattern: map.expression(node.pattern) }),
  regexp: (node, map) => ({ ...node, operand: map.expression(node.operand), pattern: map.expression(node.pattern) }),
  exists: (node, map) => ({ ...node, query: map.query(node.query) }),
  quantified: (node, map) => ({ ...node, operand: map.expression(node.operand), query: map.query(node.query) }),
  'scalar-query': (node, map) => ({ ...node, query: map.query(node.query) }),
  row: (node, map) => ({ ...node, items: node.items.map(map.expression) }),
  case: (node, map) => ({
    kind: 'case',
    branches: node.branches.map((branch) => ({ when: map.expression(branch.when), then: map.expression(branch.then) })),
    ...(node.operand && { operand: map.expression(node.operand) }),
    ...(node.otherwise && { otherwise: map.expression(node.otherwise) }),
  }),
  cast: (node, map) => ({ ...node, operand: map.expression(node.operand) }),
  transcode: (node, map) => ({ ...node, operand: map.expression(node.operand) }),
  collate: (node, map) => ({ ...node, operand: map.expression(node.operand) }),
  interval: (node, map) => ({ ...node, value: map.expression(node.value) }),
  extract: (node, map) => ({ ...node, operand: map.expression(node.operand) }),
  trim: (node, map) => ({
    kind: 'trim',
    side: node.side,
    operand: map.expression(node.operand),
    ...(node.remove && { remove: map.expression(node.remove) }),
  }),
  call: mapCall,
};

/**
 * Returns the node with each child expression and subquery replaced. Every rewrite descends through this function, so
 * that no rewrite has to list the node kinds.
 */
export function mapChildren<P extends Phase, Q extends Phase>(node: InnerNode<P>, map: ChildMap<P, Q>): Expression<Q> {
  const mapNode = MAPPING[node.kind] as (node: InnerNode<P>, map: ChildMap<P, Q>) => InnerNode<Q>;
  return mapNode(node, map);
}

function mapCall<P extends Phase, Q extends Phase>(node: Call<P>, map: ChildMap<P, Q>): Call<Q> {
  const { orderBy, over, arguments: written, ...rest } = node;
  return {
    ...rest,
    arguments: written.map((argument) => (isExpression(argument) ? map.expression(argument) : argument)),
    ...(orderBy && { orderBy: orderBy.map((item) => mapOrderItem(item, map)) }),
    ...(over && { over: isNamedWindow(over) ? over : mapWindow(over, map) }),
  };
}

export function mapOrderItem<P extends Phase, Q extends Phase>(item: OrderItem<P>, map: ChildMap<P, Q>): OrderItem<Q> {
  return { ...item, expression: map.expression(item.expression) };
}

export function mapWindow<P extends Phase, Q extends Phase>(window: Window<P>, map: ChildMap<P, Q>): Window<Q> {
  const { frame, ...rest } = window;
  return {
    ...rest,
    partitionBy: window.partitionBy.map(map.expression),
    orderBy: window.orderBy.map((item) => mapOrderItem(item, map)),
    ...(frame && {
      frame: {
        unit: frame.unit,
        start: mapBound(frame.start, map),
        ...(frame.end && { end: mapBound(frame.end, map) }),
      },
    }),
  };
}

function mapBound<P extends Phase, Q extends Phase>(bound: FrameBound<P>, map: ChildMap<P, Q>): FrameBound<Q> {
  return 'offset' in bound ? { kind: bound.kind, offset: map.expression(bound.offset) } : bound;
}

export function isNamedWindow<P extends Phase>(over: Window<P> | Identifier): over is Identifier {
  return 'name' in over;
}

export function isExpression<P extends Phase>(node: Expression<P> | Star | UnitArgument): node is Expression<P> {
  return node.kind !== 'star' && node.kind !== 'unit';
}
