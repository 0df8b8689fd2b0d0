import { createHash } from 'node:crypto';
import { rowPrinting } from '../../src/http';
import { type Engine } from '../../src/engines';
import { type BoundValue, type CompiledQuery, type OutputColumn } from '../../src/model';
import { openPostgreSqlTestEngine, OtherEngines, rowsOf, type TestEngine } from '../support/engines';
import { runOnPostgreSql } from '../support/postgresql';
import { describeWithPostgreSql } from '../support/services';
import { waitFor } from '../support/wait-for';

const COLUMNS: readonly OutputColumn[] = [{ name: 'id', type: 'unknown' }, { name: 'text', type: 'unknown' }]; // prettier-ignore
const PRINTING = rowPrinting(COLUMNS, 'ndjson', true)!;
const integer = (value: number): BoundValue => ({ type: 'integer', text: String(value) });

/** More than the server keeps for one connection. */
const MANY = 60;

const query = (sql: string, ...parameters: readonly BoundValue[]): CompiledQuery => ({ dialect: 'postgresql', sql, parameters, columns: COLUMNS }); // prettier-ignore
const byId = (id: BoundValue): CompiledQuery => query('SELECT id, text FROM things WHERE id = $1::integer', id);
const lineOf = (id: number, text: unknown = `thing ${id}`): string => `${JSON.stringify({ id, text })}\n`;
const session = (sql: string): CompiledQuery => ({ ...query(`SELECT 1, ${sql}`), columns: COLUMNS });

