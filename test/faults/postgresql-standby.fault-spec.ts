import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Engine, type EnginesService } from '../../src/engines';
import { type CompiledQuery } from '../../src/model';
import { Client } from '../support/client';
import { makeDataDir, makeEngines, rowsOf } from '../support/engines';
import { findPostgreSql, type OwnPostgreSql, pgReaderOptions, startOwnPostgreSql, startStandbyOf } from '../support/own-postgresql'; // prettier-ignore
import { makeServiceFolder, startServiceProcess, sweepUp } from '../support/service-process';
import { describeWith } from '../support/services';
import { waitFor } from '../support/wait-for';
import { Load } from './load';
import { note } from './promises';

const ask = (sql: string): CompiledQuery => ({ dialect: 'postgresql', sql, parameters: [], columns: [{ name: 'n', type: 'unknown' }] }); // prettier-ignore
const PORT = ask("SELECT current_setting('port')::integer FROM things WHERE n = 1");
const COUNT = ask('SELECT count(*) FROM things');
/** Runs for seconds, and reads all rows of a table that the primary changes meanwhile. */
const SLOW = ask(
  'SELECT count(*) FROM things AS a WHERE (SELECT count(*) FROM generate_series(1, 2000) AS g WHERE g <> a.n) > 0',
);
/** Counts the rows of the same table after some seconds. */
const counting = (seconds: number): CompiledQuery => ({ ...ask('SELECT count(*) FROM things, pg_sleep($1::integer)'), parameters: [{ type: 'integer', text: String(seconds) }] }); // prettier-ignore
/** Cancels statements at once that read what a change removes. */
const AT_ONCE = ['max_standby_streaming_delay=0'];
const WRITTEN = 'SELECT pg_last_wal_replay_lsn() >= $1';

