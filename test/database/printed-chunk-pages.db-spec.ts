import { DuckDBConnection } from '@duckdb/node-api';
import fc from 'fast-check';
import type { CompiledQuery, OutputColumn } from '../../src/model';
import { openDuckDbTestEngine, rowsOf, type TestEngine } from '../support/engines';
import { askedPages, expectPrintedCells, pickColumns, printPage } from '../support/printed-pages';
import { trials } from '../support/trials';

/** More rows than a chunk holds. */
const ROWS = 4_500;

/** Columns of common and of rare types, each with NULLs. */
const COLUMNS: readonly (readonly [wanted: OutputColumn['type'], expression: string])[] = [
  ['integer', 'n::INTEGER'],
  ['boolean', 'n % 2 = 0'],
  ['string', "'a text of ' || n % 300"],
  ['string', "chr((n % 200)::INTEGER)"],
  ['date', "DATE '1999-12-31' + (n % 900)::INTEGER"],
  ['timestamp', "TIMESTAMPTZ '2024-02-29 01:02:03+00' + to_microseconds(n)"],
  ['decimal', '(n / 100)::DECIMAL(12, 4)'],
  ['bigint', 'n::HUGEINT * 10000000000000000000'],
  ['unknown', "encode('bytes ' || n)"],
  ['unknown', "CASE n % 2 WHEN 0 THEN 'sad' ELSE 'glad' END::ENUM('sad', 'glad')"],
  ['unknown', '[n, NULL]'],
]; // prettier-ignore

const TYPES = COLUMNS.map(([wanted]) => wanted);
const asked = askedPages(COLUMNS.length, ROWS, [1, 20, 2_047, 2_048, 2_049]);
/** How the LIMIT of a statement is known; `true`: it has one, for the page and one more row. */
const limits = fc.constantFrom('none' as const, undefined, true);

describe('pages printed from the memory of DuckDB', () => {
  let test: TestEngine;
  const end = jest.spyOn(DuckDBConnection.prototype, 'disconnectSync');

  beforeAll(async () => {
    const values = COLUMNS.map(
      ([, value], index) => `CASE WHEN (n + ${index}) % 11 > 0 THEN ${value} END AS c${index}`,
    );
    test = await openDuckDbTestEngine('pages', [
      `CREATE TABLE things AS SELECT n AS id, ${values.join(', ')} FROM (SELECT unnest(range(${ROWS})) AS n)`,
    ]);
  }, 60_000);
  afterAll(async () => {
    await test.drop();
    jest.restoreAllMocks();
  });

  it('equal the rows of cells, and report each row up to the one after the page', async () => {
    await fc.assert(
      fc.asyncProperty(asked, limits, async (page, limit) => {
        const picked = pickColumns(page, TYPES);
        const query: CompiledQuery = { dialect: 'duckdb', parameters: [], ...picked, readsBaseTables: true };
        const most = page.most + 1;
        const cut = limit === true ? { sql: `${query.sql} LIMIT ${most}`, limit: most } : limit && { limit };
        await expectPrintedCells(test, page, query, { ...query, ...cut });
      }),
      { numRuns: trials(60) },
    );
  }, 60_000);

  it('stop an endless statement, and keep the connection if there is a LIMIT', async () => {
    const columns: OutputColumn[] = [{ name: 'a', type: 'unknown' }];
    const endless: CompiledQuery = { dialect: 'duckdb', sql: 'SELECT x.id AS a FROM things x, things y, things z', parameters: [], columns }; // prettier-ignore
    const page = { hidden: 0, observed: [0], most: 3_000, format: 'ndjson', typed: true } as const;
    end.mockClear();
    for (const [query, ended] of [
      [{ ...endless, sql: `${endless.sql} LIMIT 3001`, limit: 3_001 }, 0],
      [endless, 1],
    ] as const) {
      const { rows, printed, text } = await printPage(test, query, page);
      expect(text.split('\n')).toHaveLength(3_001);
      expect([rows.length, printed.rowCount()]).toEqual([3_001, 3_000]);
      expect(await rowsOf(test.engine, { ...endless, sql: 'SELECT COUNT(*) AS a FROM things' })).toEqual([[ROWS]]);
      expect(end).toHaveBeenCalledTimes(ended);
    }
  }, 30_000);
});
