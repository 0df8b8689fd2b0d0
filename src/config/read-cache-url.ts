/** A parsed `CACHE_URL`: one Redis, or the Sentinels that know its master. */
export interface CacheAddress {
  readonly tls: boolean;
  /** One Redis; with `master`, its Sentinels. */
  readonly servers: readonly CacheServer[];
  /** The name under which the Sentinels monitor their Redis. */
  readonly master?: string;
  readonly database: number;
  readonly account: CacheAccount;
  readonly sentinelAccount: CacheAccount;
}

export interface CacheServer {
  readonly host: string;
  readonly port: number;
}

export interface CacheAccount {
  readonly username?: string;
  readonly password?: string;
}

export const CACHE_URL_FORM =
  'redis[s]://[user:password@]host[:port][/database] or redis[s]+sentinel://[user:password@]host[:port],.../master[/database]';

const REDIS_PORT = 6379;
const SENTINEL_PORT = 26_379;
const SENTINEL_SETTINGS = ['sentinel_user', 'sentinel_password'];
const URL_PARTS =
  /^redis(?<tls>s?)(?<sentinel>\+sentinel)?:\/\/(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<servers>[^@/?#]+)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/;
const SERVER = /^(?:\[(?<address>[\da-f:.]+)\]|(?<name>[\w.-]+))(?::(?<port>\d{1,5}))?$/i;
const REDIS_PATH = /^\/?(?<database>\d{0,5})$/;
const SENTINEL_PATH = /^\/(?<master>[^/]+)(?:\/(?<database>\d{0,5}))?$/;

type Parts = Partial<Record<string, string>>;
type Place = Pick<CacheAddress, 'servers' | 'master' | 'database' | 'sentinelAccount'>;

/** Returns the servers that a `CACHE_URL` of the form `CACHE_URL_FORM` names; undefined for any other string. */
export function readCacheUrl(url: string): CacheAddress | undefined {
  const parts: Parts | undefined = URL_PARTS.exec(url)?.groups;
  if (parts === undefined) return undefined;
  const place = parts.sentinel === undefined ? readRedisPlace(parts) : readSentinelPlace(parts);
  const account = readAccount(decode(parts.user), decode(parts.password));
  return place && { ...place, tls: parts.tls === 's', account };
}

function readRedisPlace({ servers = '', path = '', query }: Parts): Place | undefined {
  const server = readServer(servers, REDIS_PORT);
  const database = REDIS_PATH.exec(path)?.groups?.database;
  if (server === undefined || database === undefined || query !== undefined) return undefined;
  return { servers: [server], database: Number(database), sentinelAccount: {} };
}

function readSentinelPlace({ servers = '', path = '', query = '' }: Parts): Place | undefined {
  const sentinels = servers.split(',').map((text) => readServer(text, SENTINEL_PORT));
  const { master, database = '' }: Parts = SENTINEL_PATH.exec(path)?.groups ?? {};
  const account = new Map(new URLSearchParams(query));
  if (master === undefined || !sentinels.every((sentinel) => sentinel !== undefined)) return undefined;
  if (![...account.keys()].every((name) => SENTINEL_SETTINGS.includes(name))) return undefined;
  const sentinelAccount = readAccount(account.get('sentinel_user'), account.get('sentinel_password'));
  return { servers: sentinels, master: decode(master), database: Number(database), sentinelAccount };
}

function readServer(text: string, defaultPort: number): CacheServer | undefined {
  const { address, name, port }: Parts = SERVER.exec(text)?.groups ?? {};
  const host = address ?? name;
  const number = port === undefined ? defaultPort : Number(port);
  return host === undefined || number < 1 || number > 65_535 ? undefined : { host, port: number };
}

function readAccount(username: string | undefined, password: string | undefined): CacheAccount {
  return { ...(username ? { username } : {}), ...(password ? { password } : {}) };
}

/** Decodes percent-encoding; returns a string without valid percent-encoding unchanged. */
function decode(text: string): string;
function decode(text: string | undefined): string | undefined;
function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return text;
  }
}
