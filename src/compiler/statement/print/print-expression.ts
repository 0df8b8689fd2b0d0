import type { Binary, Case, CastType, Expression, Unary, Written } from '../../../model';
import { conjuncts, disjuncts, LONGEST_LEFT_CHAIN } from '../../tree';
import { LEVEL, OPERATOR_LEVEL } from '../precedence';
import { printCall } from './print-call';
import type { Printer } from './printer';
import { printLiteral, printReference, printString } from './print-token';

type Kind = Expression<Written>['kind'];
type Node<K extends Kind> = Extract<Expression<Written>, { kind: K }>;
type NodePrinter<K extends Kind> = (node: Node<K>, printer: Printer) => string;

/** The levels of the nodes that may need parentheses. All other nodes are at level `primary`. */
const LEVELS: Partial<Record<Kind, number>> = {
  is: LEVEL.comparison,
  quantified: LEVEL.comparison,
  between: LEVEL.predicate,
  'in-list': LEVEL.predicate,
  'in-query': LEVEL.predicate,
  like: LEVEL.predicate,
  regexp: LEVEL.predicate,
  collate: LEVEL.collate,
};

const PRINTERS: { readonly [K in Kind]: NodePrinter<K> } = {
  literal: printLiteral,
  reference: ({ reference }) => printReference(reference),
  unary: printUnary,
  binary: printBinary,
  is: ({ operand, test, negated }, printer) =>
    `${printer.expression(operand, LEVEL.comparison)} IS ${not(negated)}${test.toUpperCase()}`,
  between: ({ operand, low, high, negated }, printer) =>
    `${tight(operand, printer)} ${not(negated)}BETWEEN ${tight(low, printer)} AND ${tight(high, printer)}`,
  'in-list': ({ operand, items, negated }, printer) =>
    `${tight(operand, printer)} ${not(negated)}IN (${printList(items, printer)})`,
  'in-query': ({ operand, query, negated }, printer) =>
    `${tight(operand, printer)} ${not(negated)}IN (${printer.query(query)})`,
  like: ({ operand, pattern, escape, negated }, printer) =>
    `${tight(operand, printer)} ${not(negated)}LIKE ${printer.expression(pattern, LEVEL.sign)}${printEscape(escape)}`,
  regexp: ({ operand, pattern, negated }, printer) =>
    `${tight(operand, printer)} ${not(negated)}REGEXP ${tight(pattern, printer)}`,
  exists: ({ query }, printer) => `EXISTS (${printer.query(query)})`,
  quantified: ({ operand, operator, quantifier, query }, printer) =>
    `${printer.expression(operand, LEVEL.comparison)} ${operator} ${quantifier.toUpperCase()} (${printer.query(query)})`,
  'scalar-query': ({ query }, printer) => `(${printer.query(query)})`,
  row: ({ items }, printer) => `(${printList(items, printer)})`,
  case: printCase,
  cast: ({ operand, type }, printer) => `CAST(${printer.expression(operand)} AS ${printCastType(type)})`,
  transcode: ({ operand, charset }, printer) => `CONVERT(${printer.expression(operand)} USING ${charset})`,
  collate: ({ operand, collation }, printer) => `${printer.expression(operand, LEVEL.collate)} COLLATE ${collation}`,
  interval: printInterval,
  extract: ({ unit, operand }, printer) => `EXTRACT(${unit} FROM ${printer.expression(operand)})`,
  trim: printTrim,
  call: printCall,
};

/** Prints an expression, in parentheses if it binds less tightly than `level`. */
export function printNode(node: Expression<Written>, printer: Printer, level: number): string {
  const print: (node: never, printer: Printer) => string = PRINTERS[node.kind];
  const text = print(node as never, printer);
  return levelOf(node) < level ? `(${text})` : text;
}

/** Levels of the calls that are printed as operators. */
const CALL_LEVELS: Readonly<Partial<Record<string, number>>> = { 'MEMBER OF': LEVEL.predicate, '||': LEVEL.pipes };

