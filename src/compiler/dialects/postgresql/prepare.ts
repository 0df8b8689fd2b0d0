import type { Between, Binary, Call, Case, InList, OrderItem, Reference } from '../../../model';
import { isConstant, type Expression, type Query, type Select, type Source } from '../../emit';
import {
  binary,
  isExpression,
  isNamedWindow,
  joinAll,
  NULL,
  rewriteChildren,
  rewriteParts,
  someNode,
  type Rewrite,
} from '../../tree';
import { ARITHMETIC_OPERATORS, COMPARISON_OPERATORS, type Resolved, typeOf } from '../../values';
import { aliasedValue, orderRows, withValues } from './orders';
import { typeRows } from './typed-rows';

/**
 * Returns the query with everything explicit that PostgreSQL would do differently: the order of strings, which is by
 * code point and not by a locale, the types of NULL and of the arms of set operations, and output names in expressions.
 */
export function prepare(query: Query): Query {
  return new Preparation().query(query, true);
}

/** The collation of the database, in the nodes of `prepare`. No collation of MySQL has this name. */
export const DEFAULT_COLLATION = 'default';

class Preparation {
  /** The aliases of tables of the data source, whose columns may hold another type than that of the property. */
  private readonly tables = new Set<string>();
  private readonly within: Rewrite<Resolved> = {
    expression: (expression) => this.expression(expression),
    query: (query) => this.query(query, false),
  };

  private readonly ofHeld: Rewrite<Resolved> = {
    ...this.within,
    expression: (child) => (isHeld(child) ? child : this.expression(child)),
  };

  query(query: Query, isOutermost: boolean): Query {
    if (query.kind === 'select' && query.from !== undefined) this.addTables(query.from);
    const rewritten = rewriteParts(typeRows(query), this.within);
    if (rewritten.kind === 'set') return orderRows(rewritten);
    const select = groupByValues(withSortedWindows(rewritten));
    return orderRows(isOutermost ? select : withDefaultCollation(select));
  }

  private addTables(source: Source): void {
    if (source.kind === 'join') {
      this.addTables(source.left);
      this.addTables(source.right);
    } else if (source.kind === 'table' && source.table.kind !== 'common') {
      const name = source.table.kind === 'physical' ? source.table.parts.at(-1) : undefined;
      this.tables.add(source.alias?.name ?? name ?? '');
    }
  }

  /** Returns the expression with strings that are ordered by code point, and without names of columns that are NULL. */
  private expression(expression: Expression): Expression {
    if (expression.kind === 'reference') return this.reference(expression);
    const node = rewriteChildren(expression, readsHeld(expression) ? this.ofHeld : this.within);
    switch (node.kind) {
      case 'binary':
        return COMPARISON_OPERATORS.has(node.operator) ? comparison(node) : node;
      case 'between':
        return between(node);
      case 'quantified':
        return isOrdering(node.operator) ? { ...node, operand: byCodePoint(node.operand) } : node;
      case 'in-list':
        return inList(node);
      case 'case':
        return caseOf(node);
      case 'call':
        return prepareCall(node);
      default:
        return node;
    }
  }

  /** Returns a column that holds a string, if its property is one. */
  private reference(node: Reference<Resolved>): Expression {
    const { type, stored, source } = node.reference;
    if (type === 'null') return NULL;
    const isOther = stored === undefined ? this.tables.has(source) : stored !== 'string';
    return type === 'string' && isOther ? { kind: 'cast', operand: node, type: { name: 'char' } } : node;
  }
}

/** Returns whether a node is a string column with a known stored type. */
const isHeld = (node: Expression): boolean =>
  node.kind === 'reference' && node.reference.type === 'string' && node.reference.stored !== undefined;

const HELD: ReadonlySet<Expression['kind']> = new Set([
  'cast',
  'like',
  'regexp',
  'trim',
  'collate',
  'unary',
  'extract',
] as const);
/** Functions that return an argument or compare their arguments. The others convert each argument from the type that is stored. */
const CHOOSING: ReadonlySet<string> = new Set(['IF', 'IFNULL', 'COALESCE', 'NULLIF', 'GREATEST', 'LEAST', 'MIN', 'MAX', 'LAG', 'LEAD', 'FIRST_VALUE', 'LAST_VALUE', 'NTH_VALUE']); // prettier-ignore

/** Returns whether a node converts its operands from the types that the data source stores. */
function readsHeld(node: Expression): boolean {
  if (node.kind === 'binary') return ARITHMETIC_OPERATORS.has(node.operator);
  return node.kind === 'call' ? !CHOOSING.has(node.name) : HELD.has(node.kind);
}

const isText = (node: Expression): boolean => typeOf(node) === 'string';
const isOrdering = (operator: string): boolean => /^[<>]=?$/.test(operator);

/** Returns the string as one that is ordered by code point. */
function byCodePoint(value: Expression): Expression {
  const hasCollation = someNode(value, ({ kind }) => kind === 'collate');
  return hasCollation || !isText(value) ? value : { kind: 'collate', operand: value, collation: 'C' };
}

