import fc from 'fast-check';
import { parseQuery } from '../../../test/support/compile';
import { statement } from '../../../test/support/random-statements';
import { trials } from '../../../test/support/trials';
import { withPlaceholders } from '../../../test/support/with-placeholders';
import { parseStatements, printQuery } from '../../compiler/statement';
import { mapQuery } from '../../compiler/tree';
import { ServiceError } from '../../errors';
import type { Literal, Query, Written } from '../../model';
import { bindParameters } from './bind-parameters';
import type { Parameters } from './parameter-values';

const always = (): boolean => true;
const never = (): boolean => false;

function bindOne(sql: string, parameters: Parameters | undefined, isShared = never) {
  const [bound] = bindParameters(parseStatements(sql), parameters, isShared);
  if (bound?.kind !== 'query') throw new Error(`not a SELECT: ${sql}`);
  return bound;
}

/** The error of a request, as `line:column` of its placeholder if it has one, message and hint. */
function refusalOf(sql: string, parameters?: Parameters): string {
  try {
    bindOne(sql, parameters);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { offset, hint } = error.details;
    return [offset === undefined ? '' : `${offset} `, error.message, hint === undefined ? '' : ` | ${hint}`].join('');
  }
  return 'accepted';
}

const mapLiterals = (query: Query<Written>, literal: (literal: Literal) => Literal): Query<Written> =>
  mapQuery<Written, Written>(query, {
    reference: (reference) => ({ kind: 'reference', reference }),
    source: (source) => source,
    literal,
  });

/** Returns a tree without places and the texts that name columns. */
function plain(query: Query<Written>): unknown {
  const text = JSON.stringify(query, function (this: object, key, value: unknown) {
    return key === 'at' || (key === 'text' && 'expression' in this) ? undefined : value;
  });
  return JSON.parse(text);
}

it.each<[string, Parameters, string]>([
  ['SELECT 1 FROM a WHERE b = ? AND c > ?', ["O'Neil", 5], "SELECT 1 FROM a WHERE b = 'O''Neil' AND c > 5"],
  ['SELECT 1 FROM a WHERE b = :x OR c = :x', { x: 1.5 }, 'SELECT 1 FROM a WHERE b = 1.5 OR c = 1.5'],
  ['SELECT 1 FROM a WHERE b IN (:list, 7)', { list: [1, null, 'x'] }, "SELECT 1 FROM a WHERE b IN (1, NULL, 'x', 7)"],
  ['SELECT 1 FROM a WHERE b IN (?)', [['x']], "SELECT 1 FROM a WHERE b IN ('x')"],
  ['SELECT :a::integer AS x', { a: '12' }, "SELECT '12'::integer AS x"],
  ['WITH t AS (SELECT ? AS n) SELECT n FROM t WHERE n IN (SELECT ?)', [true, 1e-7], 'WITH t AS (SELECT TRUE AS n) SELECT n FROM t WHERE n IN (SELECT 1e-7)'], // prettier-ignore
  ['SELECT CASE ? WHEN 1 THEN ? END AS x', [false, null], 'SELECT CASE FALSE WHEN 1 THEN NULL END AS x'],
])('binds the values of %s', (sql, parameters, expected) => {
  expect(printQuery(bindOne(sql, parameters).query)).toBe(printQuery(parseQuery(expected)));
});

it.each<[string, Parameters | undefined, string]>([
  ['SELECT ?', undefined, '7 the parameter has no value | add "parameters" to the body: a list of values for ?, or an object with a value for each :name'],
  ['SELECT ?', {}, '7 the statement has ?, but "parameters" is an object | add "parameters" to the body: a list of values for ?, or an object with a value for each :name'],
  ['SELECT :a', [], '7 the statement names its parameters, but "parameters" is a list | add "parameters" to the body: a list of values for ?, or an object with a value for each :name'],
  ['SELECT ?, ?', [1], '10 parameter 2 has no value | add "parameters" to the body: a list of values for ?, or an object with a value for each :name'],
  ['SELECT ?', [1, 2, 3], '"parameters" has 3 values, but the number of ? in the statement is 1'],
  ['SELECT 1', [1], '"parameters" has 1 values, but the number of ? in the statement is 0'],
  ['SELECT 1', {}, 'accepted'],
  ['SELECT :first', { frist: 1 }, '7 the parameter :first has no value | did you mean "frist"?'],
  ['SELECT :constructor', {}, '7 the parameter :constructor has no value | add "parameters" to the body: a list of values for ?, or an object with a value for each :name'],
  ['SELECT :first', { first: 1, second: 2 }, 'there is no :second in the statement'],
  ['SELECT ?', [{}], '7 the value of a parameter is not a string, number, boolean or null | only IN (:name) accepts a list of these'],
  ['SELECT ?', [9007199254740993], '7 a number of a parameter is not exact in JSON | send numbers beyond 2^53 as strings'],
  ['SELECT ?', [Infinity], '7 a number of a parameter is not exact in JSON | send numbers beyond 2^53 as strings'],
  ['SELECT ? + 1', [[1]], '7 the value of the parameter is a list | a list can be the values of IN (:name) only'],
  ['SELECT 1 IN (?)', [[]], '13 the list of a parameter is empty | IN needs at least one value'],
  ['SELECT 1 IN (?)', [[[1]]], '13 the value of a parameter is not a string, number, boolean or null | only IN (:name) accepts a list of these'],
  ['SELECT 1 IN (?)', [Array.from({ length: 30_001 }, () => 1)], '13 a parameter has at most 30000 values'],
])('rejects %s with %j', (sql, parameters, expected) => {
  expect(refusalOf(sql, parameters)).toBe(expected);
}); // prettier-ignore

it('shares the query of a statement between values of the same types, and no others', () => {
  const statements = parseStatements('SELECT 1 FROM a WHERE b IN (:b) AND c = :c');
  const bind = (parameters: Parameters) => {
    const [bound] = bindParameters(statements, parameters, always);
    return bound?.kind === 'query' ? bound : undefined;
  };
  const first = bind({ b: [1, 'x'], c: 2 });
  const same = bind({ b: [8, 'y'], c: -9 });
  expect(same?.query).toBe(first?.query);
  expect([first?.values?.texts, same?.values?.texts]).toEqual([['1', 'x', '2'], ['8', 'y', '-9']]); // prettier-ignore
  for (const other of [
    { b: [1, 'x'], c: 2.5 },
    { b: [1], c: 2 },
    { b: ['x', 1], c: 2 },
    { b: 1, c: 2 },
  ])
    expect(bind(other)?.query).not.toBe(first?.query);
});

it('returns the statement that the same literals written by hand make', () => {
  fc.assert(
    fc.property(statement, fc.boolean(), (sql, isNamed) => {
      const query = parseQuery(sql);
      const { sql: holed, parameters } = withPlaceholders(query, { isNamed, signs: false });
      const written = plain(parseQuery(printQuery(query)));
      expect(plain(bindOne(holed, parameters).query)).toEqual(written);
      const { query: shared, values: filled } = bindOne(holed, parameters, always);
      const texts = new Map(filled?.literals.map((literal, index) => [literal, filled.texts[index]]));
      expect(plain(mapLiterals(shared, (literal) => ({ ...literal, text: texts.get(literal) ?? literal.text })))).toEqual(written); // prettier-ignore
    }),
    { numRuns: trials(500, { few: 100 }) },
  );
});
