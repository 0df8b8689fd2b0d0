import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { DuckDBInstance, type DuckDBConnection, type DuckDBPreparedStatement } from '@duckdb/node-api';
import { createPool, type RowDataPacket } from 'mysql2/promise';
import { workloadsOf, type ByHand } from './workloads';

/**
 * The bare baseline (docs/benchmarks.md): Node's `http`, the driver, prepared statements written by hand and `JSON.stringify`; no
 * authentication, no limits, no checks. It runs in a separate process with the data source (`mysql:<port>` or a DuckDB file) and the
 * number of employees as arguments, and prints its port. A request names a workload and its number, or `constant` and a number of
 * bytes.
 */
type Run = (statement: ByHand, values: readonly (string | number)[]) => Promise<readonly Record<string, unknown>[]>;

interface Idle {
  readonly connection: DuckDBConnection;
  readonly prepared: Map<string, DuckDBPreparedStatement>;
}

function onMySql(port: number): Run {
  const pool = createPool({ host: '127.0.0.1', port, user: 'reader', password: 'secret', database: 'staff', connectionLimit: 10, dateStrings: true, decimalNumbers: true }); // prettier-ignore
  return async ({ sql }, values) => (await pool.execute<RowDataPacket[]>(sql, [...values]))[0];
}

/** Opens one connection for each concurrent statement, which keeps its prepared statements. */
async function onDuckDb(path: string): Promise<Run> {
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' });
  const idle: Idle[] = [];
  return async ({ sql }, values) => {
    const taken: Idle = idle.pop() ?? { connection: await instance.connect(), prepared: new Map() };
    const statement = taken.prepared.get(sql) ?? (await taken.connection.prepare(sql));
    taken.prepared.set(sql, statement);
    if (values.length > 0) statement.bind([...values]);
    const reader = await statement.runAndReadAll();
    idle.push(taken);
    return reader.getRowObjectsJson();
  };
}

function nest(rows: readonly Record<string, unknown>[], arrays: readonly string[]): readonly Record<string, unknown>[] {
  const nested: Record<string, unknown>[] = [];
  let last: Record<string, unknown> | undefined;
  for (const row of rows) {
    if (last?.emp_no !== row.emp_no) {
      last = { ...row, ...Object.fromEntries(arrays.map((name) => [name, []])) };
      nested.push(last);
    }
    for (const name of arrays) {
      const values = last?.[name] as unknown[];
      if (row[name] !== null && !values.includes(row[name])) values.push(row[name]);
    }
  }
  return nested;
}

async function main(): Promise<void> {
  const [source = '', employees = ''] = process.argv.slice(2);
  const run = source.startsWith('mysql:') ? onMySql(Number(source.slice(6))) : await onDuckDb(source);
  const statements = new Map(workloadsOf(Number(employees)).map(({ id, bare }) => [id, bare]));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [id = '', number = ''] = decodeURIComponent(request.url ?? '')
      .slice(1)
      .split('/');
    const statement = statements.get(id);
    const rows = statement && (await run(statement, statement.values(Number(number))));
    const data = rows && statement.nested !== undefined ? nest(rows, statement.nested) : rows;
    const text = id === 'constant' ? 'x'.repeat(Number(number)) : JSON.stringify({ data, status: 'success' });
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
