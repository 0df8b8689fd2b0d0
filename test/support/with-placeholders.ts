import { printQuery } from '../../src/compiler/statement';
import { rewriteChildren, rewriteParts } from '../../src/compiler/tree';
import type { Expression, Literal, Query, Written } from '../../src/model';

/** A statement with placeholders, and the values that they replace. */
export interface Parametrized {
  readonly sql: string;
  readonly parameters: readonly unknown[] | Readonly<Record<string, unknown>>;
}

/** Replaces each literal that JSON can represent by a placeholder; with `signs` a negative number is one value. */
export function withPlaceholders(
  query: Query<Written>,
  { isNamed, signs }: { readonly isNamed: boolean; readonly signs: boolean },
): Parametrized {
  const values: unknown[] = [];
  const hole = (value: unknown): Literal => {
    values.push(value);
    return { kind: 'literal', type: 'null', text: '', parameter: `p${values.length}` };
  };
  const rewrite = {
    expression: (node: Expression<Written>): Expression<Written> => {
      const [sign, literal] = signs && node.kind === 'unary' && node.operator === '-' ? [-1, node.operand] : [1, node];
      const value = literal.kind === 'literal' ? jsonOf(literal) : undefined;
      if (value === undefined || (sign < 0 && typeof value !== 'number')) return rewriteChildren(node, rewrite);
      return hole(typeof value === 'number' ? sign * value : value);
    },
    query: (inner: Query<Written>): Query<Written> => rewriteParts(inner, rewrite),
  };
  const sql = printQuery(rewrite.query(query));
  if (isNamed) return { sql, parameters: Object.fromEntries(values.map((value, index) => [`p${index + 1}`, value])) };
  const parameters: unknown[] = [];
  const place = (_: string, number: string): string => {
    parameters.push(values[Number(number) - 1]);
    return '?';
  };
  return { sql: sql.replace(/:p(\d+)/g, place), parameters };
}

/** Returns the JSON value with the same meaning; undefined where there is none, or its digits differ. */
function jsonOf({ type, text }: Literal): unknown {
  if (type === 'null') return null;
  if (type === 'string') return text;
  if (type === 'boolean') return text === 'true';
  return ['integer', 'decimal'].includes(type) && String(Number(text)) === text ? Number(text) : undefined;
}
