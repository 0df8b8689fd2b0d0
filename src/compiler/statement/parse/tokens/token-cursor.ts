import { findNearest } from '../../../../errors';
import type { Expression, Identifier, Literal, Query, Written } from '../../../../model';
import { RESERVED } from './keywords';
import { refuseText, type Refusal } from './refuse-text';
import { scanOpaque } from './scan-opaque';
import { scanToken } from './scan-token';
import type { Token, TokenKind } from './token';

/** The mutually recursive grammar rules, injected so that the grammar files need no circular imports. */
export interface Grammar {
  readonly expression: (cursor: TokenCursor, level: number) => Expression<Written>;
  /** Parses the operators after an operand that is already parsed. */
  readonly climb: (cursor: TokenCursor, operand: Expression<Written>) => Expression<Written>;
  readonly query: (cursor: TokenCursor) => Query<Written>;
  /** Parses the set operations, ORDER BY and LIMIT after a parenthesized query that is already parsed. */
  readonly extendQuery: (cursor: TokenCursor, first: Query<Written>) => Query<Written>;
  /** Returns the value of a variable of the system; absent where the language has no variables. */
  readonly variable?: (name: string, at: number) => Literal;
  /** Returns the number of rows that a parameter of LIMIT is, by its place among all parameters; absent where LIMIT has none. */
  readonly count?: (place: number, at: number) => number;
}

/** The depth that a parenthesis or subquery adds towards `DEEPEST`; an operator adds 1. Parentheses can therefore nest 200 levels deep. */
export const NEST = 5;
const DEEPEST = 1000;
/** The maximum height of a tree, because functions that walk it are recursive. */
const HIGHEST = 1000;
/**
 * The maximum counts per statement. They bound its planning, which blocks other requests, to some hundredths of a
 * second (docs/language.md).
 */
const MOST = { tokens: 150_000, values: 30_000, selects: 500, joins: 250 } as const;
const VALUES: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'string',
  'integer',
  'decimal',
  'float',
  'hex',
  'bit',
  'placeholder',
]);

const NO_VARIABLE: Refusal = {
  message: 'env() can be only the value of an option of a data source, such as its password',
};

const NO_PARAMETER =
  'a parameter is a value of an expression; write everything else, also the number of a LIMIT, in the statement';

/** Keywords suggested where a query continues with an unexpected word. */
const CLAUSES = ['FROM', 'WHERE', 'JOIN', 'LEFT', 'RIGHT', 'GROUP', 'HAVING', 'ORDER', 'LIMIT', 'UNION', 'AND', 'OR'];

/** The reader of tokens that every grammar rule receives. It scans tokens on demand, with unlimited lookahead. */
export class TokenCursor {
  /** Height of the tree parsed so far in the current expression. Long chains of operators increase it without nesting. */
  height = 0;
  /** The placeholders parsed so far, in all statements. */
  readonly placeholders: Literal[] = [];
  private readonly tokens: Token[] = [];
  private index = 0;
  private depth = 0;
  private counts = { tokens: 0, values: 0, selects: 0, joins: 0 };

  constructor(
    readonly text: string,
    private readonly grammar: Grammar,
  ) {}

  /** Whether the text comes from a client of the MySQL protocol, which sends some words that change nothing here. */
  get isOfSession(): boolean {
    return this.grammar.variable !== undefined;
  }

  /**
   * Reads a variable; undefined if none is next. One of the system becomes its value, `@x` a call of that name without arguments, and the
   * assignment `@x := value` a call with its value.
   */
  variable(): Expression<Written> | undefined {
    const { kind, value, at } = this.peek();
    if (kind !== 'variable' || this.grammar.variable === undefined) return undefined;
    this.next();
    if (value.startsWith('@@')) return this.grammar.variable(value, at);
    const assigned = this.take(':=') ? [this.expression()] : [];
    return { kind: 'call', name: value.toLowerCase(), arguments: assigned, distinct: false, at };
  }

  /** Reads a parameter of LIMIT as its value; undefined if none is next. */
  count(): number | undefined {
    const { kind, value, at } = this.peek();
    if (kind !== 'placeholder' || value !== '?' || this.grammar.count === undefined) return undefined;
    this.next();
    const place = this.placeholders.length;
    this.placeholders.push({ kind: 'literal', type: 'null', text: '', at, parameter: place });
    return this.grammar.count(place, at);
  }

  expression(level = 1): Expression<Written> {
    return this.grammar.expression(this, level);
  }

