import fc from 'fast-check';
import { matchesLikePattern } from '../../../test/oracle/matches-like-pattern';
import { trials } from '../../../test/support/trials';
import { parseLikePattern } from './parse-like-pattern';
import { printBacktrackingPattern, printRe2Pattern } from './print-like-regexp';
import { printPlainLike } from './print-plain-like';

const text = (value: string) => ({ kind: 'text', text: value });
const set = (ranges: string, negated = false) => ({
  kind: 'set',
  negated,
  ranges: ranges.split(' ').map((range) => ({ from: range.at(0), to: range.at(-1) })),
});
const run = { kind: 'run' };
const one = { kind: 'one' };

it.each([
  ['', []],
  ['abc', [text('abc')]],
  ['a%', [text('a'), run]],
  ['%%a%%', [run, text('a'), run]],
  ['a_c', [text('a'), one, text('c')]],
  ['\\%\\_\\[a]', [text('%_[a]')]],
  ['a\\b\\\\', [text('ab\\')]],
  ['end\\', [text('end\\')]],
  ['[abc]', [set('a b c')]],
  ['[a-z]x', [set('a-z'), text('x')]],
  ['[^a]', [set('a', true)]],
  ['[a-]', [set('a -')]],
  ['[-a]', [set('- a')]],
  ['[z-a]', [set('a-z')]],
  ['[a\\-z]', [set('a - z')]],
  ['[\\]]', [set(']')]],
  ['[]a]', [set('] a')]],
  ['[^]]', [set(']', true)]],
  ['[a^]', [set('a ^')]],
  ['[%_]', [set('% _')]],
  ['[[]', [set('[')]],
  ['[', [text('[')]],
  ['[]', [text('[]')]],
  ['[^]', [text('[^]')]],
  ['[ab%', [text('[ab'), run]],
  ['x]', [text('x]')]],
  ['[😀-😂]_', [{ kind: 'set', negated: false, ranges: [{ from: '😀', to: '😂' }] }, one]],
])('parses %j', (pattern, parts) => {
  expect(parseLikePattern(pattern)).toEqual(parts);
});

it('uses the escape character of an ESCAPE clause, or none', () => {
  expect(parseLikePattern('a|%\\%', '|')).toEqual([text('a%\\'), run]);
  expect(parseLikePattern('a\\%', '')).toEqual([text('a\\'), run]);
});

it.each([
  ['Back%', '\\', 'Back%'],
  ['50\\%', '\\', '50\\%'],
  ['50\\%_', '|', '50|%_'],
  ['a|b', '|', 'a||b'],
  ['a\\\\b', '\\', 'a\\\\b'],
  ['[', '\\', '['],
  ['[a]', '\\', undefined],
])('prints plain LIKE: %j with escape %s', (pattern, escape, printed) => {
  expect(printPlainLike(parseLikePattern(pattern), escape)).toBe(printed);
});

it.each([
  ['[a-c]%', '[a-c].*', '(?is)\\A[a-c].*\\z'],
  ['[^a]', '[^a]', '(?is)\\A[^a]\\z'],
  ['%[0-9]%.x_', '.*[0-9].*\\.x.', '(?is)\\A(?>.*?[0-9]).*\\.x.\\z'],
  ['[\\]\\-&^]', '[\\]\\-\\&\\^]', '(?is)\\A[\\]\\-\\&\\^]\\z'],
])('prints regular expressions: %j', (pattern, re2, backtracking) => {
  expect(printRe2Pattern(parseLikePattern(pattern))).toBe(re2);
  expect(printBacktrackingPattern(parseLikePattern(pattern))).toBe(backtracking);
});

describe('each translation matches the same strings as the pattern', () => {
  const letters = fc.constantFrom(...Array.from('aAbBzZ09 .*+?^$(){}|/&~#-]\n\\é😀'));
  const wildcards = fc.constantFrom('%', '_', '[', ']', '^', '-', '\\', '[a-b]', '[^a]', '[^b-]', '[].]', '\\%');
  const anyPattern = fc.array(fc.oneof(letters, wildcards), { maxLength: 7 }).map((parts) => parts.join(''));
  const anyText = fc.array(fc.oneof(letters, fc.constantFrom('%', '_', '[')), { maxLength: 6 }).map((c) => c.join(''));
  const runs = { numRuns: trials(5000) };

  it('in RE2', () => {
    fc.assert(
      fc.property(anyPattern, anyText, (pattern, value) => {
        const regexp = new RegExp(`^(?:${printRe2Pattern(parseLikePattern(pattern))})$`, 'is');
        expect(inUnicode(regexp).test(value)).toBe(matchesLikePattern(pattern, value));
      }),
      runs,
    );
  });

  it('in PCRE2 and ICU, with atomic groups as plain groups', () => {
    fc.assert(
      fc.property(anyPattern, anyText, (pattern, value) => {
        const printed = printBacktrackingPattern(parseLikePattern(pattern));
        const regexp = printed
          .replace(/^\(\?is\)\\A/, '^')
          .replace(/\\z$/, '$')
          .replaceAll('(?>', '(?:');
        expect(inUnicode(new RegExp(regexp, 'is')).test(value)).toBe(matchesLikePattern(pattern, value));
      }),
      runs,
    );
  });

  it('in plain LIKE, for a subset of the language', () => {
    fc.assert(
      fc.property(anyPattern, anyText, (pattern, value) => {
        const printed = printPlainLike(parseLikePattern(pattern), '\\');
        fc.pre(printed !== undefined);
        const withoutSets = printed.replaceAll('[', '\\[');
        expect(matchesLikePattern(withoutSets, value)).toBe(matchesLikePattern(pattern, value));
      }),
      runs,
    );
  });
});

/** Removes escapes that JavaScript rejects under the flag `u` but the engines accept: `\&` becomes `&`. */
function inUnicode(regexp: RegExp): RegExp {
  return new RegExp(
    regexp.source.replace(/\\(.)/gs, (escape: string, character: string) =>
      /[\\^$.*+?()[\]{}|/\-]|[a-z0-9]/iu.test(character) ? escape : character,
    ),
    'isu',
  );
}
