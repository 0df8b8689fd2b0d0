import type { Expression, Literal, Select } from '../../../model';
import type { Column, Resolved } from '../../values';
import { replaceNodes } from '../rewrite/replace-nodes';

type Value = Expression<Resolved>;

/** The replacement for a column of a removed source: the same value, or one that is only equal to it. */
export interface Substitute {
  readonly column: Column;
  /** Whether it is the same value, which may be returned and computed with. */
  readonly isSame: boolean;
  /** Whether it equals the same strings. */
  readonly isText: boolean;
}

/** Returns the query with the columns of `alias` replaced, or undefined if one of them cannot be replaced. */
export function replaceSource(
  query: Select<Resolved>,
  alias: string,
  find: (column: Column) => Substitute | undefined,
): Select<Resolved> | undefined {
  const left: Column[] = [];
  const substituteOf = (node: Value): Substitute | undefined =>
    node.kind === 'reference' && node.reference.source === alias ? find(node.reference) : undefined;
  const replaced = replaceNodes(query, (node) => {
    const compared = replaceCompared(node, substituteOf);
    if (compared !== undefined) return compared;
    if (node.kind !== 'reference' || node.reference.source !== alias) return undefined;
    const substitute = substituteOf(node);
    if (substitute?.isSame === true) return withTypeOf(node.reference, substitute);
    left.push(node.reference);
    return undefined;
  });
  return left.length === 0 && replaced.kind === 'select' ? replaced : undefined;
}

/** Replaces columns in tests for NULL and for equality with strings, for which an equal value is sufficient. */
function replaceCompared(node: Value, substituteOf: (node: Value) => Substitute | undefined): Value | undefined {
  const replaced = (operand: Value, isAllowed: (substitute: Substitute) => boolean): Value | undefined => {
    const substitute = substituteOf(operand);
    return substitute && operand.kind === 'reference' && isAllowed(substitute)
      ? withTypeOf(operand.reference, substitute)
      : undefined;
  };
  if (node.kind === 'is' && node.test === 'null') {
    const operand = replaced(node.operand, () => true);
    return operand && { ...node, operand };
  }
  if (node.kind === 'in-list' && node.items.every(isTextLiteral)) {
    const operand = replaced(node.operand, ({ isText }) => isText);
    return operand && { ...node, operand };
  }
  if (node.kind === 'binary' && (node.operator === '=' || node.operator === '<>') && isTextLiteral(node.right)) {
    const left = replaced(node.left, ({ isText }) => isText);
    return left && { ...node, left };
  }
  return undefined;
}

function isTextLiteral(value: Value): value is Literal {
  return value.kind === 'literal' && value.type === 'string';
}

/** Returns the column with the known type of the property. */
function withTypeOf({ type, scale }: Column, { column }: Substitute): Value {
  return { kind: 'reference', reference: { ...column, type, scale } };
}