  climb(operand: Expression<Written>): Expression<Written> {
    return this.grammar.climb(this, operand);
  }

  query(): Query<Written> {
    return this.grammar.query(this);
  }

  extendQuery(first: Query<Written>): Query<Written> {
    return this.grammar.extendQuery(this, first);
  }

  peek(ahead = 0): Token {
    return this.tokens[this.index + ahead] ?? this.scan(this.index + ahead);
  }

  private scan(wanted: number): Token {
    let last = this.tokens.at(-1);
    while (last?.kind !== 'end' && this.tokens.length <= wanted) {
      last = scanToken(this.text, last, this.isOfSession);
      this.tokens.push(last);
      this.tally('tokens', 'words and symbols', last.at);
      if (VALUES.has(last.kind)) this.tally('values', 'strings and numbers', last.at);
      if (last.key === 'SELECT') this.tally('selects', 'SELECTs', last.at);
    }
    return last ?? scanToken(this.text, undefined);
  }

  next(): Token {
    const token = this.peek();
    if (token.kind !== 'end') this.index += 1;
    return token;
  }

  /** Discards all consumed tokens except the last, because a script of a whole ontology has very many. Resets the counts. */
  forget(): void {
    this.tokens.splice(0, this.index - 1);
    this.index = Math.min(this.index, 1);
    this.counts = { tokens: 0, values: 0, selects: 0, joins: 0 };
  }

  /** The offset of the end of the last consumed token. */
  get end(): number {
    return this.tokens[this.index - 1]?.end ?? 0;
  }

  at(key: string, ...further: readonly string[]): boolean {
    return this.peek().key === key && further.every((next, index) => this.peek(index + 1).key === next);
  }

  atAny(keys: ReadonlySet<string>): boolean {
    return keys.has(this.peek().key);
  }

  /** Consumes the keywords or symbols if all of them follow in this order. Returns whether it did. */
  take(key: string, ...further: readonly string[]): boolean {
    if (this.peek().key !== key || !this.at(key, ...further)) return false;
    this.index += 1 + further.length;
    return true;
  }

  expect(...keys: readonly string[]): void {
    for (const key of keys) if (!this.take(key)) this.refuseFound(key, [key]);
  }

  /** Consumes one of the keywords. Rejects any other token and lists the keywords. */
  expectAny<Key extends string>(keys: readonly Key[]): Key {
    const found = keys.find((key) => this.take(key));
    return found ?? this.refuseFound(keys.join(', '), keys);
  }

  /** Reports whether a name can start here: a quoted name, or a word that is not reserved. */
  atName(ahead = 0): boolean {
    const token = this.peek(ahead);
    if (token.kind === 'word') return !RESERVED.has(token.key);
    return token.kind === 'backtick' || token.kind === 'double';
  }

  /** Reports whether an alias without AS follows, and not the clause OPTIONS. */
  atAlias(): boolean {
    return this.atName() && !this.at('OPTIONS', '(');
  }

  name(what = 'a name'): Identifier {
    if (!this.atName()) this.refuseName(what);
    return this.identifier();
  }

  /** Reads a name after a dot, where reserved words are accepted as names. */
  memberName(): Identifier {
    return this.peek().kind === 'word' ? this.identifier() : this.name();
  }

  /** Reads a name that is defined by the server and printed without quotes. Accepts only ASCII letters, digits and `_`. */
  symbolName(what: string): string {
    const { kind, value } = this.peek();
    if (kind !== 'word' || !/^\w+$/.test(value)) this.refuseFound(what);
    return this.next().value;
  }

  private identifier(): Identifier {
    const { value, at } = this.next();
    if (value === '') this.refuse({ message: 'a name must not be empty' }, at);
    if (value.includes('\0')) this.refuse({ message: 'a name must not contain the character U+0000' }, at);
    return { name: value, at };
  }

  atString(ahead = 0): boolean {
    const { kind } = this.peek(ahead);
    return kind === 'string' || kind === 'double';
  }

  /** Reports whether `env(` follows, which only some options of data sources may be. */
  atVariable(): boolean {
    return this.at('ENV', '(');
  }

  /** Reads a string where only a string is allowed, in single or double quotes. Concatenates adjacent strings, as MySQL does. */
  string(what = 'a string'): string {
    if (this.atVariable()) this.refuse(NO_VARIABLE);
    if (!this.atString()) this.refuseFound(what);
    let value = '';
    while (this.atString()) value += this.next().value;
    return value;
  }

