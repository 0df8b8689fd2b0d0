import { FUNCTIONS } from '../../src/compiler/values';
import { type CompanyEngine, describeOnEachEngine, PROPERTIES } from '../support/company-engines';
import { shareOf, timeLimit } from '../support/trials';

/** A property of each type, and NULL. */
const VALUES = [...PROPERTIES, 'NULL'];

/** The arguments of a call that must be literals, by their places. Places that are not here have every type. */
const LITERALS: Readonly<Record<string, readonly (string | undefined)[]>> = {
  SHA2: [undefined, '256'],
  FORMAT: [undefined, '2'],
  CONV: [undefined, '10', '16'],
  WEEK: [undefined, '1'],
  YEARWEEK: [undefined, '1'],
  DATE_FORMAT: [undefined, "'%Y-%m %H'"],
  FROM_UNIXTIME: [undefined, "'%Y-%m'"],
  DATE_TRUNC: ["'month'"],
  STR_TO_DATE: [undefined, "'%Y-%m-%d'"],
  JSON_EXTRACT: [undefined, "'$.a'"],
  JSON_VALUE: [undefined, "'$.a'"],
  JSON_LENGTH: [undefined, "'$.a'"],
  LAG: [undefined, '2'],
  LEAD: [undefined, '2'],
  NTH_VALUE: [undefined, '2'],
  NTILE: ['2'],
  TIMESTAMPADD: ['DAY'],
  TIMESTAMPDIFF: ['DAY'],
};
const INTERVALS = new Set(['DATE_ADD', 'DATE_SUB', 'ADDDATE', 'SUBDATE']);

/** Lists arguments: each type alone, each pair of types, and the second type at the third place as well or a number there. */
function argumentLists(least: number, most: number): readonly (readonly string[])[] {
  const lists = [];
  for (let count = Math.max(least, 1); count <= Math.min(most, 3); count++)
    for (const first of VALUES)
      for (const second of count > 1 ? VALUES : [''])
        lists.push(...[second, 'employee_id'].map((third) => [first, second, third].slice(0, count)));
  return lists;
}

/** Writes the calls of a function with arguments of all types. */
function callsOf(name: string): readonly string[] {
  const { least, most, kind } = FUNCTIONS.get(name)!;
  const distinct = name === 'COUNT' && 'DISTINCT ';
  const calls = argumentLists(least, most).map((list) => {
    const [first, second, ...others] = list.map((value, index) => LITERALS[name]?.[index] ?? value);
    const rest = INTERVALS.has(name) ? [`INTERVAL ${second!} DAY`] : [second, ...others];
    const given = [first, ...rest].filter((value) => value !== undefined).join(', ');
    return `${name}(${distinct || ''}${given})${kind === 'window' ? ' OVER (ORDER BY employee_id)' : ''}`;
  });
  return [...new Set(calls)];
}

