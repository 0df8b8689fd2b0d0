import { DIALECTS } from '../../compiler/dialects';
import { type Engine, readRows } from '../../engines';
import { ServiceError } from '../../errors';
import { type SourceTable } from '../../model';

/** How guesses are verified: not at all, on the first rows of each table, or on all rows. */
export const VERIFICATIONS = ['none', 'sample', 'full'] as const;
export type Verification = (typeof VERIFICATIONS)[number];

/** What the data say about a guess. `holds` is undefined if it was not verified; `evidence` says why or what was counted. */
export interface Finding {
  readonly holds: boolean | undefined;
  readonly evidence: string;
}

/** Verifies guesses on the data. */
export interface Prober {
  /** Whether the columns are distinct and never NULL. */
  isKey(table: SourceTable, columns: readonly string[]): Promise<Finding>;
  /** Whether all values of a column that are not NULL are values of a column of the target. */
  isIncluded(table: SourceTable, column: string, target: SourceTable, targetColumn: string): Promise<Finding>;
}

/** The longest time for one guess and, in a sample, the number of rows. */
const TIMEOUT_MS = 10_000;
const SAMPLE_ROWS = 10_000;

/** Returns a prober for the tables of an open data source, which verifies guesses for at most `totalMs`; by default as long as it takes. */
export function openProber(engine: Engine, verification: Verification, totalMs = Number.POSITIVE_INFINITY): Prober {
  const end = performance.now() + totalMs;
  const quote = (name: string) => DIALECTS[engine.dialect].quoteName(name);
  const isSample = verification === 'sample';
  const rowsOf = (table: SourceTable) =>
    isSample ? `(SELECT * FROM ${quote(table.name)} LIMIT ${SAMPLE_ROWS}) AS s` : quote(table.name);
  const compare = (sql: string, describe: (found: string, all: string) => string) =>
    verification === 'none'
      ? Promise.resolve({ holds: undefined, evidence: 'not verified' })
      : count(engine, sql, end, (found, all) => `${describe(found, all)}${isSample ? ' of a sample' : ''}`);
  return {
    isKey: (table, columns) => {
      const names = columns.map(quote);
      const given = names.map((name) => `${name} IS NOT NULL`).join(' AND ');
      const distinct = `SELECT DISTINCT ${names.join(', ')} FROM ${rowsOf(table)} WHERE ${given}`;
      const sql = `SELECT (SELECT COUNT(*) FROM (${distinct}) AS d), (SELECT COUNT(*) FROM ${rowsOf(table)})`;
      return compare(sql, (found, all) => `distinct in ${found} of ${all} rows`);
    },
    isIncluded: (table, column, target, targetColumn) => {
      const name = quote(column);
      const known = `SELECT ${quote(targetColumn)} FROM ${quote(target.name)}`;
      const sql = `SELECT (SELECT COUNT(*) FROM ${rowsOf(table)} WHERE ${name} IN (${known})),
        (SELECT COUNT(*) FROM ${rowsOf(table)} WHERE ${name} IS NOT NULL)`;
      return compare(sql, (found, all) => `${found} of ${all} values found in ${target.name}.${targetColumn}`);
    },
  };
}

/** Runs a query for two numbers that are equal if the guess holds, until `end`. */
async function count(
  engine: Engine,
  sql: string,
  end: number,
  describe: (found: string, all: string) => string,
): Promise<Finding> {
  const timeoutMs = Math.min(TIMEOUT_MS, Math.floor(end - performance.now()));
  if (timeoutMs < 1) return { holds: undefined, evidence: 'not verified: no time was left' };
  try {
    const [[found, all] = []] = await readRows(engine, { sql }, { timeoutMs });
    if (Number(all) === 0) return { holds: undefined, evidence: 'not verified: there are no values' };
    const [foundText, allText] = [found, all].map((number) => Number(number).toLocaleString('en-US'));
    return { holds: Number(found) === Number(all), evidence: describe(foundText ?? '', allText ?? '') };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const reason = error.code === 'source_timed_out' ? `it took longer than ${timeoutMs / 1000} s` : error.message;
    return { holds: undefined, evidence: `not verified: ${reason}` };
  }
}
