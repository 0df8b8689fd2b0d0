import type { Call, Expression, FrameBound, OrderItem, Query, Window } from './emit.ast';
import { type Column, FUNCTIONS, typeOf } from '../values';
import type { Identifier } from '../../model';
import { isNamedWindow } from '../tree';
import type { Dialect, EmitChild } from './dialect';
import { join, sql, type Fragment } from './fragment';
import { sortKeys } from './sort-keys';
import { withRoom } from './text-room';
import { isGrowing } from './text-size';

/** The context of the expression emitter: the dialect, and the function that emits subqueries. */
export interface EmitContext {
  readonly dialect: Dialect;
  readonly emitQuery: (query: Query) => Fragment;
  /** The number of functions that share the limit on string sizes; undefined if the statement builds no long strings. */
  readonly sharers?: number | undefined;
}

type Rules = {
  readonly [K in Expression['kind']]: (node: Extract<Expression, { kind: K }>, context: EmitContext) => Fragment;
};

/** Operators that chain without parentheses. */
const CHAINS: ReadonlySet<string> = new Set(['and', 'or', '+', '*', '&', '|']);
const ATOMS: ReadonlySet<Expression['kind']> = new Set([
  'literal',
  'reference',
  'call',
  'cast',
  'transcode',
  'extract',
  'trim',
  'case',
  'exists',
  'scalar-query',
  'row',
] as const);
const CONDITIONS: ReadonlySet<string> = new Set(['and', 'or', 'xor']);

const RULES: Rules = {
  literal: (node, { dialect }) =>
    node.inline === true || isKeyword(node.type) ? [dialect.constant(node)] : dialect.bound(node),
  reference: (node, { dialect }) => [emitColumn(node.reference, dialect)],
  unary: (node, context) =>
    node.operator === 'not'
      ? sql`NOT ${nested(node.operand, context, 'condition')}`
      : sql`${node.operator}${context.dialect.number(nested(node.operand, context, 'number'), node.operand)}`,
  binary: (node, context) => {
    const { operator, left, right } = node;
    const moved = emitMoved(node, context);
    if (moved !== undefined) return moved;
    const as = CONDITIONS.has(operator) ? 'condition' : 'number';
    const inChain = (child: Expression): Fragment =>
      child.kind === 'binary' && child.operator === operator && CHAINS.has(operator)
        ? emitExpression(child, context, as)
        : CONDITIONS.has(operator) && !isConnective(child)
          ? emitExpression(child, context, as)
          : nested(child, context, as);
    return context.dialect.binary(node, inChain(left), inChain(right));
  },
  is: (node, context) =>
    sql`${nested(node.operand, context, node.test === 'null' ? 'value' : 'condition')} IS ${node.negated ? 'NOT ' : ''}${node.test.toUpperCase()}`,
  between: (node, context) =>
    sql`${nested(node.operand, context, 'number')} ${not(node)}BETWEEN ${nested(node.low, context, 'number')} AND ${nested(node.high, context, 'number')}`,
  'in-list': (node, context) =>
    sql`${nested(node.operand, context, 'number')} ${not(node)}IN (${join(
      node.items.map((item) => emitExpression(item, context, 'number')),
      ', ',
    )})`,
  'in-query': (node, context) =>
    sql`${nested(node.operand, context)} ${not(node)}IN (${context.emitQuery(node.query)})`,
  like: (node, context) => context.dialect.like(node, childrenOf(context)),
  regexp: (node, context) => context.dialect.regexp(node, childrenOf(context)),
  exists: (node, context) => sql`EXISTS (${context.emitQuery(node.query)})`,
  quantified: (node, context) =>
    sql`${nested(node.operand, context)} ${node.operator} ${node.quantifier.toUpperCase()} (${context.emitQuery(node.query)})`,
  'scalar-query': (node, context) => sql`(${context.emitQuery(node.query)})`,
  row: (node, context) =>
    sql`(${join(
      node.items.map((item) => emitExpression(item, context)),
      ', ',
    )})`,
  case: (node, context) => {
    const when = node.operand === undefined ? 'condition' : 'value';
    const types = [...node.branches.map((branch) => typeOf(branch.then)), ...(node.otherwise ? [typeOf(node.otherwise)] : [])]; // prettier-ignore
    const then = (value: Expression): Fragment =>
      context.dialect.alike(emitExpression(value, context), typeOf(value), types);
    const branches = node.branches.map(
      (branch) => sql` WHEN ${emitExpression(branch.when, context, when)} THEN ${then(branch.then)}`,
    );
    const otherwise = node.otherwise === undefined ? [] : sql` ELSE ${then(node.otherwise)}`;
    return sql`CASE${node.operand === undefined ? [] : sql` ${emitExpression(node.operand, context)}`}${join(branches, '')}${otherwise} END`;
  },
  cast: (node, context) => context.dialect.cast(node, childrenOf(context)),
  transcode: (node, context) => context.dialect.transcode(node, childrenOf(context)),
  collate: (node, context) => context.dialect.collate(node, childrenOf(context)),
  interval: (node, context) => context.dialect.interval(node, childrenOf(context)),
  extract: (node, context) => context.dialect.extract(node, childrenOf(context)),
  trim: (node, context) => {
    const text = (part: Expression): Fragment => context.dialect.text(emitExpression(part, context), part);
    const operand = text(node.operand);
    if (node.remove === undefined && node.side === 'both') return sql`TRIM(${operand})`;
    const remove = node.remove === undefined ? [] : sql`${text(node.remove)} `;
    return sql`TRIM(${node.side.toUpperCase()} ${remove}FROM ${operand})`;
  },
  call: (node, context) => {
    const sorted = node.orderBy === undefined ? node : { ...node, orderBy: sortKeys(node.orderBy) };
    const emit = argumentsOf(sorted, context);
    const emitted = context.dialect.call(sorted, emit) ?? plainCall(sorted, emit);
    return node.over === undefined ? emitted : sql`${emitted} OVER ${emitOver(node.over, context)}`;
  },
};