function levelOf(node: Expression<Written>): number {
  if (node.kind === 'binary') return OPERATOR_LEVEL[node.operator];
  if (node.kind === 'unary') return node.operator === 'not' ? LEVEL.not : LEVEL.sign;
  if (node.kind === 'call') return CALL_LEVELS[node.name] ?? LEVEL.primary;
  return LEVELS[node.kind] ?? LEVEL.primary;
}

function printList(items: readonly Expression<Written>[], printer: Printer): string {
  return items.map((item) => printer.expression(item)).join(', ');
}

function tight(operand: Expression<Written>, printer: Printer): string {
  return printer.expression(operand, LEVEL.bitOr);
}

function not(negated: boolean): string {
  return negated ? 'NOT ' : '';
}

/** Prints a unary operator. Separates two signs, because `--` starts a comment. */
function printUnary({ operator, operand }: Unary<Written>, printer: Printer): string {
  if (operator === 'not') return `NOT ${printer.expression(operand, LEVEL.not)}`;
  const text = printer.expression(operand, LEVEL.sign);
  return /^[-+]/.test(text) ? `${operator} ${text}` : `${operator}${text}`;
}

/**
 * Prints a binary operator. Long chains nest to the left, so a loop prints them without recursion. Predicates as
 * operands of a comparison get parentheses for readability.
 */
function printBinary(node: Binary<Written>, printer: Printer): string {
  const level = OPERATOR_LEVEL[node.operator];
  const parts = node.operator === 'and' ? conjuncts(node) : node.operator === 'or' ? disjuncts(node) : [];
  if (parts.length > LONGEST_LEFT_CHAIN)
    return parts.map((part) => printer.expression(part, level + 1)).join(` ${node.operator.toUpperCase()} `);
  const rightLevel = level === LEVEL.comparison ? LEVEL.bitOr : Math.min(level + 1, LEVEL.primary);
  const tail: string[] = [];
  let first: Expression<Written> = node;
  while (first.kind === 'binary' && OPERATOR_LEVEL[first.operator] === level) {
    tail.push(` ${first.operator.toUpperCase()} ${printer.expression(first.right, rightLevel)}`);
    first = first.left;
  }
  return printer.expression(first, level) + tail.reverse().join('');
}

/**
 * Prints an interval. Adds parentheses when the value starts with one, because `INTERVAL (a, b)` is a function call, and
 * when it starts with a string, because `INTERVAL '3 days'` is complete.
 */
function printInterval({ value, unit }: Node<'interval'>, printer: Printer): string {
  const text = printer.expression(value);
  const isOpen = text.startsWith('(')
    ? value.kind !== 'scalar-query'
    : text.startsWith("'") && value.kind !== 'literal';
  return isOpen ? `INTERVAL (${text}) ${unit}` : `INTERVAL ${text} ${unit}`;
}

function printEscape(escape: string | undefined): string {
  return escape === undefined ? '' : ` ESCAPE ${printString(escape)}`;
}

function printCase({ operand, branches, otherwise }: Case<Written>, printer: Printer): string {
  return [
    'CASE',
    ...(operand === undefined ? [] : [printer.expression(operand)]),
    ...branches.map(({ when, then }) => `WHEN ${printer.expression(when)} THEN ${printer.expression(then)}`),
    ...(otherwise === undefined ? [] : [`ELSE ${printer.expression(otherwise)}`]),
    'END',
  ].join(' ');
}

function printCastType(type: CastType): string {
  const name = type.name.toUpperCase();
  if ('precision' in type && type.precision !== undefined) {
    return type.scale === undefined ? `${name}(${type.precision})` : `${name}(${type.precision}, ${type.scale})`;
  }
  return 'length' in type && type.length !== undefined ? `${name}(${type.length})` : name;
}

function printTrim({ side, remove, operand }: Node<'trim'>, printer: Printer): string {
  const text = printer.expression(operand);
  if (side === 'both' && remove === undefined) return `TRIM(${text})`;
  const removed = remove === undefined ? '' : `${printer.expression(remove)} `;
  return `TRIM(${side.toUpperCase()} ${removed}FROM ${text})`;
}
