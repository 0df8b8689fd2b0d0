import type {
  BinaryOperator,
  Call,
  Expression,
  Identifier,
  Literal,
  LiteralType,
  Phase,
  Query,
  Select,
  SelectItem,
  Written,
} from '../../model';

export function binary<P extends Phase>(
  left: Expression<P>,
  operator: BinaryOperator,
  right: Expression<P>,
): Expression<P> {
  return { kind: 'binary', operator, left, right };
}

/** The greatest number of conditions that AND and OR chain to the left. A longer chain would be too deep for recursion. */
export const LONGEST_LEFT_CHAIN = 900;

/** Returns the conjunction of all parts, or undefined if there are none. */
export function conjunction<P extends Phase>(parts: readonly (Expression<P> | undefined)[]): Expression<P> | undefined {
  return chain(parts, 'and');
}

/** Returns the disjunction of all parts, or undefined if there are none. */
export function disjunction<P extends Phase>(parts: readonly (Expression<P> | undefined)[]): Expression<P> | undefined {
  return chain(parts, 'or');
}

function chain<P extends Phase>(
  parts: readonly (Expression<P> | undefined)[],
  operator: 'and' | 'or',
): Expression<P> | undefined {
  const present = parts.filter((part) => part !== undefined);
  const join = (left: Expression<P>, right: Expression<P>): Expression<P> => binary(left, operator, right);
  if (present.length > LONGEST_LEFT_CHAIN) return joinAll(present, join);
  return present.reduce<Expression<P> | undefined>(
    (left, right) => (left === undefined ? right : join(left, right)),
    undefined,
  );
}

/** Returns the parts of a conjunction, in order. */
export function conjuncts<P extends Phase>(expression: Expression<P> | undefined): readonly Expression<P>[] {
  return expression === undefined ? [] : addParts([], expression, 'and');
}

/** Returns the alternatives of a disjunction, in order. */
export function disjuncts<P extends Phase>(expression: Expression<P>): readonly Expression<P>[] {
  return addParts([], expression, 'or');
}

function addParts<P extends Phase>(
  parts: Expression<P>[],
  expression: Expression<P>,
  operator: BinaryOperator,
): Expression<P>[] {
  if (expression.kind === 'binary' && expression.operator === operator) {
    addParts(parts, expression.left, operator);
    addParts(parts, expression.right, operator);
  } else {
    parts.push(expression);
  }
  return parts;
}

export function call<P extends Phase>(name: string, ...parts: readonly Expression<P>[]): Call<P> {
  return { kind: 'call', name, arguments: parts, distinct: false };
}

/** Returns a literal of the compiler or the ontology, which is printed as a literal and never bound. */
export function constant(type: LiteralType, text: string): Literal {
  return { kind: 'literal', type, text, inline: true };
}

/** Returns an unqualified reference to a name or path. */
export function refer(name: string): Expression<Written> {
  return { kind: 'reference', reference: { parts: [{ name }] } };
}

export const NULL: Literal = constant('null', '');

export function isNull<P extends Phase>(operand: Expression<P>, negated = false): Expression<P> {
  return { kind: 'is', operand, test: 'null', negated };
}

/** Joins all items in pairs, so that thousands form a tree of a dozen levels. Requires at least one item. */
export function joinAll<T>(items: readonly T[], join: (left: T, right: T) => T): T {
  const [first] = items;
  if (first === undefined) throw new Error('there is nothing to join');
  if (items.length === 1) return first;
  const middle = Math.ceil(items.length / 2);
  return join(joinAll(items.slice(0, middle), join), joinAll(items.slice(middle), join));
}

/** Returns the UNION ALL of all queries. Requires at least one query. */
export function unionAll<P extends Phase>(queries: readonly Query<P>[]): Query<P> {
  return joinAll(queries, (left, right) => ({ kind: 'set', operator: 'union', all: true, left, right, orderBy: [] }));
}

/** Returns a SELECT with only these items, to which other clauses can be added. */
export function selectOf<P extends Phase>(items: readonly SelectItem<P>[]): Select<P> {
  return { kind: 'select', distinct: false, items, groupBy: [], rollup: false, windows: [], orderBy: [] };
}

/** Returns a name of the plan, which has no position in the statement. */
export function identifier(name: string): Identifier {
  return { name };
}
