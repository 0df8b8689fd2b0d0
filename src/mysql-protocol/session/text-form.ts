/** A literal as it stands in a text. */
export interface WrittenLiteral {
  readonly value: string | number;
  readonly at: number;
}

/** A text with marks in place of literals after comparison operators. Texts with equal keys differ only in these. */
export interface TextForm {
  readonly key: string;
  readonly literals: readonly WrittenLiteral[];
}

/** Quoted strings and names, which are skipped; or an operator with a string without escapes, or a whole number, after it. */
const PARTS = /'(?:[^'\\]|\\[^]|'')*'|"(?:[^"\\]|\\[^]|"")*"|`[^`]*`|((?<![->])(?:<=|>=|<>|!=|[=<>])\s*)(?:'([^'\\]*)'(?!')|((?:0|[1-9]\d{0,14})(?![\w.$\u0080-\uffff])))/g; // prettier-ignore
/** The parts of a text that make its form unsafe: comments, which may contain quotes, variables and parameters, and the character of the marks. */
const UNSAFE = /--|\/\*|[#@?\0]/;
const [STRING, NUMBER] = ['\0s', '\0n'];
const MARKS = /\0[sn]/g;

/** Returns the form of a text; undefined if it has none, or no such literals. The caller must check that the literals are what they seem. */
export function textForm(text: string): TextForm | undefined {
  const literals: WrittenLiteral[] = [];
  let [key, end] = ['', 0];
  for (const match of text.matchAll(PARTS)) {
    const [part, operator, string, number] = match as (string | undefined)[];
    if (part === undefined || operator === undefined) continue;
    const at = match.index + operator.length;
    literals.push({ value: string ?? Number(number), at });
    key += text.slice(end, at) + (string === undefined ? NUMBER : STRING);
    end = match.index + part.length;
  }
  key += text.slice(end);
  return literals.length === 0 || UNSAFE.test(key.replaceAll(MARKS, '')) ? undefined : { key, literals };
}
