import { findNearest } from '../../../../errors';
import type { Expression, Identifier, Query, Written } from '../../../../model';
import { RESERVED } from './keywords';
import { refuseText, type Refusal } from './refuse-text';
import { scanOpaque } from './scan-opaque';
import { scanToken } from './scan-token';
import type { Token, TokenKind } from './token';

/** The rules that contain each other; handed in, so that the files of the grammar need not import in a circle. */
export interface Grammar {
  readonly expression: (cursor: TokenCursor, level: number) => Expression<Written>;
  /** Goes on behind an operand that is read already. */
  readonly climb: (cursor: TokenCursor, operand: Expression<Written>) => Expression<Written>;
  readonly query: (cursor: TokenCursor) => Query<Written>;
  /** Goes on behind a parenthesised query that is read already: set operations, ORDER BY, LIMIT. */
  readonly extendQuery: (cursor: TokenCursor, first: Query<Written>) => Query<Written>;
}

/** What a parenthesis or sub-query costs of `DEEPEST`; an operator costs 1. So parentheses nest 200 deep. */
export const NEST = 5;
const DEEPEST = 1000;
/** What walks a tree recursively needs a bound on its height. */
const HIGHEST = 1000;
/** What is planned while others wait: so much of a statement as takes some hundredths of a second (docs/language.md). */
const MOST = { tokens: 150_000, values: 30_000, selects: 500, joins: 250 } as const;
const VALUES: ReadonlySet<TokenKind> = new Set<TokenKind>(['string', 'integer', 'decimal', 'float', 'hex', 'bit']);

/** What may be meant where a query goes on with something else. */
const CLAUSES = ['FROM', 'WHERE', 'JOIN', 'LEFT', 'RIGHT', 'GROUP', 'HAVING', 'ORDER', 'LIMIT', 'UNION', 'AND', 'OR'];

/** Reads tokens as they are asked for, with any look-ahead; every rule of the grammar takes one. */
export class TokenCursor {
  /** Height of the tree read so far inside the current expression: long rows of operators make a tree high without nesting. */
  height = 0;
  private readonly tokens: Token[] = [];
  private index = 0;
  private depth = 0;
  private counts = { tokens: 0, values: 0, selects: 0, joins: 0 };

