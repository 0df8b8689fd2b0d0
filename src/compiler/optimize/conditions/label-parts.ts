import type { Binary, Expression, Literal, Reference } from '../../../model';
import type { Column, Resolved } from '../../values';
import { derive, observe } from '../../trace';
import { binary, conjunction, constant, isExpression, isNull } from '../../tree';
import type { Rows } from './rewrite-conditions';

type Value = Expression<Resolved>;
type Texts = readonly [Reference<Resolved>, ...Reference<Resolved>[]];

/**
 * Up to six words of ASCII letters, digits and punctuation, separated by single spaces. No collation treats another
 * character as that space.
 */
const WORDS = /^[\x21-\x7e]+(?: [\x21-\x7e]+){0,5}$/;

/**
 * Returns the comparison of a label with a string, together with the conditions that it implies for the first and the
 * last column of the label. These columns may have an index. The label does not contain columns that are NULL.
 */
export function narrowLabel(condition: Value, rows: Rows): Value | undefined {
  if (condition.kind !== 'binary' || condition.operator !== '=') return undefined;
  const { label, text } = sidesOf(condition);
  const columns = label && readColumns(label, rows);
  if (columns === undefined || text === undefined) return undefined;
  const count = observe(text, (known) => (WORDS.test(known.text) ? known.text.split(' ').length : 0));
  if (count === 0) return undefined;
  const places = Array.from({ length: count }, (_, index) => index + 1);
  const [first] = columns;
  const last = columns.at(-1) ?? first;
  const starts = places.map((place) => wordsOf(text, 0, place));
  const ends = places.map((place) => wordsOf(text, -place));
  return conjunction([
    isOneOf(first, starts, rows),
    isOneOf(last, padsBlanks(last.reference, rows) ? [...ends, constant('string', '')] : ends, rows),
    condition,
  ]);
}

function sidesOf({ left, right }: Binary<Resolved>): { readonly label?: Value; readonly text?: Literal } {
  if (right.kind === 'literal' && right.type === 'string') return { label: left, text: right };
  return left.kind === 'literal' && left.type === 'string' ? { label: right, text: left } : {};
}

/** Returns the columns of a label, if they are strings with one collation. */
function readColumns(label: Value, rows: Rows): Texts | undefined {
  const [first, ...others] = partsOf(label).map((part) => (part.kind === 'reference' ? part : undefined));
  const known = others.filter((other) => other !== undefined);
  if (first === undefined || known.length === 0 || known.length < others.length) return undefined;
  const collation = rows.comparisonOf(first.reference);
  const isText = collation === 'varchar' || collation?.startsWith('text ') === true;
  const areAlike = known.every(({ reference }) => rows.comparisonOf(reference) === collation);
  return isText && areAlike ? [first, ...known] : undefined;
}

/** Returns the parts that a built label joins with a space. */
function partsOf(label: Value): readonly Value[] {
  if (label.kind !== 'call' || label.name !== 'CONCAT_WS') return [];
  const [separator, ...parts] = label.arguments.filter(isExpression);
  return separator?.kind === 'literal' && separator.inline === true && separator.text === ' ' ? parts : [];
}

/** Returns whether trailing spaces are ignored in comparisons. The last part may then be empty. */
function padsBlanks(column: Column, rows: Rows): boolean {
  return rows.comparisonOf(column) !== 'varchar';
}

function wordsOf(text: Literal, start: number, end?: number): Literal {
  const cut = (known: Literal): Literal => ({ ...known, text: known.text.split(' ').slice(start, end).join(' ') });
  return derive(text, cut) ?? cut(text);
}

function isOneOf(column: Reference<Resolved>, texts: readonly Literal[], rows: Rows): Value {
  const [first] = texts;
  const isOne: Value =
    texts.length === 1 && first !== undefined
      ? binary(column, '=', first)
      : { kind: 'in-list', operand: column, items: texts, negated: false };
  return rows.isNotNull(column.reference) ? isOne : binary(isOne, 'or', isNull(column));
}