function comparison(node: Binary<Resolved>): Expression {
  const { operator, left, right } = node;
  if (isOrdering(operator) && isText(left) && isText(right)) {
    const hasCollation = someNode(left, ({ kind }) => kind === 'collate');
    return hasCollation ? node : binary(left, operator, byCodePoint(right));
  }
  return binary(beside(right, left), operator, beside(left, right));
}

/** Returns TRUE or FALSE as a boolean where it is compared with one; elsewhere it is the number 1 or 0. */
function beside(other: Expression, value: Expression): Expression {
  const isTruth = value.kind === 'literal' && value.type === 'boolean';
  const isBoolean = typeOf(other) === 'boolean' || (other.kind === 'literal' && other.of === 'boolean');
  return isTruth && isBoolean ? { kind: 'cast', operand: value, type: { name: 'boolean' } } : value;
}

/** Returns a list with items of the type of its operand. A column whose type only the server knows is compared with each item. */
function inList(node: InList<Resolved>): Expression {
  const { operand, items, negated } = node;
  if (operand.kind !== 'reference' || typeOf(operand) !== 'unknown' || !items.some(isText))
    return { ...node, items: items.map((item) => beside(operand, item)) };
  const any = joinAll(
    items.map((item) => binary(operand, '=', item)),
    (left, right) => binary(left, 'or', right),
  );
  return negated ? { kind: 'unary', operator: 'not', operand: any } : any;
}

function between({ operand, low, high, ...rest }: Between<Resolved>): Expression {
  return { ...rest, operand: byCodePoint(operand), low: beside(operand, low), high: beside(operand, high) };
}

function caseOf(node: Case<Resolved>): Expression {
  const { operand, branches } = node;
  if (operand === undefined) return node;
  // PostgreSQL takes NULL as a string, which it cannot compare with other values
  const compared = (when: Expression): Expression => (typeOf(operand) === 'null' ? NULL : beside(operand, when));
  return { ...node, branches: branches.map(({ when, then }) => ({ when: compared(when), then })) };
}

const OF_ROWS: ReadonlySet<string> = new Set(['LAG', 'LEAD', 'FIRST_VALUE', 'LAST_VALUE', 'NTH_VALUE']);

const EXTREMES: ReadonlySet<string> = new Set(['MIN', 'MAX', 'GREATEST', 'LEAST']);

function prepareCall(node: Call<Resolved>): Expression {
  const { arguments: [first, ...others], orderBy, over } = node; // prettier-ignore
  const isUntyped = OF_ROWS.has(node.name) && first !== undefined && isExpression(first) && typeOf(first) === 'null';
  const isExtreme = EXTREMES.has(node.name) && first !== undefined && isExpression(first) && isText(node);
  return {
    ...node,
    ...(isExtreme && { arguments: [byCodePoint(first), ...others] }),
    ...(isUntyped && { arguments: [{ ...NULL, of: 'string' as const }, ...others] }),
    ...(orderBy && { orderBy: orderBy.map(sorted) }),
    ...(over && { over: isNamedWindow(over) ? over : { ...over, orderBy: over.orderBy.map(sorted) } }),
  };
}

const sorted = (item: OrderItem<Resolved>): OrderItem<Resolved> => ({
  ...item,
  expression: byCodePoint(item.expression),
});

function withSortedWindows(select: Select): Select {
  const windows = select.windows.map(({ name, window }) => ({
    name,
    window: { ...window, orderBy: window.orderBy.map(sorted) },
  }));
  return { ...select, windows };
}

/**
 * Returns the SELECT with output names replaced by their values in GROUP BY and HAVING, where PostgreSQL does not know
 * them within expressions. A constant key is cast, because PostgreSQL accepts no plain constant.
 */
function groupByValues(select: Select): Select {
  const substitute = (node: Expression): Expression =>
    withValues(node, ({ reference }) =>
      reference.isOutput === true ? aliasedValue(select, reference.name) : undefined,
    );
  const keys = select.groupBy.filter((key) => !isConstant(key));
  const kept = select.rollup || keys.length === 0 ? select.groupBy : keys;
  const groupBy = kept.map((key) =>
    isConstant(key) ? ({ kind: 'cast', operand: NULL, type: { name: 'char' } } as const) : substitute(key),
  );
  const { having } = select;
  return { ...select, groupBy, ...(having && { having: substitute(having) }) };
}

/**
 * Returns a nested SELECT whose strings have the default collation again. A column with the collation "C" could not be
 * compared with one of another collation.
 */
function withDefaultCollation(select: Select): Select {
  const items = select.items.map((item) => {
    const { expression } = item;
    const isCollated =
      isExpression(expression) && isText(expression) && someNode(expression, ({ kind }) => kind === 'collate');
    return isCollated
      ? { ...item, expression: { kind: 'collate' as const, operand: expression, collation: DEFAULT_COLLATION } }
      : item;
  });
  return { ...select, items };
}