  constructor(
    readonly text: string,
    private readonly grammar: Grammar,
  ) {}

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
      last = scanToken(this.text, last);
      this.tokens.push(last);
      this.count('tokens', 'words and signs', last.at);
      if (VALUES.has(last.kind)) this.count('values', 'texts and numbers', last.at);
      if (last.key === 'SELECT') this.count('selects', 'SELECTs', last.at);
    }
    return last ?? scanToken(this.text, undefined);
  }

  next(): Token {
    const token = this.peek();
    if (token.kind !== 'end') this.index += 1;
    return token;
  }

  /** Lets go of the tokens behind which nobody looks again, but for the last: a script of a whole ontology has very many. */
  forget(): void {
    this.tokens.splice(0, this.index - 1);
    this.index = Math.min(this.index, 1);
    this.counts = { tokens: 0, values: 0, selects: 0, joins: 0 };
  }

  /** End of the token read last. */
  get end(): number {
    return this.tokens[this.index - 1]?.end ?? 0;
  }

  at(key: string, ...further: readonly string[]): boolean {
    return this.peek().key === key && further.every((next, index) => this.peek(index + 1).key === next);
  }

  atAny(keys: ReadonlySet<string>): boolean {
    return keys.has(this.peek().key);
  }

  /** Takes the keywords or symbols if all of them stand here in this order. */
  take(key: string, ...further: readonly string[]): boolean {
    if (this.peek().key !== key || !this.at(key, ...further)) return false;
    this.index += 1 + further.length;
    return true;
  }

  expect(...keys: readonly string[]): void {
    for (const key of keys) if (!this.take(key)) this.refuseFound(key, [key]);
  }

  /** Takes one of the keywords, or refuses and tells which are possible. */
  expectAny<Key extends string>(keys: readonly Key[]): Key {
    const found = keys.find((key) => this.take(key));
    return found ?? this.refuseFound(keys.join(', '), keys);
  }

  /** Whether a name can begin here: quoted, or a word that is not reserved. */
  atName(ahead = 0): boolean {
    const token = this.peek(ahead);
    if (token.kind === 'word') return !RESERVED.has(token.key);
    return token.kind === 'backtick' || token.kind === 'double';
  }

  name(what = 'a name'): Identifier {
    if (!this.atName()) this.refuseName(what);
    return this.identifier();
  }

  /** A name behind a dot, where reserved words are names as well. */
  memberName(): Identifier {
    return this.peek().kind === 'word' ? this.identifier() : this.name();
  }

  /** A name that the server knows and that is printed without quotes: ASCII letters, digits and `_` only. */
  symbolName(what: string): string {
    const { kind, value } = this.peek();
    if (kind !== 'word' || !/^\w+$/.test(value)) this.refuseFound(what);
    return this.next().value;
  }

  private identifier(): Identifier {
    const { value, at } = this.next();
    if (value === '') this.refuse({ message: 'a name has at least one character' }, at);
    if (value.includes('\0')) this.refuse({ message: 'a name does not hold the character U+0000' }, at);
    return { name: value, at };
  }

  atString(ahead = 0): boolean {
    const { kind } = this.peek(ahead);
    return kind === 'string' || kind === 'double';
  }

  /** A string where nothing else can stand, in either kind of quotes; adjacent ones are one (as in MySQL). */
  string(what = 'a string'): string {
    if (!this.atString()) this.refuseFound(what);
    let value = '';
    while (this.atString()) value += this.next().value;
    return value;
  }

  /** A whole number without sign, up to 2^53 - 1: a greater one would not print as it was read. */
  integer(what = 'a whole number'): number {
    const { kind, value } = this.peek();
    if (kind !== 'integer' || !Number.isSafeInteger(Number(value))) this.refuseFound(what);
    return Number(this.next().value);
  }

  /** `rule` once, and again behind each comma. */
  list<Item>(rule: () => Item): Item[] {
    const items = [rule()];
    while (this.take(',')) items.push(rule());
    return items;
  }

  /** A list in parentheses. */
  enclosed<Item>(rule: () => Item): Item[] {
    this.expect('(');
    const items = this.list(rule);
    this.expect(')');
    return items;
  }

  /** Names in parentheses. */
  names(what = 'a name'): Identifier[] {
    return this.enclosed(() => this.name(what));
  }

  /** The SQL of a data source up to the end of the statement, as it stands. Nothing of it may have been looked at. */
  opaque(): { readonly text: string; readonly at: number } {
    const { text, at, end } = scanOpaque(this.text, this.end);
    this.tokens.length = this.index;
    this.tokens.push({ kind: 'opaque', value: text, key: '', at, end });
    this.next();
    return { text, at };
  }

  /** Counts one more source that is joined. */
  join(): void {
    this.fold();
    this.count('joins', 'joins', this.peek().at);
  }

  private count(what: keyof typeof MOST, called: string, at: number): void {
    this.counts[what] += 1;
    if (this.counts[what] <= MOST[what]) return;
    this.refuse({ message: `a statement has at most ${MOST[what]} ${called}`, code: 'statement_too_large' }, at);
  }

  /** Puts a node over what was read before it and since: one operator, join or set operation. */
  fold(): void {
    this.height += 1;
    if (this.height <= HIGHEST) return;
    const hint = 'IN (...) takes any number of values';
    this.refuse({ message: `more than ${HIGHEST} operators in a row`, hint, code: 'statement_too_large' });
  }

  /** Counts one step down into the text; `leave` takes it back. */
  enter(cost: number): void {
    this.depth += cost;
    if (this.depth > DEEPEST)
      this.refuse({
        message: 'the statement is nested too deeply',
        hint: 'WITH gives sub-queries names',
        code: 'statement_too_large',
      });
  }

  leave(cost: number): void {
    this.depth -= cost;
  }

  refuse(refusal: Refusal, at = this.peek().at): never {
    return refuseText(this.text, at, refusal);
  }

  /** `expected ... but found ...`, with the nearest of the possible keywords as a hint. */
  refuseFound(expected: string, keywords: readonly string[] = []): never {
    const message = `expected ${expected} but found ${describeToken(this.peek())}`;
    const possible = keywords.filter((key) => /^[A-Z]/.test(key));
    return this.refuse({ message, hint: this.hintAt(possible.length > 0 ? possible : CLAUSES) });
  }

  /** Looks at the word found and at the one before it, which may be a keyword's misspelling that was taken for an alias. */
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
    const hint =
      token.kind === 'word' ? `${token.key} is a reserved word: as a name it stands in backticks` : undefined;
    return this.refuse({ message: `expected ${what} but found ${describeToken(token)}`, hint });
  }
}

function describeToken(token: Token): string {
  if (token.kind === 'end') return 'the end of the text';
  const shown = token.value.length > 40 ? `${token.value.slice(0, 40)}...` : token.value;
  return token.kind === 'string' ? `the string '${shown}'` : `"${shown}"`;
}
