import { type Socket } from 'node:net';
import { type ConnectionOptions } from 'node:tls';
import { type ClientConfig } from 'pg';
import { type DataSourceConnection } from '../running/engine';
import { refusals } from '../running/refusals';
import { type Reach } from '../nodes/reach';
import { readHosts } from '../nodes/read-hosts';
import { type ReadFile, readTls, type TlsOptions } from '../nodes/read-tls';

const DEFAULT_SCHEMA = 'public';
const CONNECT_TIMEOUT_MS = 2_000;

/** How to connect to one server. */
export interface ServerOptions extends ClientConfig {
  readonly host: string;
  readonly port: number;
}

/** The servers of a data source, and the schema of its tables. */
export interface SourceOptions {
  readonly servers: readonly ServerOptions[];
  readonly schema: string;
}

/** Returns the driver options of a data source of type `postgresql`, for each of its servers. */
export function postgreSqlOptions({ options }: DataSourceConnection, readFile: ReadFile, reach: Reach): SourceOptions {
  const need = (option: string): string => {
    const value = options.get(option) ?? '';
    if (value === '') throw refusals.misconfigured(`a data source of type postgresql needs the option "${option}"`);
    return value;
  };
  need('host');
  const hosts = readHosts(options, 'postgresql');
  if (hosts.some(({ host }) => host.startsWith('/')))
    throw refusals.misconfigured('the option "host" must be a host name: sockets of this machine are not supported');
  const password = options.get('password') ?? '';
  const tls = readTls(
    options,
    hosts.map(({ host }) => host),
    readFile,
  );
  const shared = {
    database: need('database'),
    user: need('user'),
    // a function, because the driver would replace an empty password by one of the environment or of ~/.pgpass
    password: () => password,
    ssl: tls === undefined ? false : postgreSqlTls(tls),
    sslnegotiation: 'postgres',
    client_encoding: 'UTF8',
    application_name: 'ontology-query-service',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  } satisfies ClientConfig;
  const servers = hosts.map((host) => ({ ...host, ...shared, stream: () => connected(reach.connect(host)) }));
  return { servers, schema: options.get('schema') ?? DEFAULT_SCHEMA };
}

/** Returns the TLS options of the driver. */
export function postgreSqlTls({ verifyIdentity, ...options }: TlsOptions): ConnectionOptions {
  return verifyIdentity ? options : { ...options, checkServerIdentity: () => undefined };
}

/** Returns a socket that is already connecting to a checked address, so that the driver does not look up the name of the host again. */
function connected(socket: Socket): Socket {
  socket.connect = () => socket;
  return socket;
}