  /** Reads an unsigned integer up to 2^53 - 1. Rejects a greater one, because it would not print as it was read. */
  integer(what = 'a whole number'): number {
    const { kind, value } = this.peek();
    if (kind !== 'integer' || !Number.isSafeInteger(Number(value))) this.refuseFound(what);
    return Number(this.next().value);
  }

  /** Applies `rule` once, and again after each comma. */
  list<Item>(rule: () => Item): Item[] {
    const items = [rule()];
    while (this.take(',')) items.push(rule());
    return items;
  }

  /** Reads a list in parentheses. */
  enclosed<Item>(rule: () => Item): Item[] {
    this.expect('(');
    const items = this.list(rule);
    this.expect(')');
    return items;
  }

  /** Reads a list of names in parentheses. */
  names(what = 'a name'): Identifier[] {
    return this.enclosed(() => this.name(what));
  }

  /** Reads the SQL of a data source verbatim, up to the end of the statement. Call it before any lookahead past the last consumed token. */
  opaque(): { readonly text: string; readonly at: number } {
    const { text, at, end } = scanOpaque(this.text, this.end);
    this.tokens.length = this.index;
    this.tokens.push({ kind: 'opaque', value: text, key: '', at, end });
    this.next();
    return { text, at };
  }

  /** Counts one more joined source. */
  join(): void {
    this.fold();
    this.tally('joins', 'joins', this.peek().at);
  }

  private tally(what: keyof typeof MOST, called: string, at: number): void {
    this.counts[what] += 1;
    if (this.counts[what] <= MOST[what]) return;
    this.refuse({ message: `a statement has at most ${MOST[what]} ${called}`, code: 'statement_too_large' }, at);
  }

  /** Counts one more tree level above the parsed operands: an operator, join or set operation. */
  fold(): void {
    this.height += 1;
    if (this.height <= HIGHEST) return;
    const hint = 'IN (...) accepts any number of values';
    this.refuse({ message: `more than ${HIGHEST} operators in a row`, hint, code: 'statement_too_large' });
  }

  /** Adds `cost` to the nesting depth; `leave` subtracts it. */
  enter(cost: number): void {
    this.depth += cost;
    if (this.depth > DEEPEST)
      this.refuse({
        message: 'the statement is nested too deeply',
        hint: 'use WITH to name sub-queries',
        code: 'statement_too_large',
      });
  }

  leave(cost: number): void {
    this.depth -= cost;
  }

  refuse(refusal: Refusal, at = this.peek().at): never {
    return refuseText(this.text, at, refusal);
  }

  /** Rejects the current token as `expected ... but found ...`, with the nearest keyword as a hint. */
  refuseFound(expected: string, keywords: readonly string[] = []): never {
    const message = `expected ${expected} but found ${describeToken(this.peek())}`;
    if (this.peek().kind === 'placeholder') return this.refuse({ message, hint: NO_PARAMETER });
    const possible = keywords.filter((key) => /^[A-Z]/.test(key));
    return this.refuse({ message, hint: this.hintAt(possible.length > 0 ? possible : CLAUSES) });
  }

  /** Returns a hint for the current word or the one before it, which may be a misspelled keyword that was parsed as an alias. */
  private hintAt(keywords: readonly string[]): string | undefined {
    for (const token of [this.peek(), this.tokens[this.index - 1]]) {
      if (token?.kind !== 'word' || RESERVED.has(token.key)) continue;
      const nearest = findNearest(token.value, keywords);
      if (nearest !== undefined && nearest !== token.key) return `did you mean ${nearest} instead of "${token.value}"?`;
    }
    return undefined;
  }

  private refuseName(what: string): never {
    const token = this.peek();
    if (token.kind === 'placeholder') this.refuseFound(what);
    const hint =
      token.kind === 'word' ? `${token.key} is a reserved word: write it in backticks to use it as a name` : undefined;
    return this.refuse({ message: `expected ${what} but found ${describeToken(token)}`, hint });
  }
}

/** Describes a token for an error message, which never repeats the text of a string: it may be a password. */
function describeToken(token: Token): string {
  if (token.kind === 'end') return 'the end of the input';
  if (token.kind === 'string') return 'a string';
  const shown = token.value.length > 40 ? `${token.value.slice(0, 40)}...` : token.value;
  if (token.kind === 'placeholder') return token.value === '?' ? 'a parameter' : `the parameter ":${shown}"`;
  return `"${shown}"`;
}
