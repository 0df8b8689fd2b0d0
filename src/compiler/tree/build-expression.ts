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

/** Of more conditions than these in a row, AND and OR make no tree to the left, which would be too high to be walked. */
export const LONGEST_LEFT_CHAIN = 900;

/** The conjunction of all, or undefined of none. */
export function conjunction<P extends Phase>(parts: readonly (Expression<P> | undefined)[]): Expression<P> | undefined {
  return chain(parts, 'and');
}

/** The disjunction of all, or undefined of none. */
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

/** The parts of a conjunction, in order. */
export function conjuncts<P extends Phase>(expression: Expression<P> | undefined): readonly Expression<P>[] {
  return expression === undefined ? [] : addParts([], expression, 'and');
}

/** The alternatives of a disjunction, in order. */
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

/** A literal of the compiler's own or of the ontology's: printed in place, never bound. */
export function constant(type: LiteralType, text: string): Literal {
  return { kind: 'literal', type, text, inline: true };
}

/** A name as a statement would write it, or a path: one part, unqualified. */
export function refer(name: string): Expression<Written> {
  return { kind: 'reference', reference: { parts: [{ name }] } };
}

export const NULL: Literal = constant('null', '');

export function isNull<P extends Phase>(operand: Expression<P>, negated = false): Expression<P> {
  return { kind: 'is', operand, test: 'null', negated };
}

/** All of them, of which there is at least one, joined two by two: thousands make a tree of a dozen levels. */
export function joinAll<T>(items: readonly T[], join: (left: T, right: T) => T): T {
  const [first] = items;
  if (first === undefined) throw new Error('there is nothing to join');
  if (items.length === 1) return first;
  const middle = Math.ceil(items.length / 2);
  return join(joinAll(items.slice(0, middle), join), joinAll(items.slice(middle), join));
}

/** The rows of all queries together, duplicates kept; there is at least one query. */
export function unionAll<P extends Phase>(queries: readonly Query<P>[]): Query<P> {
  return joinAll(queries, (left, right) => ({ kind: 'set', operator: 'union', all: true, left, right, orderBy: [] }));
}

/** A SELECT of nothing but these items; spread the rest over it. */
export function selectOf<P extends Phase>(items: readonly SelectItem<P>[]): Select<P> {
  return { kind: 'select', distinct: false, items, groupBy: [], rollup: false, windows: [], orderBy: [] };
}

/** A name of the plan, which stands nowhere in the text of the statement. */
export function identifier(name: string): Identifier {
  return { name };
}
