import { type ConnectionOptions, type PoolConnection } from 'mysql2';
import { type RowDataPacket } from 'mysql2/promise';
import { type DataSourceConnection } from '../running/engine';
import { refusals } from '../running/refusals';
import { type Reach } from '../nodes/reach';
import { readHosts } from '../nodes/read-hosts';
import { type ReadFile, readTls } from '../nodes/read-tls';

const CONNECT_TIMEOUT_MS = 2_000;
/**
 * The most prepared statements of one connection. The server limits those of all connections together, to 16,382 by default
 * (max_prepared_stmt_count).
 */
const PREPARED_STATEMENTS = 50;
/** The most warnings that the server keeps for one statement, 64 by default: the maximum, at some 100 bytes for each. */
const MOST_WARNINGS = 65_535;

/** Settings on which the meaning of a compiled statement depends: a server that rejects one is not used. */
const NEEDED = ["sql_mode = 'NO_UNSIGNED_SUBTRACTION'", "time_zone = '+00:00'"];
/** Settings that not every server of the family supports. */
const WANTED = [
  'group_concat_max_len = 67108864',
  'net_write_timeout = 600',
  'TRANSACTION READ ONLY',
  'sql_auto_is_null = 0',
  // the warning that a result is incomplete has to be among those that are kept
  `max_error_count = ${MOST_WARNINGS}`,
  // at this limit, 1,000 steps by default, MariaDB ends a recursion with only a warning; MySQL fails
  'max_recursive_iterations = 100000',
  'cte_max_recursion_depth = 100000',
];
const FORBIDDEN_MODES =
  /ANSI|NO_BACKSLASH_ESCAPES|PIPES_AS_CONCAT|HIGH_NOT_PRECEDENCE|IGNORE_SPACE|PAD_CHAR_TO_FULL_LENGTH/;

/** Returns the driver options of a data source of type `mysql`, for each of its servers. */
export function mySqlOptions({ options }: DataSourceConnection, readFile: ReadFile, reach: Reach): ConnectionOptions[] {
  const need = (option: string): string => {
    const value = options.get(option);
    if (value === undefined) throw refusals.misconfigured(`a data source of type mysql needs the option "${option}"`);
    return value;
  };
  need('host');
  const hosts = readHosts(options, 'mysql');
  const ssl = readTls(
    options,
    hosts.map(({ host }) => host),
    readFile,
  );
  const shared: ConnectionOptions = {
    database: need('database'),
    user: options.get('user') ?? '',
    password: options.get('password') ?? '',
    charset: 'utf8mb4',
    timezone: 'Z',
    dateStrings: true,
    supportBigNumbers: true,
    jsonStrings: true,
    rowsAsArray: true,
    multipleStatements: false,
    flags: ['-LOCAL_FILES'],
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxPreparedStatements: PREPARED_STATEMENTS,
    ...(ssl && { ssl }),
  };
  return hosts.map((host) => ({ ...host, ...shared, stream: () => reach.connect(host) }));
}

/** Applies the settings of a new session. Rejects if the server does not accept those on which the meaning of a statement depends. */
export async function prepareSession(connection: PoolConnection): Promise<void> {
  const session = connection.promise();
  for (const setting of NEEDED) await session.query(`SET SESSION ${setting}`);
  for (const setting of WANTED) await session.query(`SET SESSION ${setting}`).catch(() => undefined);
  const [[row]] = await session.query<RowDataPacket[][]>('SELECT @@SESSION.sql_mode, @@SESSION.time_zone');
  const [mode, zone] = row as unknown as [string, string];
  if (FORBIDDEN_MODES.test(mode) || zone !== '+00:00') {
    throw refusals.unavailable(
      new Error(`the server did not change sql_mode "${mode}" and time_zone "${zone}" of the session`),
    );
  }
}
