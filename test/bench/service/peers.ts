import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Server, startProgram } from './processes';
import { type PeerRequest } from './workload';

const FOLDER = join(__dirname, '..', 'peers');
const LOCK = join(FOLDER, 'package-lock.json');
/** The lock file of the installed packages. */
const INSTALLED = join(FOLDER, 'node_modules', 'installed-lock.json');

type Values = readonly (string | number)[];

/** Another way to write a service for the same requests, on MariaDB. */
export interface Peer {
  readonly name: string;
  /** Its file in `test/bench/peers`. */
  readonly file: string;
  /** Whether it keeps answers and has constants. */
  readonly keeps?: boolean;
  /** Returns the path of a request with these parameters, in the order of the hand-written statement; of a constant, the number of its bytes. */
  readonly pathOf: (request: PeerRequest, values: Values) => string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const PEERS: readonly Peer[] = [
  { name: 'Fastify, by hand', file: 'fastify-server.cjs', keeps: true, pathOf: plainPath },
  {
    name: 'NestJS, by hand',
    file: 'nest-server.cjs',
    keeps: true,
    pathOf: plainPath,
    headers: { authorization: 'Bearer reader' },
  },
  { name: 'drizzle, Fastify', file: 'drizzle-server.cjs', pathOf: plainPath },
  { name: 'feathers-knex', file: 'feathers-server.cjs', pathOf: feathersPath },
];

function plainPath(request: PeerRequest, [one, other]: Values): string {
  if (request === 'one') return `/employees/${one}`;
  if (request === 'kept' || request === 'constant') return `/${request}/${one}`;
  if (request === 'range') return `/range?${query({ after: one, to: other })}`;
  return `/${request === 'some' ? 'employees' : request}?${query({ city: one, below: other })}`;
}

function feathersPath(request: PeerRequest, [one, other]: Values): string {
  if (request === 'one') return `/employees/${one}`;
  if (request === 'range') return `/employees?${query({ 'emp_no[$gt]': one, 'emp_no[$lte]': other })}`;
  return `/${request === 'some' ? 'employees' : request}?${query({ city: one, 'last_name[$lt]': other })}`;
}

function query(parameters: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`)
    .join('&');
}

/** Installs the packages of the peers in their own folder, unless they are those of the lock file. It needs the npm registry, or npm's cache. */
export function installPeers(): void {
  const isInstalled = existsSync(INSTALLED) && readFileSync(INSTALLED).equals(readFileSync(LOCK));
  if (isInstalled) return;
  process.stderr.write('installing the packages of the peers\n');
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: FOLDER, stdio: ['ignore', 'ignore', 'inherit'] }); // prettier-ignore
  copyFileSync(LOCK, INSTALLED);
}

/** Starts a peer over the MariaDB on this port. */
export async function startPeer({ file, headers = {} }: Peer, port: string): Promise<Server> {
  return { ...(await startProgram(join(FOLDER, file), [port])), headers };
}

/** Returns the names and versions of the packages of the peers. */
export function peerVersions(): readonly string[] {
  const { dependencies } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')) as { dependencies: Readonly<Record<string, string>> }; // prettier-ignore
  return Object.entries(dependencies).map(([name, version]) => `${name} ${version}`);
}
