import { type DialectName } from '../../src/model';
import { type CompanyEngine, describeOnEachEngine, PROPERTIES } from '../support/company-engines';
import { shareOf, timeLimit } from '../support/trials';

/** A property of each type, strings that hold numbers, dates and times, and NULL. */
const VALUES = [
  ...PROPERTIES,
  'CONCAT(employee_id)',
  'CONCAT(salary)',
  'CONCAT(born)',
  'CONCAT(shift)',
  'employee_id > 2',
  'NULL',
];

const CAST_TYPES = [
  'SIGNED',
  'UNSIGNED',
  'DECIMAL(30, 2)',
  'DOUBLE',
  'FLOAT',
  'CHAR',
  'CHAR(3)',
  'BINARY',
  'DATE',
  'DATETIME',
  'DATETIME(6)',
  'TIME',
  'TIME(6)',
];

const ARITHMETIC = ['+', '-', '*', '/', 'DIV', '%'];
const BITS = ['&', '|', '^', '<<', '>>'];
const COMPARISONS = ['=', '<>', '<', '<=', '>', '>=', '<=>'];
const LOGIC = ['AND', 'OR', 'XOR'];
const PATTERNS = ['LIKE', 'NOT LIKE', 'REGEXP'];

const pairs = (write: (left: string, right: string) => string): readonly string[] =>
  VALUES.flatMap((left) => VALUES.map((right) => write(left, right)));

/** Expressions with operands of all types, by what they have in common. */
const EXPRESSIONS: Readonly<Record<string, readonly string[]>> = {
  casts: CAST_TYPES.flatMap((type) => VALUES.map((value) => `CAST(${value} AS ${type})`)),
  'arithmetic operators': ARITHMETIC.flatMap((operator) => pairs((left, right) => `(${left}) ${operator} (${right})`)),
  'bit operators': BITS.flatMap((operator) => pairs((left, right) => `(${left}) ${operator} (${right})`)),
  comparisons: COMPARISONS.flatMap((operator) => pairs((left, right) => `(${left}) ${operator} (${right})`)),
  'logical operators': LOGIC.flatMap((operator) => pairs((left, right) => `(${left}) ${operator} (${right})`)),
  patterns: PATTERNS.flatMap((operator) => pairs((left, right) => `(${left}) ${operator} (${right})`)),
  'operators with one operand': VALUES.flatMap((value) => [
    `-(${value})`,
    `NOT (${value})`,
    `~(${value})`,
    `(${value}) IS NULL`,
    `(${value}) IS NOT NULL`,
    `(${value}) IS TRUE`,
    `(${value}) IS NOT FALSE`,
    `CASE WHEN ${value} THEN 1 ELSE 0 END`,
    `(${value}) LIKE '%1%'`,
    `(${value}) REGEXP '^[0-9]'`,
  ]),
  'lists, ranges and choices': [
    ...pairs((left, right) => `(${left}) IN (${right}, ${left})`),
    ...pairs((left, right) => `(${left}) NOT IN (${right}, ${left})`),
    ...pairs((left, right) => `(${left}) BETWEEN (${right}) AND (${left})`),
    ...pairs((left, right) => `CASE ${left} WHEN ${right} THEN 1 ELSE 2 END`),
    ...pairs((left, right) => `CASE WHEN employee_id > 3 THEN ${left} ELSE ${right} END`),
  ],
};

/** Whole numbers beyond 64 bits, and bits that DuckDB does not shift, are errors of the data source. */
const MAY_FAIL = /^\(.*\) (\+|\*|<<) \(/;
const OUT_OF_RANGE = /out of range|overflow|left-shift/i;

/**
 * Expressions whose values differ from those of the engines before, as docs/dialects.md says. On MariaDB: times as strings
 * and as numbers, strings compared with dates and times, dates with zeros and times that are negative or beyond a day,
 * bits of negative numbers, and quotients of more than 15 digits or of dates. On PostgreSQL, whose values must be those
 * of MariaDB or DuckDB: quotients of dates, remainders of inexact numbers, and shifts to the left, which DuckDB rejects for
 * negative numbers.
 */
const DIFFERENT: Readonly<Partial<Record<DialectName, Readonly<Record<string, RegExp>>>>> = {
  mysql: {
    casts: /hired|shift|^CAST\((?!born|name).* AS (DATE|TIME)|^CAST\((name|CONCAT\(born\)) AS TIME/,
    'arithmetic operators': /hired|shift|\(born\) \/|\/ \(born\)|badge|rating|^\(.*\) (DIV|%) /,
    'bit operators': /hired|shift|badge|grade|salary|rating/,
    comparisons: /hired|shift|born/,
    patterns: /hired|shift/,
    'operators with one operand': /hired|shift|^~/,
    'lists, ranges and choices': /hired|shift|born/,
  },
  postgresql: {
    'bit operators': /<</,
    'arithmetic operators': /^\((born|hired|shift)\) \/|\/ \((born|hired|shift)\)|%/,
  },
};

/** Returns the values of each expression, or the reason why the data source failed. Expressions that are rejected have none. */
async function valuesOf(company: CompanyEngine, expressions: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const columns = expressions.map((expression, index) => `${expression} AS c${index}`);
  try {
    const { rows } = await company.ask(`SELECT ${columns.join(', ')} FROM employee ORDER BY employee_id`);
    return new Map(expressions.map((text, index) => [text, JSON.stringify(rows.map((row) => String(row[index])))]));
  } catch (error) {
    if (expressions.length > 1) {
      const half = Math.ceil(expressions.length / 2);
      return new Map([
        ...(await valuesOf(company, expressions.slice(0, half))),
        ...(await valuesOf(company, expressions.slice(half))),
      ]);
    }
    const { code = '', cause } = error as { code?: string; cause?: unknown };
    const reason = String(cause ?? error);
    const isExpected =
      code.startsWith('plan_') || expressions.every((text) => MAY_FAIL.test(text) && OUT_OF_RANGE.test(reason));
    return new Map(isExpected ? [] : expressions.map((text) => [text, `${code}: ${reason}`]));
  }
}

/** Values of expressions on the engines before this one. */
const known = new Map<string, string[]>();

describeOnEachEngine((company) => {
  it.each(Object.keys(EXPRESSIONS))(
    '%s accept values of every type, or reject them before the data source does',
    async (title) => {
      const failed: string[] = [];
      const differing: string[] = [];
      const different = DIFFERENT[company().dialect]?.[title];
      for (const [text, values] of await valuesOf(company(), shareOf(EXPRESSIONS[title] ?? [], 0))) {
        const others = known.get(text) ?? [];
        if (!values.startsWith('[')) failed.push(`${text}: ${values}`);
        else if (others.length > 0 && !others.includes(values) && different?.test(text) !== true)
          differing.push(`${text}: ${values} and ${others.join(' or ')}`);
        known.set(text, [...others, values]);
      }
      expect(failed).toEqual([]);
      expect(differing).toEqual([]);
    },
    timeLimit(60_000),
  );
});
