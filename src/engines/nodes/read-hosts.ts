import { refusals } from '../running/refusals';

export interface Host {
  readonly host: string;
  readonly port: number;
}

/** The ports of the types of data sources that have servers. */
const DEFAULT_PORTS = { mysql: '3306', postgresql: '5432' } as const;

/** A type of data source that has servers. */
export type ServerType = keyof typeof DEFAULT_PORTS;

const ADDRESS = /^(?:\[(?<address>[^\]]+)\]|(?<name>[^:[\]\s]+))(?::(?<port>\d+))?$/;

/** Returns the servers that the option `host` names, separated by commas, each with its own port, that of the option `port`, or that of its type. */
export function readHosts(options: ReadonlyMap<string, string>, type: ServerType): readonly Host[] {
  const names = (options.get('host') ?? '').split(',').map((name) => name.trim());
  const hosts = names.map((name) => readHost(name, options.get('port') ?? DEFAULT_PORTS[type]));
  const keys = hosts.map(({ host, port }) => `${host} ${port}`);
  return hosts.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

/** Returns whether a data source of this type has servers, which its options name. */
export function hasServers(type: string): type is ServerType {
  return Object.hasOwn(DEFAULT_PORTS, type);
}

function readHost(text: string, defaultPort: string): Host {
  if (/^[^:]*:[^:]*:/.test(text) && !text.startsWith('[')) return { host: text, port: readPort(defaultPort) };
  const { address, name, port = defaultPort } = ADDRESS.exec(text)?.groups ?? {};
  const host = address ?? name;
  if (host === undefined)
    throw refusals.misconfigured(
      'the option "host" must be a host name, or host names with ports, separated by commas: a:3306,b:3307',
    );
  return { host, port: readPort(port) };
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
    throw refusals.misconfigured('the port of a data source must be a number from 1 to 65535');
  return port;
}
