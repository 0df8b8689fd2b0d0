import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { spawnSync } from 'node:child_process';
import { hasGalera } from './galera/galera-cluster';

/** Where the MariaDB (or MySQL) of the tests listens; `MARIADB_TEST_URL` moves it, and `NO_SERVICES=1` says that none is there, as for Redis. */
export const MARIADB_URL = new URL(process.env.MARIADB_TEST_URL ?? 'mysql://root@127.0.0.1:3306');

/** Where the Redis of the tests listens; `REDIS_TEST_URL` moves it. */
export const REDIS_URL = new URL(process.env.REDIS_TEST_URL ?? 'redis://127.0.0.1:6379');

/** Public sample databases, which are no part of the repository. */
export const TEST_DATA_DIR = resolve(process.env.TEST_DATA_DIR ?? resolve(__dirname, '../../../shared/data'));

type Suite = () => void;

/** Whether MariaDB answers. */
export function hasMariaDb(): boolean {
  return answers(MARIADB_URL, 3306);
}

/** A suite that needs MariaDB: skipped by name where none answers, failing there with `REQUIRE_SERVICES=1`. */
export function describeWithMariaDb(name: string, suite: Suite): void {
  describeWith('MariaDB', hasMariaDb(), name, suite);
}

/** A suite that needs Redis: skipped by name where none answers, failing there with `REQUIRE_SERVICES=1`. */
export function describeWithRedis(name: string, suite: Suite): void {
  describeWith('Redis', answers(REDIS_URL, 6379), name, suite);
}

/** A suite over one folder of `TEST_DATA_DIR`: skipped by name without it, failing there with `REQUIRE_SERVICES=1`. */
export function describeWithTestData(folder: string, name: string, suite: Suite): void {
  describeWith(`test data "${folder}"`, existsSync(resolve(TEST_DATA_DIR, folder)), name, suite);
}

/** A suite that runs a program of the machine: skipped by name without it, failing there with `REQUIRE_SERVICES=1`. */
export function describeWithProgram(program: string, name: string, suite: Suite): void {
  describeWith(program, hasProgram(program), name, suite);
}

/** Whether the machine has a program. */
export function hasProgram(program: string): boolean {
  return spawnSync(program, ['--version']).error === undefined;
}

/** A suite over a Galera cluster of its own: skipped by name where Debian's package is not installed, which not every machine can. */
export function describeWithGalera(name: string, suite: Suite): void {
  if (hasGalera()) describe(name, suite);
  else describe.skip(`${name} (no galera-4)`, suite);
}

/** A suite that needs something of the machine: skipped by name without it, failing there with `REQUIRE_SERVICES=1`. */
export function describeWith(what: string, isThere: boolean, name: string, suite: Suite): void {
  if (isThere) {
    describe(name, suite);
  } else if (process.env.REQUIRE_SERVICES === '1') {
    describe(name, () => {
      it(`has ${what}`, () => {
        throw new Error(`${what} is not there, and REQUIRE_SERVICES=1 wants it`);
      });
    });
  } else {
    describe.skip(`${name} (no ${what})`, () => {
      it('was skipped', () => undefined);
    });
  }
}

const PROBE = `
  const [host, port] = process.argv.slice(1);
  const socket = require('node:net').connect({ host, port: Number(port), timeout: 1000 });
  socket.on('connect', () => process.exit(0)).on('error', () => process.exit(1)).on('timeout', () => process.exit(1));`;

const known = new Map<string, boolean>();

/** Suites are declared synchronously, so that the probe runs in a process of its own. */
function answers(url: URL, defaultPort: number): boolean {
  const port = url.port === '' ? defaultPort : Number(url.port);
  const address = `${url.hostname}:${port}`;
  if (process.env.NO_SERVICES === '1') return false;
  const before = known.get(address);
  if (before !== undefined) return before;
  const { status } = spawnSync(process.execPath, ['-e', PROBE, url.hostname, String(port)]);
  known.set(address, status === 0);
  return status === 0;
}
