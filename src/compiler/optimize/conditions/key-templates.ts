import type { Binary, Expression, InList, Literal, Query } from '../../../model';
import type { Resolved } from '../../values';
import { binary, conjunction, isNull, disjunction } from '../../tree';
import { readTemplate, splitId, type IdTemplate, type KeyPart } from './id-template';
import { compareStored } from './stored-columns';
import { judgeText, printedOf, valueOfText } from './printed-value';
import { FALSE, rewriteConditions, type Rows } from './rewrite-conditions';

type Value = Expression<Resolved>;

/**
 * The maximum number of alternatives. Longer lists of composite ids stay strings, because engines process a list faster
 * than many alternatives.
 */
const MOST_ALTERNATIVES = 50;

/**
 * Compares key columns instead of the ids that are built from them (docs/language.md). An id in a condition is split
 * into typed values, which indexes can find; the condition is FALSE if no key has that id. Two built ids are equal if
 * their key columns are.
 */
export function keyTemplates(query: Query<Resolved>): Query<Resolved> {
  return rewriteConditions(query, (condition, rows) => {
    const stored = compareStored(condition);
    if (stored !== undefined) return stored;
    if (condition.kind === 'in-list') return ofList(condition, rows);
    if (condition.kind !== 'binary') return undefined;
    return condition.operator === '=' || condition.operator === '<>' ? ofComparison(condition, rows) : undefined;
  });
}

function ofComparison({ operator, left, right }: Binary<Resolved>, rows: Rows): Value | undefined {
  const [one, other] = [readTemplate(left), readTemplate(right)];
  const equal =
    one !== undefined && other !== undefined
      ? sameKey(one, other, rows)
      : one !== undefined && isText(right)
        ? isKey(one, right, rows)
        : other !== undefined && isText(left)
          ? isKey(other, left, rows)
          : undefined;
  if (equal === undefined || operator === '=') return equal;
  return negated(equal, [...(one ?? []), ...(other ?? [])], rows);
}

function ofList({ operand, items, negated: isNegated }: InList<Resolved>, rows: Rows): Value | undefined {
  const template = readTemplate(operand);
  const ids = items.filter(isText);
  if (template === undefined || ids.length < items.length || ids.length === 0) return undefined;
  if (template.length > 1 && ids.length > MOST_ALTERNATIVES) return undefined;
  const conditions = ids.map((id) => isKey(template, id, rows)).filter((condition) => condition !== undefined);
  if (conditions.length < ids.length) return undefined;
  const any = anyOf(conditions.filter((condition) => condition !== FALSE));
  return isNegated ? negated(any, template, rows) : any;
}

/** Combines conditions with OR. `a = 1 OR a = 2` becomes `a IN (1, 2)`. */
function anyOf(conditions: readonly Value[]): Value {
  const [first] = conditions;
  if (first === undefined) return FALSE;
  const items = conditions.flatMap((condition) => (isOfColumn(condition) ? [condition.right] : []));
  if (isOfColumn(first) && conditions.length > 1 && items.length === conditions.length)
    return { kind: 'in-list', operand: first.left, items, negated: false };
  return disjunction(conditions) ?? FALSE;
}

/** Returns whether a condition compares a key of one column. */
function isOfColumn(condition: Value): condition is Binary<Resolved> {
  return condition.kind === 'binary' && condition.operator === '=';
}

/**
 * Returns a condition that holds where `condition` is FALSE but not where it is NULL, or undefined if nullable columns
 * of the key prevent this.
 */
function negated(condition: Value, parts: readonly KeyPart[], rows: Rows): Value | undefined {
  const nullable = parts.filter(({ value }) => !rows.isNotNull(value.reference));
  if (condition === FALSE) return conjunction(parts.map(({ value }) => isNull(value, true)));
  if (isOfColumn(condition)) return { ...condition, operator: '<>' };
  if (condition.kind === 'in-list') return { ...condition, negated: true };
  return nullable.length > 0 ? undefined : { kind: 'unary', operator: 'not', operand: condition };
}

/** Returns the comparison of the columns of a key with the parts of an id. */
function isKey(template: IdTemplate, id: Literal, rows: Rows): Value | undefined {
  const isClear = template.length === 1 || template.every((part) => part.isEscaped || isInteger(part, rows));
  if (!isClear) return undefined;
  const texts = splitId(id, template.length);
  if (texts === undefined) return FALSE;
  return conjunctionOf(
    template.map((part, index) => {
      const text = texts[index];
      return text && hasText(part, text, rows);
    }),
  );
}

/**
 * Returns the comparison of a column with the value of this string form. If several values may have that form, the
 * comparison uses the string itself.
 */
function hasText({ value, text, isEscaped }: KeyPart, literal: Literal, rows: Rows): Value | undefined {
  const printed = printedOf(value, rows);
  const verdict = printed === undefined ? 'unknown' : judgeText(literal, printed);
  if (verdict === 'none') return FALSE;
  if (printed !== undefined && verdict === 'one') return binary(value, '=', valueOfText(literal, printed));
  return isEscaped ? binary(text, '=', literal) : undefined;
}

/** Returns the pairwise comparison of the columns of two keys. */
function sameKey(one: IdTemplate, other: IdTemplate, rows: Rows): Value | undefined {
  const [first] = one.length < other.length ? one : other;
  const isComposite = Math.min(one.length, other.length) > 1;
  const areClear = [...one, ...other].every((part) => part.isEscaped || isInteger(part, rows) || !isComposite);
  if (!areClear) return undefined;
  if (one.length !== other.length) return isComposite || isInteger(first, rows) ? FALSE : undefined;
  return conjunctionOf(one.map((part, index) => sameValue(part, other[index], rows)));
}

function sameValue(one: KeyPart, other: KeyPart | undefined, rows: Rows): Value | undefined {
  const comparison = rows.comparisonOf(one.value.reference);
  if (other === undefined || comparison === undefined) return undefined;
  if (comparison !== rows.comparisonOf(other.value.reference)) return undefined;
  const isPlain = [one, other].every((part) => part.text === part.value || printedOf(part.value, rows) !== undefined);
  return isPlain ? binary(one.value, '=', other.value) : undefined;
}

function isInteger({ value }: KeyPart, rows: Rows): boolean {
  return printedOf(value, rows)?.type === 'bigint';
}

/** Combines conditions with AND. Returns FALSE if one of them is FALSE, otherwise undefined if one is unknown. */
function conjunctionOf(conditions: readonly (Value | undefined)[]): Value | undefined {
  const known = conditions.filter((condition) => condition !== undefined);
  if (known.includes(FALSE)) return FALSE;
  return known.length === conditions.length ? conjunction(known) : undefined;
}

function isText(value: Value): value is Literal {
  return value.kind === 'literal' && value.type === 'string';
}
