import { type Cell } from '../../src/model';
import {
  openDuckDbTestEngine,
  openMariaDbTestEngine,
  openPostgreSqlTestEngine,
  rowsOf,
  type TestEngine,
} from '../support/engines';
import { chinook, sakila, type SampleDatabase } from '../support/sample-databases';
import { describeWithMariaDb, describeWithPostgreSql, describeWithTestData } from '../support/services';

const SAMPLES = [
  {
    folder: 'chinook',
    load: chinook,
    tables: { Album: 347, Artist: 275, Customer: 59, Employee: 8, Genre: 25, Invoice: 412, InvoiceLine: 2240, MediaType: 5, Playlist: 18, PlaylistTrack: 8715, Track: 3503 }, // prettier-ignore
  },
  {
    folder: 'sakila',
    load: sakila,
    tables: { actor: 200, address: 603, category: 16, city: 600, country: 109, customer: 599, film: 1000, film_actor: 5462, film_category: 1000, film_text: 1000, inventory: 4581, language: 6, payment: 16049, rental: 16044, staff: 2, store: 2 }, // prettier-ignore
  },
] as const;

describe.each(SAMPLES)('the sample database $folder', ({ folder, load, tables }) => {
  const holdsItsTables = (open: (sample: SampleDatabase) => Promise<TestEngine>) => {
    let test: TestEngine;
    beforeAll(async () => {
      test = await open(load());
    }, 60_000);
    afterAll(() => test.drop());

    it.each(Object.entries(tables))('has in %s %d rows', async (table, count) => {
      expect(await query(test, `SELECT COUNT(*) FROM ${named(test, table)}`)).toEqual([[count]]);
    });
  };

  describeWithTestData(folder, 'on DuckDB', () => {
    holdsItsTables((sample) => openDuckDbTestEngine(folder, sample.duckdb));
  });
  /** Compares all cells with those of DuckDB. */
  const hasTheSameCells = (open: (sample: SampleDatabase) => Promise<TestEngine>) => {
    it('has the same cells', async () => {
      const sample = load();
      const engines = [await openDuckDbTestEngine(folder, sample.duckdb), await open(sample)];
      for (const table of Object.keys(tables)) {
        const [duckdb = [], other = []] = await Promise.all(engines.map((test) => query(test, `SELECT * FROM ${named(test, table)}`))); // prettier-ignore
        expect(sorted(duckdb)).toEqual(sorted(other));
      }
      await Promise.all(engines.map((test) => test.drop()));
    }, 60_000);
  };

  describeWithTestData(folder, 'on MariaDB as on DuckDB', () => {
    describeWithMariaDb('there', () => {
      const open = (sample: SampleDatabase): Promise<TestEngine> => openMariaDbTestEngine(folder, sample.mysql);
      holdsItsTables(open);
      hasTheSameCells(open);
    });
  });
  describeWithTestData(folder, 'on PostgreSQL as on DuckDB', () => {
    describeWithPostgreSql('there', () => {
      const open = (sample: SampleDatabase): Promise<TestEngine> => openPostgreSqlTestEngine(folder, sample.duckdb);
      holdsItsTables(open);
      hasTheSameCells(open);
    });
  });
});

function query({ engine }: TestEngine, sql: string): Promise<(readonly Cell[])[]> {
  return rowsOf(engine, { dialect: engine.dialect, sql, parameters: [], columns: [] });
}

/** Names a table as the engine finds it: PostgreSQL ignores capital letters outside of quotes. */
function named({ engine }: TestEngine, table: string): string {
  return engine.dialect === 'postgresql' ? `"${table}"` : table;
}

function sorted(rows: readonly (readonly Cell[])[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}
