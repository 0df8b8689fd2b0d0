import type { SessionStatement } from '../../compiler/statement';
import type { Expression, Literal, Written } from '../../model';
import type { WrittenLiteral } from './text-form';

type Node = Expression<Written>;

const LOGIC: ReadonlySet<string> = new Set(['and', 'or', 'xor']);
const COMPARISONS: ReadonlySet<string> = new Set(['=', '<>', '<', '<=', '>', '>=']);

/**
 * Returns a SELECT with parameters in place of literals, in their order. Undefined unless each of them is an operand of a comparison, of IN or
 * of BETWEEN in the condition of its WHERE: other literals may be more than a value, such as the position or the name of a column.
 */
export function parameterizeLiterals(
  statement: SessionStatement,
  literals: readonly WrittenLiteral[],
): SessionStatement | undefined {
  if (statement.kind !== 'query' || statement.placeholders !== undefined) return undefined;
  const { query } = statement;
  if (query.kind !== 'select' || query.where === undefined) return undefined;
  const placeholders: Literal[] = [];
  const place = (operand: Node): Node => {
    if (operand.kind !== 'literal') return operand;
    const parameter = literals.findIndex(({ at }) => at === operand.at);
    const value = literals[parameter]?.value;
    if (value === undefined || operand.text !== String(value) || operand.type !== typeOf(value)) return operand;
    const placeholder: Literal = { kind: 'literal', type: 'null', text: '', at: operand.at, parameter };
    placeholders.push(placeholder);
    return placeholder;
  };
  const where = placeIn(query.where, place);
  return placeholders.length === literals.length
    ? { ...statement, query: { ...query, where }, placeholders }
    : undefined;
}

function placeIn(node: Node, place: (operand: Node) => Node): Node {
  switch (node.kind) {
    case 'unary':
      return node.operator === 'not' ? { ...node, operand: placeIn(node.operand, place) } : node;
    case 'in-list':
      return { ...node, items: node.items.map(place) };
    case 'between':
      return { ...node, low: place(node.low), high: place(node.high) };
    case 'binary': {
      const { left, operator, right } = node;
      if (LOGIC.has(operator)) return { ...node, left: placeIn(left, place), right: placeIn(right, place) };
      return COMPARISONS.has(operator) ? { ...node, left: place(left), right: place(right) } : node;
    }
    default:
      return node;
  }
}

function typeOf(value: string | number): Literal['type'] {
  return typeof value === 'string' ? 'string' : 'integer';
}
