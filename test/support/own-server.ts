import mysql, { type RowDataPacket } from 'mysql2/promise';
import { readerOptions, startOwnMariaDb } from './own-mariadb';
import { findPostgreSql, pgReaderOptions, startOwnPostgreSql } from './own-postgresql';
import { describeWith, hasProgram } from './services';

const MOST_CONNECTIONS = 300;

/** A database server for one suite, which may kill it or let it hang, without the differences between the kinds of servers. */
export interface OwnServer {
  readonly kind: 'MariaDB' | 'PostgreSQL';
  readonly port: number;
  /** `CREATE DATASOURCE source` for its database `shop_test`, as a user who may only read. */
  readonly dataSource: string;
  /** Creates an empty database in place of any of this name, and returns its URL for a user who owns it. */
  readonly createDatabase: (name: string) => Promise<string>;
  /** Runs statements in a database as its administrator. */
  readonly run: (statements: readonly string[], database: string) => Promise<void>;
  /** Returns an expression that is 0 after this number of seconds. */
  readonly sleep: (seconds: number) => string;
  /** Returns a FROM item with a column `n` of the numbers from 1 to this one. */
  readonly numbers: (last: number) => string;
  /** Returns how many statements it runs for the data source, or keeps open between two portions of their rows. */
  readonly running: () => Promise<number>;
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Stops it as SIGSTOP does, until `resume`: it accepts connections and does not answer. */
  readonly freeze: () => void;
  readonly resume: () => void;
  readonly drop: () => Promise<void>;
}

async function startMariaDb(): Promise<OwnServer> {
  const server = await startOwnMariaDb([`--max-connections=${MOST_CONNECTIONS}`]);
  const { port, run, kill, start, drop } = server;
  return {
    ...{ kind: 'MariaDB', port, kill, start, drop },
    dataSource: createDataSource('mysql', readerOptions('127.0.0.1', { port: String(port) })),
    createDatabase: async (name) => {
      await run([`DROP DATABASE IF EXISTS ${name}`, `CREATE DATABASE ${name} CHARACTER SET utf8mb4`]);
      return `mysql://root@127.0.0.1:${port}/${name}`;
    },
    run: (statements, database) => run([`USE ${database}`, ...statements]),
    sleep: (seconds) => `SLEEP(${seconds})`,
    numbers: (last) => `(SELECT seq AS n FROM seq_1_to_${last}) AS numbers`,
    running: async () => {
      const connection = await mysql.createConnection({ host: '127.0.0.1', port, user: 'root' });
      const [[row]] = await connection.query<RowDataPacket[]>("SELECT COUNT(*) AS n FROM information_schema.processlist WHERE user = 'reader' AND command IN ('Query', 'Execute')"); // prettier-ignore
      await connection.end();
      return Number(row?.n);
    },
    freeze: () => server.process().kill('SIGSTOP'),
    resume: () => server.process().kill('SIGCONT'),
  };
}

async function startPostgreSql(): Promise<OwnServer> {
  const server = await startOwnPostgreSql({ settings: [`max_connections=${MOST_CONNECTIONS}`] });
  const { port, run, read, kill, start, freeze, resume, drop } = server;
  await run(["CREATE ROLE keeper LOGIN PASSWORD 'secret'"]);
  return {
    ...{ kind: 'PostgreSQL', port, run, kill, start, freeze, resume, drop },
    dataSource: createDataSource('postgresql', pgReaderOptions('127.0.0.1', { port: String(port) })),
    createDatabase: async (name) => {
      await run([`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`, `CREATE DATABASE ${name} OWNER keeper`]);
      return `postgres://keeper:secret@127.0.0.1:${port}/${name}`;
    },
    sleep: (seconds) => `CASE pg_sleep(${seconds})::text WHEN '' THEN 0 END`,
    numbers: (last) => `generate_series(1, ${last}) AS numbers (n)`,
    running: async () => {
      const [row] = await read("SELECT count(*) AS n FROM pg_stat_activity WHERE usename = 'reader' AND state <> 'idle'"); // prettier-ignore
      return Number(row?.n);
    },
  };
}

function createDataSource(type: string, options: ReadonlyMap<string, string>): string {
  const given = [...options].map(([name, value]) => `${name} = '${value}'`);
  return `CREATE DATASOURCE source TYPE ${type} OPTIONS (${given.join(', ')});`;
}

/** Declares a suite for each kind of server, which runs from before its first test until after its last. */
export function onEachServer(purpose: string, declare: (server: () => OwnServer) => void): void {
  const declareWith = (launch: () => Promise<OwnServer>): void => {
    let server: OwnServer;
    beforeAll(async () => {
      server = await launch();
    }, 60_000);
    afterAll(() => server.drop());
    declare(() => server);
  };
  describeWith('mariadbd', hasProgram('mariadbd'), `${purpose} on MariaDB`, () => {
    declareWith(startMariaDb);
  });
  describeWith('a PostgreSQL server', findPostgreSql() !== undefined, `${purpose} on PostgreSQL`, () => {
    declareWith(startPostgreSql);
  });
}
