import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Engine, type EnginesService } from '../../src/engines';
import { type CompiledQuery } from '../../src/model';
import { makeDataDir, makeEngines, rowsOf } from '../support/engines';
import { freePort } from '../support/free-port';
import {
  findPostgreSql,
  type OwnPostgreSql,
  pgReaderOptions,
  startOwnPostgreSql,
  unprivilegedUser,
} from '../support/own-postgresql';
import { describeWith, hasProgram } from '../support/services';
import { waitFor } from '../support/wait-for';

/** The connections to the server that all clients of the pooler share. */
const SHARED = 2;

const ask = (sql: string): CompiledQuery => ({ dialect: 'postgresql', sql, parameters: [], columns: [{ name: 'n', type: 'unknown' }] }); // prettier-ignore

describeWith(
  'pgbouncer',
  findPostgreSql() !== undefined && hasProgram('pgbouncer'),
  'a PostgreSQL behind PgBouncer in transaction mode',
  () => {
    let dataDir: string;
    let engines: EnginesService;
    let engine: Engine;
    let server: OwnPostgreSql;
    let pooler: ChildProcess;

    beforeAll(async () => {
      server = await startOwnPostgreSql();
      await server.run(['CREATE DATABASE shop_test', "ALTER DATABASE shop_test SET timezone = 'Asia/Tokyo'"]);
      await server.run(['CREATE TABLE things (n integer PRIMARY KEY)', 'INSERT INTO things SELECT generate_series(1, 5000)'], 'shop_test'); // prettier-ignore
      dataDir = makeDataDir('pgbouncer');
      chmodSync(dataDir, 0o755);
      const port = await freePort();
      const users = join(dataDir, 'users');
      const settings = join(dataDir, 'pgbouncer.ini');
      writeFileSync(users, '"reader" "secret"\n');
      writeFileSync(settings, `[databases]\n* = host=127.0.0.1 port=${server.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = scram-sha-256\nauth_file = ${users}\npool_mode = transaction\ndefault_pool_size = ${SHARED}\n`); // prettier-ignore
      pooler = spawn('pgbouncer', ['--quiet', settings], { ...unprivilegedUser(), stdio: 'ignore' });
      engines = makeEngines(dataDir);
      const options = pgReaderOptions('127.0.0.1', { port: String(port) });
      await waitFor(async () => {
        engine = await engines.open({ ontology: 'o', name: 'shop', type: 'postgresql', options });
        return rowsOf(engine, ask('SELECT 1')).then(() => true, () => false); // prettier-ignore
      });
    }, 60_000);
    afterAll(async () => {
      await engines.onApplicationShutdown();
      pooler.kill();
      await once(pooler, 'exit');
      await server.drop();
      rmSync(dataDir, { recursive: true });
    });

    it('answers more statements at once than it has connections, each with its own settings', async () => {
      const sql = "SELECT current_setting('TimeZone') || ' ' || current_setting('transaction_read_only') || ' ' || count(*) FROM things"; // prettier-ignore
      const answers = await Promise.all(Array.from({ length: 40 }, () => rowsOf(engine, ask(sql))));
      expect(new Set(answers.map((rows) => rows[0]?.[0]))).toEqual(new Set(['UTC on 5000']));
      const backends = await rowsOf(engine, ask("SELECT count(*) FROM pg_stat_activity WHERE usename = 'reader'"));
      expect(backends[0]?.[0]).toBeLessThanOrEqual(SHARED);
    });

    it('returns rows of many portions while other statements run', async () => {
      const reads = Array.from({ length: SHARED }, () => rowsOf(engine, ask('SELECT n FROM things ORDER BY n')));
      for (const rows of await Promise.all(reads)) expect(rows.map(([n]) => n)).toEqual(Array.from({ length: 5000 }, (_, index) => index + 1)); // prettier-ignore
    });

    it('keeps no statements, whose names other clients would not know, and returns the same rows each time', async () => {
      for (let time = 0; time < 5; time++) {
        const reads = Array.from({ length: 40 }, (_, n) => rowsOf(engine, { ...ask('SELECT n FROM things WHERE n = $1::integer'), parameters: [{ type: 'integer', text: String(n) }], readsBaseTables: true })); // prettier-ignore
        expect(await Promise.all(reads)).toEqual(Array.from({ length: 40 }, (_, n) => (n === 0 ? [] : [[n]])));
      }
      const kept = Array.from({ length: 2 * SHARED }, () => rowsOf(engine, ask('SELECT count(*) FROM pg_prepared_statements, pg_sleep(0.1)'))); // prettier-ignore
      expect(new Set((await Promise.all(kept)).map((rows) => rows[0]?.[0]))).toEqual(new Set([0]));
    });

    it('cannot write in one round trip either', async () => {
      await server.run(["CREATE FUNCTION writes(does boolean) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN IF does THEN INSERT INTO things VALUES (-1); END IF; RETURN 1; END $$"], 'shop_test'); // prettier-ignore
      for (const does of [false, true, false, true]) {
        const rows = rowsOf(engine, { ...ask('SELECT writes($1::boolean)'), parameters: [{ type: 'boolean', text: String(does) }] }); // prettier-ignore
        if (does) await expect(rows).rejects.toMatchObject({ code: 'source_refused' });
        else expect(await rows).toEqual([[1]]);
      }
    });

    it('stops a statement whose time is over', async () => {
      await expect(rowsOf(engine, ask('SELECT pg_sleep(60)'), 500)).rejects.toMatchObject({ code: 'source_timed_out' });
      const sleeping = (seconds: number): CompiledQuery => ({ ...ask('SELECT pg_sleep($1::integer)'), parameters: [{ type: 'integer', text: String(seconds) }] }); // prettier-ignore
      for (let time = 0; time < 2; time++) await rowsOf(engine, sleeping(0));
      await expect(rowsOf(engine, sleeping(60), 500)).rejects.toMatchObject({ code: 'source_timed_out' });
      const running = ask("SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(%' AND query NOT LIKE '%count%' AND pid <> pg_backend_pid()"); // prettier-ignore
      await waitFor(async () => (await rowsOf(engine, running))[0]?.[0] === 0);
    });
  },
);