/** Returns the printed rows, or the code of the error. */
async function answerOf(engine: Engine, asked: CompiledQuery): Promise<string> {
  try {
    const pieces: Buffer[] = [];
    for await (const piece of (await engine.print!(asked, PRINTING, { timeoutMs: 10_000 })).printed) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
}

describeWithPostgreSql('a statement on PostgreSQL that returns few rows', () => {
  let test: TestEngine;
  let others: OtherEngines;
  /** An engine with one connection, and one of which the server keeps no statements. */
  let one: Engine;
  let unkept: Engine;

  beforeEach(async () => {
    test = await openPostgreSqlTestEngine('short_reads', []);
    await change(
      'CREATE TABLE things (id integer PRIMARY KEY, text text)',
      "INSERT INTO things SELECT n, 'thing ' || n FROM generate_series(1, 30000) AS n",
      'CREATE TABLE written (n integer)',
      'CREATE SEQUENCE numbers',
      'CREATE FUNCTION writes() RETURNS integer LANGUAGE plpgsql AS $$ BEGIN INSERT INTO written VALUES (1); RETURN 1; END $$',
    );
    others = new OtherEngines();
    one = await others.with({ poolSize: 1 }).open(test.connection);
    unkept = await others.with({ poolSize: 1, postgresqlKeepStatements: false }).open(test.connection);
  });
  afterEach(async () => {
    await others.close();
    await test.drop();
  });

  const change = (...statements: readonly string[]) => runOnPostgreSql(test.connection.options.get('database') ?? '', statements); // prettier-ignore
  const valueOf = async (engine: Engine, sql: string) => (await rowsOf(engine, session(sql)))[0]?.[1];
  const keptBy = (engine: Engine) => valueOf(engine, "(SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'SELECT id, text%')"); // prettier-ignore
  const processOf = (engine: Engine) => valueOf(engine, 'pg_backend_pid()');

  it.each([
    ['a row by key', [byId(integer(7)), byId(integer(0)), byId({ type: 'null', text: '' }), byId(integer(30_000))]],
    ['a NULL column', [query('SELECT 1, NULL::text')]],
    [
      'values of many types',
      [query("SELECT now() < 'infinity'::timestamptz, ARRAY[1.50, 'NaN'::numeric]::text || E'\\u20ac'")],
    ],
    [
      'a division by zero in some rows',
      [5, 0, 3, 0].map((divisor) =>
        query('SELECT id, 1 / $1::integer FROM things WHERE id < 3 ORDER BY id', integer(divisor)),
      ),
    ],
    [
      'values that the server rejects when they are bound',
      ['1', 'x', '2', 'x'].map((text) => byId({ type: 'string', text })),
    ],
    ['a table that does not exist', [query('SELECT id, text FROM nothing')]],
    ['a statement that is no SQL', [query('SELECT FROM WHERE')]],
    [
      'as many rows as one portion has, one less and one more',
      [500, 499, 501, 1, 0, 30_000, 2, 500].map((most) =>
        query('SELECT id, text FROM things ORDER BY id LIMIT $1::bigint', integer(most)),
      ),
    ],
    [
      'few rows of many bytes',
      [1, 300_000, 10, 200_000, 1].map((length) =>
        query("SELECT 1, repeat('é', $1::integer) FROM things WHERE id < 4", integer(length)),
      ),
    ],
  ])('has the same answers each time, kept and not: %s', async (_, asked) => {
    const expected = new Map<CompiledQuery, string>();
    for (const each of asked) {
      // an engine that has not run the statement before runs it through a portal
      const fresh = await others.with({ poolSize: 1 }).open(test.connection);
      expected.set(each, await answerOf(fresh, each));
    }
    for (let time = 0; time < 4; time++) {
      for (const each of asked) {
        expect(await answerOf(one, each)).toBe(expected.get(each));
        expect(await answerOf(unkept, each)).toBe(expected.get(each));
      }
    }
  });

  it('is kept by the server when its answers were short, and run in one transaction with its settings', async () => {
    for (let time = 0; time < 4; time++) {
      expect(await answerOf(one, byId(integer(7)))).toBe(lineOf(7));
      expect(await answerOf(unkept, byId(integer(7)))).toBe(lineOf(7));
    }
    expect([await keptBy(one), await keptBy(unkept)]).toEqual([1, 0]);
    const settings = "current_setting('transaction_read_only') || ' ' || current_setting('TimeZone') || ' ' || current_setting('statement_timeout')"; // prettier-ignore
    for (let time = 0; time < 4; time++) {
      expect(await valueOf(one, settings)).toBe('on UTC 12s');
      expect(await valueOf(unkept, settings)).toBe('on UTC 12s');
    }
  });

  it('cannot write, and cannot end its transaction or make it one that can', async () => {
    const attempts = [
      'writes()',
      "nextval('numbers')",
      "set_config('transaction_read_only', 'off', true)::boolean::integer + writes()",
      "set_config('transaction_read_only', 'off', false)::boolean::integer + writes()",
    ];
    await change('CREATE FUNCTION may_write(sql text) RETURNS integer LANGUAGE plpgsql AS $$ BEGIN EXECUTE sql; RETURN 1; END $$'); // prettier-ignore
    for (const sql of ['COMMIT', 'SET TRANSACTION READ WRITE', 'INSERT INTO written VALUES (1)', 'CREATE TABLE made (n integer)']) attempts.push(`may_write('${sql}')`); // prettier-ignore
    for (const attempt of attempts) {
      // a short answer makes the next execution one round trip
      const asked = (does: boolean) => query(`SELECT id, CASE WHEN $1::boolean THEN ${attempt} ELSE 0 END FROM things WHERE id = 1`, { type: 'boolean', text: String(does) }); // prettier-ignore
      for (const engine of [one, unkept]) {
        for (const does of [false, true, false, true]) expect(await answerOf(engine, asked(does))).toBe(does ? 'source_refused' : lineOf(1, 0)); // prettier-ignore
      }
    }
    expect(await valueOf(one, '(SELECT count(*) FROM written)')).toBe(0);
    expect(await valueOf(one, "(SELECT count(*) FROM pg_tables WHERE tablename = 'made')")).toBe(0);
    expect(await valueOf(one, 'last_value FROM numbers')).toBe(1);
  });

  it('reads tables in their present form', async () => {
    const process = await processOf(one);
    for (let time = 0; time < 3; time++) expect(await answerOf(one, byId(integer(2)))).toBe(lineOf(2));
    await change('ALTER TABLE things ALTER text TYPE numeric(9, 2) USING 1.5');
    for (let time = 0; time < 3; time++) expect(await answerOf(one, byId(integer(2)))).toBe(lineOf(2, '1.50'));
    await change('ALTER TABLE things ALTER text TYPE boolean USING true', 'ALTER TABLE things ADD other integer');
    for (let time = 0; time < 3; time++) expect(await answerOf(one, byId(integer(2)))).toBe(lineOf(2, 1));
    await change('ALTER TABLE things DROP text');
    for (let time = 0; time < 3; time++) expect(await answerOf(one, byId(integer(2)))).toBe('source_refused');
    await change("ALTER TABLE things ADD text text DEFAULT 'new'");
    for (let time = 0; time < 3; time++) expect(await answerOf(one, byId(integer(2)))).toBe(lineOf(2, 'new'));
    expect([await processOf(one), await keptBy(one)]).toEqual([process, 1]);
  });

  it('is run with its SQL when the server has forgotten it, from then on', async () => {
    const process = await processOf(one);
    await change('CREATE FUNCTION forgets(n integer) RETURNS integer LANGUAGE plpgsql AS $$ BEGIN EXECUTE CASE WHEN n = 1 THEN $x$DEALLOCATE ALL$x$ ELSE $x$SELECT 1$x$ END; RETURN n; END $$'); // prettier-ignore
    const forget = (n: number) => query('SELECT 1, forgets($1::integer)', integer(n));
    for (let time = 0; time < 3; time++) expect(await answerOf(one, byId(integer(2)))).toBe(lineOf(2));
    expect(await keptBy(one)).toBe(1);
    expect(await answerOf(one, forget(1))).toBe(lineOf(1, 1));
    for (let time = 0; time < 3; time++) expect(await answerOf(one, byId(integer(3)))).toBe(lineOf(3));
    expect([await processOf(one), await keptBy(one)]).toEqual([process, 0]);
  });

  it('replaces a statement that the server already keeps under its name', async () => {
    const asked = byId(integer(2));
    const name = `oqs_${createHash('sha256').update(asked.sql).digest('base64url')}`;
    await change('CREATE FUNCTION prepares(n integer, sql text) RETURNS integer LANGUAGE plpgsql AS $$ BEGIN IF n > 0 THEN EXECUTE sql; END IF; RETURN n; END $$'); // prettier-ignore
    const prepare = query('SELECT 1, prepares(1, $1::text)', { type: 'string', text: `PREPARE "${name}" AS SELECT 0, 'other'` }); // prettier-ignore
    expect(await answerOf(one, prepare)).toBe(lineOf(1, 1));
    for (let time = 0; time < 4; time++) expect(await answerOf(one, asked)).toBe(lineOf(2));
    expect(await keptBy(one)).toBe(1);
  });

  it('reads the clock at each execution', async () => {
    const moments = ["'now'::timestamp::text", 'now()::text', "E'\\156ow'::timestamp::text"];
    for (const moment of moments) {
      const seen = new Set<unknown>();
      for (let time = 0; time < 6; time++) seen.add(await valueOf(one, moment));
      expect(seen.size).toBe(6);
    }
  });

  it('is kept again after others have taken its place', async () => {
    const numbered = (n: number) => query(`SELECT id, text FROM things WHERE id = ${n}`);
    for (let round = 0; round < 3; round++) {
      for (let n = 1; n <= MANY; n++) expect(await answerOf(one, numbered(n))).toBe(lineOf(n));
    }
    expect(await keptBy(one)).toBeLessThan(MANY);
    expect(await keptBy(one)).toBeGreaterThan(MANY / 2);
    // statements that fail when they are bound are not left on the server
    for (let n = 0; n < 2 * MANY; n++) {
      const asked = (text: string) => query(`SELECT id, text FROM things WHERE id = $1::integer + ${n}`, { type: 'string', text }); // prettier-ignore
      for (const text of ['1', 'x', 'x']) await answerOf(one, asked(text));
    }
    expect(await keptBy(one)).toBeLessThan(MANY);
  });

  it('returns its rows to a hundred concurrent callers', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => index + 1);
    for (let time = 0; time < 3; time++) {
      for (const engine of [test.engine, one]) {
        const answers = await Promise.all(ids.map((id) => answerOf(engine, byId(integer(id)))));
        expect(answers).toEqual(ids.map((id) => lineOf(id)));
      }
    }
  });

  it('is stopped when its time is over, and leaves a connection in order', async () => {
    const process = await processOf(one);
    const sleeping = (seconds: number) => query('SELECT 1, pg_sleep($1::double precision)::text', integer(seconds));
    for (let time = 0; time < 2; time++) await rowsOf(one, sleeping(0));
    for (let time = 0; time < 3; time++) {
      await expect(rowsOf(one, sleeping(60), 200)).rejects.toMatchObject({ code: 'source_timed_out' });
      expect(await answerOf(one, byId(integer(4)))).toBe(lineOf(4));
    }
    expect(await processOf(one)).toBe(process);
    const running = "(SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep($1%' AND pid <> pg_backend_pid())"; // prettier-ignore
    await waitFor(async () => (await valueOf(one, running)) === 0);
  });

  it('is cancelled at the first row too many, and then read in portions', async () => {
    const process = await processOf(one);
    const counting = (most: number) => query("SELECT generate_series(1, $1::bigint), 'x'", integer(most));
    for (let time = 0; time < 3; time++) {
      for (let short = 0; short < 2 ** time; short++) expect(await answerOf(one, counting(2))).toBe(lineOf(1, 'x') + lineOf(2, 'x')); // prettier-ignore
      const { printed } = await one.print!(counting(10_000_000_000), PRINTING, { timeoutMs: 10_000 });
      const pieces: Buffer[] = [];
      for await (const piece of printed) {
        pieces.push(piece);
        if (pieces.length === 20) break;
      }
      const lines = Buffer.concat(pieces).toString().trimEnd().split('\n');
      expect(lines.length).toBeGreaterThan(600);
      expect(lines).toEqual(lines.map((_, index) => lineOf(index + 1, 'x').trimEnd()));
    }
    expect(await processOf(one)).toBe(process);
  });

  it('is read in portions when it returns more rows or bytes than expected at its first execution', async () => {
    const [most, length] = [{ ...query('SELECT id, text FROM things ORDER BY id'), mostRows: 1 }, { ...query("SELECT id, repeat('x', 300000) FROM things WHERE id < 4 ORDER BY id"), mostRows: 3 }]; // prettier-ignore
    for (let time = 0; time < 3; time++) {
      for (const engine of [one, unkept]) {
        expect(await answerOf(engine, most)).toBe(
          Array.from({ length: 30_000 }, (_, index) => lineOf(index + 1)).join(''),
        );
        expect(await answerOf(engine, length)).toBe([1, 2, 3].map((id) => lineOf(id, 'x'.repeat(300_000))).join(''));
      }
    }
  });

  it('may use parallel workers', async () => {
    const database = test.connection.options.get('database');
    await change(
      'CREATE FUNCTION process() RETURNS integer PARALLEL SAFE LANGUAGE plpgsql AS $$ BEGIN RETURN pg_backend_pid(); END $$',
      `ALTER DATABASE "${database}" SET parallel_setup_cost = 0`,
      `ALTER DATABASE "${database}" SET parallel_tuple_cost = 0`,
      `ALTER DATABASE "${database}" SET min_parallel_table_scan_size = 0`,
      `ALTER DATABASE "${database}" SET parallel_leader_participation = off`,
      'ALTER TABLE things SET (parallel_workers = 2)',
      'ANALYZE things',
    );
    const engine = await others.with({ poolSize: 1 }).open(test.connection);
    const process = await processOf(engine);
    const processes = 'count(*) FROM (SELECT DISTINCT public.process() AS process FROM things) AS used WHERE process <> pg_backend_pid()'; // prettier-ignore
    expect(await valueOf(engine, processes)).toBe(0);
    for (let time = 0; time < 3; time++) expect(await valueOf(engine, processes)).toBeGreaterThan(0);
    expect(await processOf(engine)).toBe(process);
    // a statement that can return only one row uses them from its first execution
    const [row] = await rowsOf(engine, { ...session(`${processes} AND process > 0`), mostRows: 1 });
    expect(row?.[1]).toBeGreaterThan(0);
  });

  it('is retried on another connection when its own is dead', async () => {
    for (let time = 0; time < 3; time++) expect(await answerOf(one, byId(integer(2)))).toBe(lineOf(2));
    const process = await processOf(one);
    await change(`SELECT pg_terminate_backend(${process})`);
    for (let time = 0; time < 3; time++) expect(await answerOf(one, byId(integer(3)))).toBe(lineOf(3));
    expect(await processOf(one)).not.toBe(process);
  });

  it('ends with the engine, which waits for it', async () => {
    const engines = others.with({ poolSize: 2 });
    const engine = await engines.open(test.connection);
    const sleeping = query("SELECT 1, 'slept' FROM pg_sleep($1::double precision)", { type: 'double', text: '0.3' });
    for (let time = 0; time < 2; time++) await answerOf(engine, sleeping);
    const answers = [answerOf(engine, sleeping), answerOf(engine, sleeping)];
    await engines.onApplicationShutdown();
    expect(await Promise.all(answers)).toEqual([lineOf(1, 'slept'), lineOf(1, 'slept')]);
    expect(await answerOf(engine, sleeping)).toBe('source_unavailable');
  });
});
