import { refuseText } from './refuse-text';
import { scanBackticks, scanString } from './scan-quoted';
import { skipWhiteSpace } from './skip-white-space';
import type { Token, TokenKind } from './token';

const ASCII_WORD = /[\w$]+/y;
const WORD = /[\w$\p{L}\p{M}\p{N}]+/uy;
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const RADIX = /0(?:x[0-9A-Fa-f]+|b[01]+)(?![\w$])/y;
const SYMBOL = /::|->>|<=>|->|<<|>>|<=|>=|<>|!=|&&|\|\||[-+*/%&|^~!=<>().,;]/y;
/** `?`, or the name of a parameter after a colon, which is the value. */
const PLACEHOLDER = /\?|:[A-Za-z_]\w*/y;
const HEXADECIMAL = /^(?:[0-9A-Fa-f]{2})*$/;
const BINARY = /^[01]*$/;

/** Characters that start constructs of other dialects, with their error messages. */
const REFUSED: Readonly<Record<string, string>> = {
  '@': 'variables are not part of the language',
  ':': 'assignments are not part of the language, and the name of a parameter begins with a letter or "_"',
};

/** A variable of MySQL, of the system or, with one `@`, of the session. */
const VARIABLE = /@@?(?:(?:session|local|global)\s*\.\s*)?(?:`[^`]*`|[\w$.]+)/iy;

/**
 * Reads the token after `previous`, or the first token without it. Returns the `end` token at the end of the input. Variables are tokens only
 * where the language has them.
 */
export function scanToken(text: string, previous: Token | undefined, hasVariables = false): Token {
  const at = skipWhiteSpace(text, previous?.end ?? 0);
  if (at >= text.length) return { kind: 'end', value: '', key: '', at, end: at };
  const first = text.charAt(at);
  if (isWordStart(first)) return scanWord(text, at);
  if (first === '`') return scanName(text, at, 'backtick');
  if (first === '"') return scanName(text, at, 'double');
  if (first === "'") return { kind: 'string', key: '', at, ...scanString(text, at) };
  if (isDigit(first) || (first === '.' && startsFraction(text, at, previous))) return scanNumber(text, at);
  return scanSymbol(text, at, hasVariables);
}

/** Reads a variable, or the sign of an assignment to one. */
function scanVariable(text: string, at: number): Token | undefined {
  if (text.startsWith(':=', at)) return { kind: 'symbol', value: ':=', key: ':=', at, end: at + 2 };
  const variable = match(VARIABLE, text, at);
  if (variable === undefined) return undefined;
  return { kind: 'variable', value: variable.replaceAll(/[`\s]/g, ''), key: '', at, end: at + variable.length };
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

function isWordStart(character: string): boolean {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || '_$'.includes(character);
}

/** Reports whether a dot starts a number: it does in `.5`, but not in `t.5`. */
function startsFraction(text: string, at: number, previous: Token | undefined): boolean {
  const afterName = previous?.end === at && ['word', 'backtick', 'double'].includes(previous.kind);
  return !afterName && isDigit(text.charAt(at + 1));
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? text.slice(at, pattern.lastIndex) : undefined;
}

/** Reads a word. Keywords are ASCII: a word with other letters never becomes one by a change of case (as the long s would). */
function scanWord(text: string, at: number): Token {
  let value = match(ASCII_WORD, text, at) ?? '';
  let end = at + value.length;
  if (text.charAt(end) === "'" && value.length === 1 && 'nNxXbB'.includes(value)) return scanPrefixed(text, at);
  if (text.charCodeAt(end) < 0x80 || end >= text.length) {
    return { kind: 'word', value, key: value.toUpperCase(), at, end };
  }
  value = match(WORD, text, at) ?? value;
  end = at + value.length;
  return { kind: 'word', value, key: '', at, end };
}

/** Reads `N'...'`, `x'...'` or `b'...'`. */
function scanPrefixed(text: string, at: number): Token {
  const { value, end } = scanString(text, at + 1);
  const prefix = text.charAt(at).toLowerCase();
  if (prefix === 'n') return { kind: 'string', value, key: '', at, end };
  if (!(prefix === 'x' ? HEXADECIMAL : BINARY).test(value)) {
    const digits = prefix === 'x' ? 'an even number of hexadecimal digits' : 'only the digits 0 and 1';
    refuseText(text, at, { message: `${prefix}'...' must contain ${digits}` });
  }
  return { kind: prefix === 'x' ? 'hex' : 'bit', value: value.toUpperCase(), key: '', at, end };
}

function scanName(text: string, at: number, kind: 'backtick' | 'double'): Token {
  const { value, end } = kind === 'backtick' ? scanBackticks(text, at) : scanString(text, at);
  return { kind, value, key: '', at, end };
}

/** Reads a number, or a name that starts with digits, such as `2019_sales`. */
function scanNumber(text: string, at: number): Token {
  const radix = match(RADIX, text, at);
  if (radix !== undefined) return readRadix(radix, at);
  const value = match(NUMBER, text, at) ?? '';
  const end = at + value.length;
  if (/^\d+$/.test(value) && isWordPart(text, end)) {
    const word = match(WORD, text, at) ?? value;
    return { kind: 'word', value: word, key: '', at, end: at + word.length };
  }
  return { kind: kindOfNumber(value), value, key: '', at, end };
}

function isWordPart(text: string, at: number): boolean {
  return match(WORD, text, at) !== undefined;
}

function readRadix(value: string, at: number): Token {
  const digits = value.slice(2).toUpperCase();
  const end = at + value.length;
  if (value.charAt(1) === 'b') return { kind: 'bit', value: digits, key: '', at, end };
  return { kind: 'hex', value: digits.length % 2 === 0 ? digits : `0${digits}`, key: '', at, end };
}

function kindOfNumber(value: string): TokenKind {
  if (/[eE]/.test(value)) return 'float';
  return value.includes('.') ? 'decimal' : 'integer';
}

function scanSymbol(text: string, at: number, hasVariables: boolean): Token {
  const ofSession = hasVariables ? scanVariable(text, at) : undefined;
  if (ofSession !== undefined) return ofSession;
  const value = match(SYMBOL, text, at);
  if (value !== undefined) return { kind: 'symbol', value, key: value, at, end: at + value.length };
  const placeholder = match(PLACEHOLDER, text, at);
  if (placeholder !== undefined) {
    const value = placeholder.replace(':', '');
    return { kind: 'placeholder', value, key: '', at, end: at + placeholder.length };
  }
  const word = match(WORD, text, at);
  if (word !== undefined) return { kind: 'word', value: word, key: '', at, end: at + word.length };
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const message = REFUSED[character];
  if (message !== undefined) refuseText(text, at, { message, code: 'statement_not_allowed' });
  return refuseText(text, at, { message: `unexpected character ${describe(character)}`, hint: hintAt(character) });
}

function hintAt(character: string): string | undefined {
  if (character === '[') return 'a path is one name in backticks, such as `placed[invoice].total`';
  return /[‘’‚“”„«»´]/.test(character) ? "write strings between ' and ', names between ` and `" : undefined;
}

function describe(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(character) ? `"${character}" (U+${code})` : `U+${code}`;
}