describeWith('a PostgreSQL server', findPostgreSql() !== undefined, 'a PostgreSQL primary and its standby', () => {
  let dataDir: string;
  let engines: EnginesService;
  let primary: OwnPostgreSql;
  let standby: OwnPostgreSql;

  const open = (hosts: readonly OwnPostgreSql[]): Promise<Engine> => {
    const host = hosts.map(({ port }) => `127.0.0.1:${port}`).join(',');
    return engines.open({ ontology: 'o', name: 'shop', type: 'postgresql', options: pgReaderOptions(host) });
  };

  /** Resolves when the standby has applied all changes of the primary. */
  async function untilApplied(): Promise<void> {
    const [row] = await primary.read('SELECT pg_current_wal_lsn() AS written');
    const isApplied = WRITTEN.replace('$1', `'${String(row?.written)}'::pg_lsn AS done`);
    await waitFor(async () => (await standby.read(isApplied))[0]?.done === true);
  }

  beforeAll(async () => {
    primary = await startOwnPostgreSql();
    await primary.run(['CREATE DATABASE shop_test', 'CREATE ROLE keeper LOGIN PASSWORD $$secret$$', 'CREATE DATABASE system_test OWNER keeper']); // prettier-ignore
    await primary.run(['CREATE TABLE things (n integer PRIMARY KEY)', 'INSERT INTO things SELECT generate_series(1, 20000)'], 'shop_test'); // prettier-ignore
    standby = await startStandbyOf(primary, AT_ONCE);
  }, 60_000);
  afterAll(() => Promise.all([primary.drop(), standby.drop()]));
  beforeEach(() => {
    dataDir = makeDataDir('postgresql-standby');
    engines = makeEngines(dataDir);
  });
  afterEach(async () => {
    await engines.onApplicationShutdown();
    rmSync(dataDir, { recursive: true });
  });

  it('answer reads from both, with the rows of the primary', async () => {
    const engine = await open([primary, standby]);
    const ports = new Set<unknown>();
    for (let read = 0; read < 10; read++) ports.add((await rowsOf(engine, PORT))[0]?.[0]);
    expect(ports).toEqual(new Set([primary.port, standby.port]));
    await primary.run(['INSERT INTO things VALUES (20001)'], 'shop_test');
    await untilApplied();
    for (let read = 0; read < 4; read++) expect(await rowsOf(engine, COUNT)).toEqual([[20_001]]);
  });

  const cancelled = async (): Promise<number> => {
    const [row] = await standby.read('SELECT sum(confl_snapshot)::integer AS n FROM pg_stat_database_conflicts');
    return Number(row?.n);
  };

  it.each([
    ['with a portal', SLOW, 19_000],
    ['in one round trip', counting(3), 18_000],
  ])(
    'run a statement again, %s, that the standby cancels for a change of the primary',
    async (_, slow, left) => {
      const engine = await open([standby]);
      // a statement that is run in one round trip is one whose answers were short
      for (let time = 0; time < 2; time++) await rowsOf(engine, counting(0));
      const first = await cancelled();
      const reading = rowsOf(engine, slow, 30_000);
      await sleep(500);
      // a table that is cut off at its end would cancel the second run, which locks it
      await primary.run([`DELETE FROM things WHERE n > ${left}`, 'VACUUM (TRUNCATE false) things'], 'shop_test');
      await untilApplied();
      const [[after]] = (await reading) as [[number]];
      expect(await cancelled()).toBeGreaterThan(first);
      expect(after).toBe(left);
      note({ promise: 'R8', test: 'PostgreSQL: a standby cancels a statement for VACUUM on its primary', figure: 'asked once more', seen: 'answered with the new rows' }); // prettier-ignore
    },
    60_000,
  );

  it('lose no read when the standby is killed or hangs, and use it again', async () => {
    const engine = await open([primary, standby]);
    const load = new Load(() => rowsOf(engine, PORT));
    const isUsed = async () => (await rowsOf(engine, PORT))[0]?.[0] === standby.port;
    try {
      await sleep(500);
      await standby.kill();
      await sleep(1_000);
      await standby.start();
      await waitFor(isUsed);
      standby.freeze();
      await sleep(3_000);
      standby.resume();
      await waitFor(isUsed);
    } finally {
      standby.resume();
      await load.end();
    }
    expect(load.failures).toEqual([]);
    note({ promise: 'R17', test: 'PostgreSQL: kill -9, then SIGSTOP of a standby, 100 reads/s', figure: '0 reads lost', seen: load.seen }); // prettier-ignore
  }, 60_000);

  it('lose no read and no change when the primary is killed and the standby is promoted', async () => {
    const folder = makeServiceFolder();
    const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`;
    const service = await startServiceProcess(folder, {
      DATABASE_URL: `postgres://keeper:secret@${hosts}/system_test`,
    });
    const engine = await open([primary, standby]);
    try {
      const client = new Client(service.api, await service.issueToken());
      const define = async (what: string) => (await client.sql(what, { ontology: 'race' })).status;
      expect((await client.sql('CREATE ONTOLOGY race', { ontology: 'system' })).status).toBe(200);
      await untilApplied();
      const load = new Load(() => rowsOf(engine, PORT));
      await sleep(500);
      await primary.kill();
      expect(await define('CREATE CONCEPT early')).toBe(503);
      const begin = performance.now();
      await standby.run(['SELECT pg_promote()']);
      await waitFor(async () => (await define('CREATE CONCEPT late')) === 200);
      const promoted = Math.round(performance.now() - begin);
      await load.end();
      expect(load.failures).toEqual([]);
      const { ontology } = (await client.get('get_ontology/race')).body.data as {
        ontology: readonly { concept: string }[];
      };
      expect(ontology.map(({ concept }) => concept).sort()).toEqual(['late', 'thing']);
      note({ promise: 'R17', test: 'PostgreSQL: kill -9 of the primary, promotion of its standby', figure: '0 reads lost, changes go on', seen: `${load.seen}, changes after ${promoted} ms` }); // prettier-ignore
    } finally {
      await sweepUp(folder, service);
    }
  }, 60_000);
});