/** Strings that are too long, and results that are too great, fail as they should. */
const MAY_FAIL = /^(REPEAT|LPAD|RPAD|SPACE|POW|POWER|EXP)\(/;
const REFUSED = new Set(['plan_invalid', 'plan_type_mismatch', 'plan_unsupported']);

/**
 * Results that differ between MariaDB and DuckDB, as docs/dialects.md says: times as strings, collations, dates compared with
 * strings, dates with zeros, times beyond a day, scales of averages, the last digit of logarithms, counts of more than 32 bits, JSON of other strings, and the types of NULL.
 */
const DIFFERENT =
  /hired|shift|^(AVG\(badge|(MAX|MIN)\(name|(GREATEST|LEAST)\((name, (badge|born)|(badge|born), name)|(ELT|SUBSTRING_INDEX|LOCATE)\(badge|LOG2\(|JSON_LENGTH\(|JSON_ARRAYAGG\(NULL|(LAG|LEAD)\(NULL|FROM_UNIXTIME\(rating|(YEAR|QUARTER|MONTH|DAY|DAYOFMONTH|HOUR|MINUTE|SECOND|MICROSECOND|DATE|TIME|TIME_TO_SEC|DATE_FORMAT|STR_TO_DATE)\((?!born|NULL)|DATE_TRUNC\('month', (?!born|name|NULL)|FROM_DAYS\(|MOD\(salary)/;

/**
 * Results that also differ on PostgreSQL, as docs/dialects.md says: the last digits of inexact functions, and the remainder and rounding of
 * inexact numbers, which are computed with their 15 digits.
 */
const DIFFERENT_ON_POSTGRESQL =
  /^(STD|STDDEV|STDDEV_POP|STDDEV_SAMP|VARIANCE|VAR_POP|VAR_SAMP|DEGREES)\(|^MOD\(.*rating|^ROUND\(rating, /;

/** Bytes, and dates that are made of other values than dates: DuckDB does not compare them with numbers (docs/dialects.md). */
const NO_NUMBERS = /^(UNHEX|DATE_ADD|DATE_SUB|ADDDATE|SUBDATE|TIMESTAMPADD)$/;

/** Returns the values of each call, or the reason why the data source failed. Calls that are rejected have none. */
async function valuesOf(
  company: CompanyEngine,
  name: string,
  calls: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const order = FUNCTIONS.get(name)?.kind === 'aggregate' ? '' : ' ORDER BY employee_id';
  const columns = calls.map((call, index) => `${call} AS c${index}`);
  try {
    const { rows } = await company.ask(`SELECT ${columns.join(', ')} FROM employee${order}`);
    return new Map(calls.map((call, index) => [call, JSON.stringify(rows.map((row) => String(row[index])))]));
  } catch (error) {
    const { code = '', cause } = error as { code?: string; cause?: unknown };
    if (calls.length > 1) {
      const half = Math.ceil(calls.length / 2);
      return new Map([
        ...(await valuesOf(company, name, calls.slice(0, half))),
        ...(await valuesOf(company, name, calls.slice(half))),
      ]);
    }
    const isExpected = REFUSED.has(code) || calls.every((call) => MAY_FAIL.test(call));
    return new Map(isExpected ? [] : calls.map((call) => [call, `${code}: ${String(cause ?? error)}`]));
  }
}

const known = new Map<string, string>();

describeOnEachEngine((company) => {
  const mayDiffer = (call: string): boolean =>
    DIFFERENT.test(call) || (company().dialect === 'postgresql' && DIFFERENT_ON_POSTGRESQL.test(call));

  it(
    'functions accept arguments of every type, or reject them before the data source does',
    async () => {
      const failed: string[] = [];
      const differing: string[] = [];
      for (const [turn, name] of [...FUNCTIONS.keys()].entries())
        for (const [call, values] of await valuesOf(company(), name, shareOf(callsOf(name), turn))) {
          if (!values.startsWith('[')) failed.push(`${call}: ${values}`);
          else if (values !== (known.get(call) ?? values) && !mayDiffer(call))
            differing.push(`${call}: ${values} and ${known.get(call)!}`);
          known.set(call, values);
        }
      expect(failed).toEqual([]);
      expect(differing).toEqual([]);
    },
    timeLimit(120_000),
  );

  it(
    'the results of functions can be compared with numbers',
    async () => {
      const failed: string[] = [];
      for (const [turn, [name, { kind }]] of [...FUNCTIONS].entries()) {
        if (kind === 'window' || NO_NUMBERS.test(name)) continue;
        const compared = shareOf(
          callsOf(name).filter((_, index) => index % 7 === 0),
          turn,
        );
        for (const [call, values] of await valuesOf(
          company(),
          name,
          compared.map((call) => `${call} < 1`),
        ))
          if (!values.startsWith('[')) failed.push(`${call}: ${values}`);
      }
      expect(failed).toEqual([]);
    },
    timeLimit(60_000),
  );
});