/** Writes `date + INTERVAL ...`, with the interval on either side of `+`. */
function emitMoved({ operator, left, right }: Extract<Expression, { kind: 'binary' }>, context: EmitContext) {
  const { dialect } = context;
  if (operator !== '+' && operator !== '-') return undefined;
  if (right.kind === 'interval') return dialect.addInterval(left, operator, right, childrenOf(context));
  return left.kind === 'interval' ? dialect.addInterval(right, operator, left, childrenOf(context)) : undefined;
}

/** The role of an expression: a value, an operand of arithmetic or of a comparison, or a condition. */
type Role = 'value' | 'number' | 'condition';

/** Emits the expression in the dialect. A comparison becomes MySQL's 1 or 0, except as a `condition`, where only its truth matters. */
export function emitExpression(expression: Expression, context: EmitContext, as: Role = 'value'): Fragment {
  const rule = RULES[expression.kind] as (node: Expression, context: EmitContext) => Fragment;
  const emitted = rule(expression, context);
  const isTruth =
    as !== 'condition' &&
    expression.kind !== 'literal' &&
    expression.kind !== 'reference' &&
    typeOf(expression) === 'truth';
  if (isTruth) return context.dialect.truthValue(emitted);
  if (as === 'condition') return context.dialect.condition(emitted, expression);
  return as === 'value' ? context.dialect.exact(emitted, expression) : emitted;
}

/** Emits an operand, in parentheses unless it is one word or one call. */
export function nested(expression: Expression, context: EmitContext, as: Role = 'value'): Fragment {
  const emitted = emitExpression(expression, context, as);
  return ATOMS.has(expression.kind) ? emitted : sql`(${emitted})`;
}

export function emitColumn(column: Column, dialect: Dialect): string {
  const name = dialect.quoteName(column.name);
  return column.source === '' ? name : `${dialect.quoteName(column.source)}.${name}`;
}

function childrenOf(context: EmitContext): EmitChild {
  return {
    value: (expression) => nested(expression, context),
    bare: (expression) => emitExpression(expression, context),
    number: (expression) => nested(expression, context, 'number'),
    condition: (expression) => nested(expression, context, 'condition'),
  };
}

function isKeyword(type: string): boolean {
  return type === 'null' || type === 'boolean';
}

function isConnective(expression: Expression): boolean {
  return expression.kind === 'binary' && CONDITIONS.has(expression.operator);
}

function not(node: { readonly negated: boolean }): string {
  return node.negated ? 'NOT ' : '';
}

/** Returns the emitter for the arguments of a call. If the call may build a string that is too long, the first argument checks the size. */
function argumentsOf(call: Call, context: EmitContext): EmitChild {
  const emit = childrenOf(context);
  const { sharers, dialect } = context;
  if (sharers === undefined || !isGrowing(call)) return emit;
  const [first] = call.arguments;
  const room = { call, sharers, dialect, emit };
  const value = (expression: Expression): Fragment =>
    expression === first ? sql`(${withRoom(emit.value(expression), room)})` : emit.value(expression);
  const bare = (expression: Expression): Fragment => (expression === first ? value(expression) : emit.bare(expression));
  return { ...emit, value, bare };
}

function plainCall(node: Call, emit: EmitChild): Fragment {
  const steps = FUNCTIONS.get(node.name)?.kind === 'window';
  const parts = node.arguments.map((argument, index) => {
    if (argument.kind === 'star') return ['*'];
    if (argument.kind === 'unit') return [argument.unit];
    return emit.bare(steps && index < 2 ? inPlace(argument) : argument);
  });
  return sql`${node.name}(${node.distinct ? 'DISTINCT ' : ''}${join(parts, ', ')})`;
}

export function emitOrder(items: readonly OrderItem[], context: EmitContext): Fragment {
  return join(
    items.map((item) => context.dialect.orderItem(item, emitExpression(item.expression, context))),
    ', ',
  );
}

function emitOver(over: Window | Identifier, context: EmitContext): Fragment {
  return isNamedWindow(over) ? [context.dialect.quoteName(over.name)] : emitWindow(over, context);
}

export function emitWindow(window: Window, context: EmitContext): Fragment {
  const parts: Fragment[] = [];
  if (window.base !== undefined) parts.push([context.dialect.quoteName(window.base.name)]);
  if (window.partitionBy.length > 0) {
    parts.push(
      sql`PARTITION BY ${join(
        window.partitionBy.map((item) => emitExpression(item, context)),
        ', ',
      )}`,
    );
  }
  if (window.orderBy.length > 0) parts.push(sql`ORDER BY ${emitOrder(window.orderBy, context)}`);
  if (window.frame !== undefined) {
    const { unit, start, end } = window.frame;
    const bounds =
      end === undefined
        ? emitBound(start, context)
        : sql`BETWEEN ${emitBound(start, context)} AND ${emitBound(end, context)}`;
    parts.push(sql`${unit.toUpperCase()} ${bounds}`);
  }
  return sql`(${join(parts, ' ')})`;
}

/** Inlines a whole number, which the parser has checked, where an engine accepts no placeholder. */
function inPlace(expression: Expression): Expression {
  return expression.kind === 'literal' && expression.type === 'integer' ? { ...expression, inline: true } : expression;
}

function emitBound(bound: FrameBound, context: EmitContext): Fragment {
  if ('offset' in bound) return sql`${emitExpression(inPlace(bound.offset), context)} ${bound.kind.toUpperCase()}`;
  return [bound.kind.replace('-', ' ').toUpperCase()];
}
