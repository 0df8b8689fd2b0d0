import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { spawnSync } from 'node:child_process';
import { hasGalera } from './galera/galera-cluster';

/** The URL of the MariaDB (or MySQL) of the tests. `MARIADB_TEST_URL` changes it; `NO_SERVICES=1` disables all servers and programs. */
export const MARIADB_URL = new URL(process.env.MARIADB_TEST_URL ?? 'mysql://root@127.0.0.1:3306');

/** The URL of the PostgreSQL of the tests, whose user may create databases. `POSTGRESQL_TEST_URL` changes it. */
export const POSTGRESQL_URL = new URL(
  process.env.POSTGRESQL_TEST_URL ?? 'postgresql://query_test:query_test@127.0.0.1:5432',
);

/** The URL of the Redis of the tests; `REDIS_TEST_URL` changes it. */
export const REDIS_URL = new URL(process.env.REDIS_TEST_URL ?? 'redis://127.0.0.1:6379');

/** Public sample databases, which are not part of the repository. */
export const TEST_DATA_DIR = resolve(process.env.TEST_DATA_DIR ?? resolve(__dirname, '../../../shared/data'));

type Suite = () => void;

/** Returns whether MariaDB is available. */
export function hasMariaDb(): boolean {
  return answers(MARIADB_URL, 3306);
}

/** Declares a suite that needs MariaDB. It is skipped without one, and fails then with `REQUIRE_SERVICES=1`. */
export function describeWithMariaDb(name: string, suite: Suite): void {
  describeWith('MariaDB', hasMariaDb(), name, suite);
}

/** Returns whether PostgreSQL is available. */
export function hasPostgreSql(): boolean {
  return answers(POSTGRESQL_URL, 5432);
}

/** Declares a suite that needs PostgreSQL. It is skipped without one, and fails then with `REQUIRE_SERVICES=1`. */
export function describeWithPostgreSql(name: string, suite: Suite): void {
  describeWith('PostgreSQL', hasPostgreSql(), name, suite);
}

/** Declares a suite that needs Redis. It is skipped without one, and fails then with `REQUIRE_SERVICES=1`. */
export function describeWithRedis(name: string, suite: Suite): void {
  describeWith('Redis', answers(REDIS_URL, 6379), name, suite);
}

/** Declares a suite over one folder of `TEST_DATA_DIR`. It is skipped without the folder, and fails then with `REQUIRE_SERVICES=1`. */
export function describeWithTestData(folder: string, name: string, suite: Suite): void {
  describeWith(`test data "${folder}"`, existsSync(resolve(TEST_DATA_DIR, folder)), name, suite);
}

/** Declares a suite that runs a program of the machine. It is skipped without the program, and fails then with `REQUIRE_SERVICES=1`. */
export function describeWithProgram(program: string, name: string, suite: Suite): void {
  describeWith(program, hasProgram(program), name, suite);
}

/** Returns whether the machine has a program. */
export function hasProgram(program: string): boolean {
  return process.env.NO_SERVICES !== '1' && spawnSync(program, ['--version']).error === undefined;
}

/**
 * Declares a suite over its own Galera cluster. It is skipped if Debian's package is not installed, which not every machine can
 * install.
 */
export function describeWithGalera(name: string, suite: Suite): void {
  if (hasGalera()) describe(name, suite);
  else describe.skip(`${name} (no galera-4)`, suite);
}

/** Declares a suite that runs a program which only `.ci/full` installs. It is skipped without it, and fails then with `REQUIRE_PROGRAMS=1`. */
export function describeWithLargeProgram(program: string, name: string, suite: Suite): void {
  describeWith(program, hasProgram(program), name, suite, 'REQUIRE_PROGRAMS');
}

/** Declares a suite that needs something of the machine. It is skipped without it, and fails then where an environment variable is 1. */
export function describeWith(
  what: string,
  isThere: boolean,
  name: string,
  suite: Suite,
  required: 'REQUIRE_SERVICES' | 'REQUIRE_PROGRAMS' = 'REQUIRE_SERVICES',
): void {
  if (isThere) {
    describe(name, suite);
  } else if (process.env[required] === '1') {
    describe(name, () => {
      it(`has ${what}`, () => {
        throw new Error(`${what} is not there, and ${required}=1 wants it`);
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

/** Returns whether a server accepts connections. Suites are declared synchronously, so the check runs in a separate process. */
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
