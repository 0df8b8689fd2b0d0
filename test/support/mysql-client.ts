import { type Connection, type ConnectionOptions, createConnection, type FieldPacket } from 'mysql2/promise';
import type { RunningService } from './service';

/** The rows of a statement, the names of its columns, or the error of MySQL. */
export interface MysqlAnswer {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly columns: readonly string[];
}

/** An error as a client of MySQL has it. */
export interface MysqlError {
  readonly errno: number;
  readonly sqlState: string;
  readonly message: string;
}

/** Connects the driver mysql2 to a service. */
export function connectMysql(
  { mysqlPort, token, admin }: Pick<RunningService, 'mysqlPort' | 'token' | 'admin'>,
  options: ConnectionOptions = {},
): Promise<Connection> {
  if (mysqlPort === undefined) throw new Error('the service has no port for the MySQL protocol');
  return createConnection({ host: '127.0.0.1', port: mysqlPort, user: admin.name, password: token, ...options });
}

/** Runs a statement; with `values` a prepared one. */
export async function askMysql(
  connection: Connection,
  sql: string,
  values?: readonly (string | number | boolean | bigint | Date | Buffer | null)[],
): Promise<MysqlAnswer> {
  const answer = values === undefined ? connection.query(sql) : connection.execute(sql, values as never);
  const [rows, fields] = (await answer) as unknown as [MysqlAnswer['rows'], FieldPacket[] | undefined];
  return { rows, columns: (fields ?? []).map(({ name }) => name) };
}

/** Returns the error of a statement; fails if there is none. */
export async function refusalOf(work: Promise<unknown>): Promise<MysqlError> {
  try {
    await work;
  } catch (error) {
    const { errno, sqlState, message } = error as MysqlError;
    return { errno, sqlState, message };
  }
  throw new Error('the statement was not rejected');
}
