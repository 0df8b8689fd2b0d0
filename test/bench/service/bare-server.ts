import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import type { RowDataPacket } from 'mysql2/promise';
import { nestByHand, printByHand, type Row } from './print-by-hand';
import type { ByHand } from './requests';

/**
 * The bare baseline (docs/benchmarks.md): Node's `http`, the driver, prepared statements written by hand and `JSON.stringify`; no
 * authentication, no limits, no checks. It is compiled (`bare.ts`) and runs in a separate process, which loads nothing else, since its memory
 * is measured. Its arguments are the data source (`mysql:<port>`, `postgresql:<port>` or a DuckDB file) and a file with the statement of each workload; it prints
 * its port. A path consists of a workload and its parameters, or of `constant` and a number of bytes.
 */
/** Where a statement without a fixed list of columns has the list, which is the first value of the request. */
const COLUMNS_HERE = '$columns';

type Values = readonly (string | number)[];

/** Runs a statement, which is prepared and kept if it is one of a few. */
type Run = (sql: string, values: Values, isPrepared: boolean) => Promise<readonly Row[]>;

type Statement = Omit<ByHand, 'values'>;

interface Idle {
  readonly connection: DuckDBConnection;
  readonly prepared: Map<string, DuckDBPreparedStatement>;
}

async function onMySql(port: number): Promise<Run> {
  const { createPool } = await import('mysql2/promise');
  const pool = createPool({ host: '127.0.0.1', port, user: 'reader', password: 'secret', database: 'staff', connectionLimit: 10, dateStrings: true, decimalNumbers: true }); // prettier-ignore
  return async (sql, values, isPrepared) => {
    const [rows] = await (isPrepared ? pool.execute<RowDataPacket[]>(sql, [...values]) : pool.query<RowDataPacket[]>(sql, [...values])); // prettier-ignore
    return rows;
  };
}

async function onPostgreSql(port: number): Promise<Run> {
  const { default: pg } = await import('pg');
  const { INT8, NUMERIC, DATE } = pg.types.builtins;
  for (const type of [INT8, NUMERIC]) pg.types.setTypeParser(type, Number);
  pg.types.setTypeParser(DATE, String);
  const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'reader', password: 'secret', database: 'staff', max: 10 });
  const known = new Map<string, { readonly name: string; readonly text: string }>();
  return async (sql, values, isPrepared) => {
    const prepared = known.get(sql) ?? { name: `statement ${known.size}`, text: withPlaces(sql) };
    if (isPrepared) known.set(sql, prepared);
    const { rows } = await pool.query<Row>({
      ...(isPrepared ? prepared : { text: prepared.text }),
      values: [...values],
    });
    return rows;
  };
}

/** Numbers the parameters, as PostgreSQL requires it. */
function withPlaces(sql: string): string {
  let place = 0;
  return sql.replace(/\?/g, () => `$${++place}`);
}

/** Opens one connection for each concurrent statement, which keeps its prepared statements. */
async function onDuckDb(path: string): Promise<Run> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' });
  const idle: Idle[] = [];
  return async (sql, values, isPrepared) => {
    const taken: Idle = idle.pop() ?? { connection: await instance.connect(), prepared: new Map() };
    const statement = taken.prepared.get(sql) ?? (await taken.connection.prepare(sql));
    if (isPrepared) taken.prepared.set(sql, statement);
    if (values.length > 0) statement.bind([...values]);
    const reader = await statement.runAndReadAll();
    if (!isPrepared) statement.destroySync();
    idle.push(taken);
    return reader.getRowObjectsJson();
  };
}

/** A text of digits is a number: no string parameter of the workloads has digits only. */
function readValue(text: string): string | number {
  return /^\d+$/.test(text) ? Number(text) : text;
}

async function printAnswer({ sql, nested, format }: Statement, texts: readonly string[], run: Run): Promise<string> {
  const isPrepared = !sql.includes(COLUMNS_HERE);
  const [columns = '', ...others] = texts.map(readValue);
  const rows = await (isPrepared
    ? run(sql, texts.map(readValue), true)
    : run(sql.replace(COLUMNS_HERE, String(columns)), others, false));
  return printByHand(nested === undefined ? rows : nestByHand(rows, nested), format);
}

async function main(): Promise<void> {
  const [source = '', file = ''] = process.argv.slice(2);
  const [, engine, port] = /^(mysql|postgresql):(\d+)$/.exec(source) ?? [];
  const run = await (engine === undefined
    ? onDuckDb(source)
    : (engine === 'mysql' ? onMySql : onPostgreSql)(Number(port)));
  const statements = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Statement | undefined>>;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, id = '', ...values] = (request.url ?? '').split('/').map(decodeURIComponent);
    const statement = statements[id];
    const text = statement === undefined ? 'x'.repeat(Number(values[0])) : await printAnswer(statement, values, run);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
    response.end(text);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
  });
}

void main();
