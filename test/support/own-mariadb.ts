import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';
import { freePort } from './free-port';

/** A MariaDB for one test, which may kill it: on a free port of 127.0.0.1, with a separate data folder. */
export interface OwnMariaDb {
  readonly port: number;
  readonly process: () => ChildProcess;
  readonly run: (statements: readonly string[]) => Promise<void>;
  /** Kills it as `kill -9` does, and resolves when it has ended. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same data, and resolves when it accepts connections. */
  readonly start: () => Promise<void>;
  /** Stops it and removes its data. */
  readonly drop: () => Promise<void>;
}

/** Creates and starts a server with these additional options. `root` has no password; `reader` has the password `secret` and may read. */
export async function startOwnMariaDb(options: readonly string[] = []): Promise<OwnMariaDb> {
  const folder = mkdtempSync(join(tmpdir(), 'test-mariadb-'));
  const data = join(folder, 'data');
  // a starting server deletes the files of others in its folder of temporary tables
  const env = { ...process.env, TMPDIR: folder };
  await promisify(execFile)('mariadb-install-db', ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', ...ofUser()], { env }); // prettier-ignore
  const port = await freePort();
  const own = ['--no-defaults', `--datadir=${data}`, `--socket=${join(folder, 's')}`, `--port=${port}`, '--bind-address=127.0.0.1', '--skip-name-resolve', `--pid-file=${join(folder, 'pid')}`, '--innodb-buffer-pool-size=16M', ...ofUser(), ...options]; // prettier-ignore
  let server = spawn('mariadbd', own, { env, stdio: 'ignore' });
  const run = (statements: readonly string[]) => runAsRoot(port, statements);
  const start = async () => {
    if (server.exitCode !== null || server.signalCode !== null)
      server = spawn('mariadbd', own, { env, stdio: 'ignore' });
    await untilReady(run);
  };
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  };
  await start();
  await run(["CREATE USER reader@'%' IDENTIFIED BY 'secret'", "GRANT SELECT ON *.* TO reader@'%'"]);
  const drop = async () => {
    await kill();
    rmSync(folder, { recursive: true });
  };
  return { port, process: () => server, run, kill, start, drop };
}

/** Returns the options of a data source of type mysql for `reader`. */
export function readerOptions(host: string, more: Readonly<Record<string, string>> = {}): ReadonlyMap<string, string> {
  return new Map(Object.entries({ host, database: 'shop_test', user: 'reader', password: 'secret', ...more }));
}

function ofUser(): readonly string[] {
  return process.getuid?.() === 0 ? ['--user=root'] : [];
}

async function untilReady(run: OwnMariaDb['run']): Promise<void> {
  const until = Date.now() + 20_000;
  for (;;) {
    try {
      await run(['SELECT 1']);
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(100);
    }
  }
}

async function runAsRoot(port: number, statements: readonly string[]): Promise<void> {
  const connection = await mysql.createConnection({ host: '127.0.0.1', port, user: 'root' });
  try {
    for (const statement of statements) await connection.query(statement);
  } finally {
    await connection.end();
  }
}
