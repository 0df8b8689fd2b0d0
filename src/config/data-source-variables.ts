import { isIP } from 'node:net';
import { HOST_NAME } from './host-name';
import { readTextFile } from './read-text-file';
import { VARIABLE_OF } from './variable-of';

/** What an entry of DATA_SOURCE_ENVS is, for messages. */
export const VARIABLES_FORM =
  'environment variables, each with or without its host (SHOP_PASSWORD@db.example.org:3306), and none of them a setting of the service';

const ENTRY = /^(?<name>[a-z_]\w*)(?:@(?:\[(?<address>[^\]]+)\]|(?<host>[^:[\]@]+))(?::(?<port>\d{1,5}))?)?$/i;
const DEFAULT_PORT = 3306;
const SETTINGS: ReadonlySet<string> = new Set(Object.values(VARIABLE_OF));

/** A server of a data source. */
interface Server {
  readonly host: string;
  readonly port: number;
}

/** A variable that data sources may use, at one server only or, for administrators, at any. */
interface Entry {
  readonly name: string;
  readonly server?: string;
}

/** Returns whether `text` can be an entry of DATA_SOURCE_ENVS. */
export function isVariableEntry(text: string): boolean {
  return readEntry(text) !== undefined;
}

/**
 * The environment variables that contain secrets of data sources, which DATA_SOURCE_ENVS lists (docs/settings.md). Other variables
 * can neither be read nor be found out here. The values are in private fields, so that no log or answer contains them.
 */
export class DataSourceVariables {
  readonly #entries: readonly Entry[];
  readonly #values: ReadonlyMap<string, string>;
  readonly #files: ReadonlyMap<string, string>;

  constructor(entries: readonly string[] = [], source: NodeJS.ProcessEnv = {}) {
    this.#entries = entries.flatMap((entry) => readEntry(entry) ?? []);
    const names = this.#entries.map(({ name }) => name);
    this.#values = new Map(names.map((name) => [name, ownValue(source, name)]));
    this.#files = new Map(names.map((name) => [name, ownValue(source, `${name}_FILE`)]));
  }

  /** The names of all listed variables, each once. */
  get names(): readonly string[] {
    return [...this.#values.keys()];
  }

  /** Reports whether a variable is listed for all of these servers. An entry without a server is for any server, if `anywhere` is set. */
  allows(name: string, servers: readonly Server[], anywhere: boolean): boolean {
    const entries = this.#entries.filter((entry) => entry.name === name);
    if (anywhere && entries.some(({ server }) => server === undefined)) return true;
    const allowed = new Set(entries.map(({ server }) => server));
    return servers.length > 0 && servers.every((server) => allowed.has(nameServer(server)));
  }

  /**
   * Returns the value of a listed variable, or the present content of the file that the variable with `_FILE` names; undefined if
   * there is none, or it is empty.
   */
  find(name: string): string | undefined {
    const value = this.#values.get(name) ?? '';
    const path = this.#files.get(name) ?? '';
    const found = value !== '' || path === '' ? value : readTextFile(path);
    return found === '' ? undefined : found;
  }

  /** Returns what is wrong with these variables, next to those that `get_config` may return, without their values. */
  findProblems(published: readonly string[]): readonly string[] {
    const isSet = (values: ReadonlyMap<string, string>, name: string): boolean => (values.get(name) ?? '') !== '';
    const doubled = this.names.filter((name) => isSet(this.#values, name) && isSet(this.#files, name));
    return [
      ...doubled.map((name) => `${name} and ${name}_FILE exclude each other`),
      ...this.names
        .filter((name) => published.includes(name))
        .map((name) => `${name} must not be in both ALLOWED_CONFIG_ENVS_IN_API and DATA_SOURCE_ENVS`),
    ];
  }
}

function readEntry(text: string): Entry | undefined {
  const { name, ...place } = ENTRY.exec(text)?.groups ?? {};
  if (name === undefined || name.startsWith('JWT_') || SETTINGS.has(name) || SETTINGS.has(name.replace(/_FILE$/, '')))
    return undefined;
  if (place.host === undefined && place.address === undefined) return { name };
  const server = readServer(place);
  return server && { name, server: nameServer(server) };
}

function readServer({ address, host, port: digits }: Partial<Record<string, string>>): Server | undefined {
  const port = digits === undefined ? DEFAULT_PORT : Number(digits);
  if (port < 1 || port > 65_535) return undefined;
  if (host !== undefined) return isIP(host) === 4 || HOST_NAME.test(host) ? { host, port } : undefined;
  return address !== undefined && isIP(address) === 6 ? { host: address, port } : undefined;
}

function nameServer({ host, port }: Server): string {
  return `${host.toLowerCase().replace(/\.$/, '')} ${port}`;
}

function ownValue(source: NodeJS.ProcessEnv, name: string): string {
  return (Object.hasOwn(source, name) ? source[name] : undefined) ?? '';
}
