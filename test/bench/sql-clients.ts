import { cpus } from 'node:os';
import { type Connection, createConnection } from 'mysql2/promise';
import { freePort } from '../support/free-port';
import { waitFor } from '../support/wait-for';
import { randomFrom } from './service/draws';
import { spreadOf } from './service/figures';
import { prepareService } from './service/our-service';
import type { Server } from './service/processes';
import { makeFolder, makeMariaDb } from './service/sources';
import { cpuOf } from './service/usage';

/**
 * Measures the MySQL protocol: statements of mysql2 on the service against the same on its MariaDB, in turn. Run it with
 * `npm run bench:sql-clients -- [employees] [rounds]` on a quiet machine.
 */
const EMPLOYEES = Number(process.argv[2] ?? 20_000);
const ROUNDS = Number(process.argv[3] ?? 7);
const POINTS = 2000;
const FIRST_EMPLOYEE = 10_001;
const CONNECTIONS = 8;

/** A kind of work: the statements of one client, and how many statements they are. */
interface Work {
  readonly title: string;
  readonly run: (connection: Connection, table: string) => Promise<number>;
}

const random = randomFrom(7);
const COLUMNS = 'emp_no, first_name, last_name, gender, birth_date, hire_date, email, city';
const employee = (): number => FIRST_EMPLOYEE + Math.floor(random() * EMPLOYEES);

const points =
  (ask: (connection: Connection, table: string) => Promise<unknown>): Work['run'] =>
  async (connection, table) => {
    for (let count = 0; count < POINTS / CONNECTIONS; count++) await ask(connection, table);
    return POINTS / CONNECTIONS;
  };

const WORKS: readonly Work[] = [
  {
    title: 'one employee, text',
    run: points((connection, table) =>
      connection.query(`SELECT ${COLUMNS} FROM ${table} WHERE emp_no = ${employee()}`),
    ),
  },
  {
    title: 'one employee, prepared',
    run: points((connection, table) => connection.execute(`SELECT ${COLUMNS} FROM ${table} WHERE emp_no = ?`, [employee()])), // prettier-ignore
  },
  {
    title: 'all employees',
    run: async (connection, table) => {
      const [rows] = await connection.query(`SELECT ${COLUMNS} FROM ${table}`);
      if ((rows as unknown[]).length !== EMPLOYEES) throw new Error('rows are missing');
      return 1;
    },
  },
];

interface Side {
  readonly name: string;
  readonly table: string;
  readonly pid: number | undefined;
  readonly connections: readonly Connection[];
}

interface Figures {
  readonly perSecond: number;
  readonly cpu: number;
}

/** Returns statements per second, and the processor time of the server per statement in milliseconds. */
async function measure({ run, title }: Work, { connections, table, pid }: Side): Promise<Figures> {
  const used = title.startsWith('all') ? connections.slice(0, 1) : connections;
  const before = pid === undefined ? 0 : (cpuOf(pid) ?? 0);
  const begin = performance.now();
  const counts = await Promise.all(used.map((connection) => run(connection, table)));
  const count = counts.reduce((sum, each) => sum + each, 0);
  const seconds = (performance.now() - begin) / 1000;
  return { perSecond: count / seconds, cpu: ((pid === undefined ? 0 : (cpuOf(pid) ?? 0)) - before) / count };
}

async function open(name: string, table: string, pid: number | undefined, options: object): Promise<Side> {
  const connect = () => createConnection({ host: '127.0.0.1', dateStrings: true, ...options });
  return { name, table, pid, connections: await Promise.all(Array.from({ length: CONNECTIONS }, connect)) };
}

async function main(): Promise<void> {
  const folder = makeFolder();
  const source = await makeMariaDb(EMPLOYEES);
  let server: Server | undefined;
  try {
    const service = await prepareService(folder.path, source, {});
    const mysqlPort = await freePort();
    server = await service.start({ MYSQL_PORT: String(mysqlPort) });
    const password = server.headers['x-api-key'] ?? '';
    const ours = await waitFor(
      () =>
      open('service', 'employee', server?.pid, { port: mysqlPort, user: 'admin', password, database: 'staff' }).catch(() => undefined), // prettier-ignore
    );
    const direct = await open('MariaDB', 'employees', source.pid, {
      ...{ port: Number(source.bare.replace(/\D/g, '')), user: 'reader', password: 'secret', database: 'staff' },
    });
    console.log(`${EMPLOYEES} employees, ${ROUNDS} rounds, ${CONNECTIONS} connections; ${cpus().length} cores (${cpus()[0]?.model}), Node.js ${process.versions.node}, MariaDB ${source.version}`); // prettier-ignore
    console.log(
      '| | service, per s | MariaDB, per s | ratio (least to most) | CPU of the service, ms | of MariaDB alone, ms |',
    );
    console.log('|-|-|-|-|-|-|');
    for (const work of WORKS) {
      for (const side of [ours, direct]) await measure(work, side);
      const rounds: { readonly ours: Figures; readonly direct: Figures }[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const sides = round % 2 === 0 ? ([ours, direct] as const) : ([direct, ours] as const);
        const figures = new Map<Side, Figures>();
        for (const side of sides) figures.set(side, await measure(work, side));
        rounds.push({ ours: figures.get(ours)!, direct: figures.get(direct)! });
      }
      const of = (read: (round: (typeof rounds)[number]) => number) => spreadOf(rounds.map(read))!;
      const ratio = of((round) => round.ours.perSecond / round.direct.perSecond);
      const figures = [of((round) => round.ours.perSecond).median, of((round) => round.direct.perSecond).median].map((value) => value.toPrecision(4)); // prettier-ignore
      const cpu = [of((round) => round.ours.cpu).median, of((round) => round.direct.cpu).median].map((value) => value.toPrecision(3)); // prettier-ignore
      console.log(`| ${work.title} | ${figures.join(' | ')} | ${ratio.median.toFixed(2)} (${ratio.least.toFixed(2)} to ${ratio.most.toFixed(2)}) | ${cpu.join(' | ')} |`); // prettier-ignore
    }
    for (const { connections } of [ours, direct]) for (const connection of connections) await connection.end();
  } finally {
    await server?.stop();
    await source.drop();
    folder.drop();
  }
}

void main();
