import type { Cell, OutputColumn } from '../../src/model';
import { type CompanyEngine, describeOnEachEngine } from '../support/company-engines';

/** A property of each type. */
const VALUES = ['employee_id', 'badge', 'grade', 'salary', 'rating', 'active', 'name', 'born', 'hired', 'shift'];

const isWhole = (cell: Cell): boolean => Number.isInteger(cell) || /^-?\d+$/.test(String(cell));
const isNumber = (cell: Cell): boolean => typeof cell === 'number';
const isText =
  (pattern: RegExp) =>
  (cell: Cell): boolean =>
    typeof cell === 'string' && pattern.test(cell);

/** What a value of each type looks like in a typed answer (docs/http-api.md). */
const LOOKS: Readonly<Record<OutputColumn['type'], (cell: Cell) => boolean>> = {
  string: isText(/^/),
  boolean: (cell) => typeof cell === 'boolean',
  integer: isWhole,
  smallint: isWhole,
  bigint: isWhole,
  float: isNumber,
  double: isNumber,
  decimal: isText(/^-?\d+(\.\d+)?$/),
  date: isText(/^\d{4}-\d\d-\d\d$/),
  time: isText(/^-?\d+:\d\d:\d\d(\.\d+)?$/),
  timestamp: isText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$/),
  unknown: () => true,
};

const EXPRESSIONS = VALUES.flatMap((value) => [
  ...['-', 'CEIL', 'FLOOR', 'ABS', 'ROUND', 'SUM', 'AVG', 'MAX'].map((name) => `${name}(${value})`),
  ...['DAY', 'HOUR'].flatMap((unit) => [`DATE_ADD(${value}, INTERVAL 1 ${unit})`, `TIMESTAMPADD(${unit}, 1, ${value})`]), // prettier-ignore
  `ADDDATE(${value}, 2)`,
  ...VALUES.flatMap((other) => [
    `${value} + ${other}`,
    `${value} / ${other}`,
    `MOD(${value}, ${other})`,
    `CASE WHEN active THEN ${value} ELSE ${other} END`,
  ]),
]);

/** Returns a value that does not look like the type of its column. Expressions that are rejected have no values. */
async function faultOf(company: CompanyEngine, expression: string): Promise<string | undefined> {
  const { types, rows } = await company.ask(`SELECT ${expression} AS c FROM employee`).catch(() => ({ types: [], rows: [] })); // prettier-ignore
  const [type = 'unknown'] = types;
  const wrong = rows.map(([cell = null]) => cell).find((cell) => cell !== null && !LOOKS[type](cell));
  return wrong === undefined ? undefined : `${expression}: ${JSON.stringify(wrong)} is not ${type}`;
}

describeOnEachEngine((company) => {
  it('values have the type that their column declares', async () => {
    const faults: string[] = [];
    for (const expression of EXPRESSIONS) {
      const fault = await faultOf(company(), expression);
      if (fault !== undefined) faults.push(fault);
    }
    expect(faults).toEqual([]);
  }, 60_000);
});
