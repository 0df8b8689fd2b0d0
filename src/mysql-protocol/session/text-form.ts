/** A literal as it stands in a text. */
export interface WrittenLiteral {
  readonly value: string | number;
  readonly at: number;
}

/** A text with marks in place of literals after comparison operators, IN and BETWEEN. Texts with equal keys differ only in these. */
export interface TextForm {
  readonly key: string;
  readonly literals: readonly WrittenLiteral[];
}

/** A string without escapes, or a whole number. */
const LITERAL = String.raw`(?:'[^'\\]*'(?!')|(?:0|[1-9]\d{0,14})(?![\w.$\u0080-\uffff]))`;
/** What stands around literals: an operator, IN with a list of nothing else, or BETWEEN. */
const PLACES = [
  String.raw`(?<![->])(?:<=|>=|<>|!=|[=<>])\s*${LITERAL}`,
  String.raw`\bIN\s*\(\s*${LITERAL}(?:\s*,\s*${LITERAL})*\s*\)`,
  String.raw`\bBETWEEN\s+${LITERAL}\s+AND\s+${LITERAL}`,
];
const QUOTED = [String.raw`'(?:[^'\\]|\\[^]|'')*'`, String.raw`"(?:[^"\\]|\\[^]|"")*"`, '`[^`]*`'];
/** Quoted strings and names, which are skipped; or a place with its literals. */
const PARTS = new RegExp(`(?:${QUOTED.join('|')})|(${PLACES.join('|')})`, 'gi');
const LITERALS = new RegExp(LITERAL, 'g');
/** The parts of a text that make its form unsafe: comments, which may contain quotes, variables and parameters, and the character of the marks. */
const UNSAFE = /--|\/\*|[#@?\0]/;
const [STRING, NUMBER] = ['\0s', '\0n'];
const MARKS = /\0[sn]/g;

/** Returns the form of a text; undefined if it has none, or no such literals. The caller must check that the literals are what they seem. */
export function textForm(text: string): TextForm | undefined {
  const literals: WrittenLiteral[] = [];
  let [key, end] = ['', 0];
  for (const { 1: place, index } of text.matchAll(PARTS)) {
    for (const { 0: literal, index: inPlace } of place?.matchAll(LITERALS) ?? []) {
      const at = index + inPlace;
      const isString = literal.startsWith("'");
      literals.push({ value: isString ? literal.slice(1, -1) : Number(literal), at });
      key += text.slice(end, at) + (isString ? STRING : NUMBER);
      end = at + literal.length;
    }
  }
  key += text.slice(end);
  return literals.length === 0 || UNSAFE.test(key.replaceAll(MARKS, '')) ? undefined : { key, literals };
}
