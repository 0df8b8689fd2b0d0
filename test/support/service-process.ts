import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getToken, makeBearer } from './bearer';
import { NODE_FLAGS } from './node-flags';

const ROOT = join(__dirname, '..', '..');
export const SALT = 'the salt of the tests, long enough';
export const PASSWORD = 'correct horse battery staple';
const LISTENS = /Server listening at (http:\/\/[^"\s]+)/;

/** The program that `jest.faults.config.cjs` has compiled, otherwise the sources. */
const PROGRAM =
  process.env.BUILT_SERVICE === undefined
    ? ['--require', './test/support/typescript-hook.cjs', 'src/main.ts']
    : [join(process.env.BUILT_SERVICE, 'src', 'main.js')];

const FLAGS = [...NODE_FLAGS, '--require', './test/support/fault-hook.cjs'];

/** The exit status of a process, and the time. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly at: number;
}

/** The service in a separate process, started as `npm start` starts it. */
export interface ServiceProcess {
  readonly pid: number;
  readonly url: string;
  readonly api: string;
  /** Returns its log so far. */
  readonly log: () => string;
  /** Returns the resident memory, in bytes. */
  readonly memory: () => number;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<Ending>;
  /** Returns an API token of the first administrator. */
  readonly issueToken: () => Promise<string>;
}

/** A process of the service that may not listen yet. */
export interface SpawnedService {
  readonly child: ChildProcess;
  readonly log: () => string;
  readonly ended: Promise<Ending>;
}

/** Creates a folder for the data of services, which the caller removes. */
export function makeServiceFolder(): string {
  return mkdtempSync(join(tmpdir(), 'service-process-'));
}

/** Options of the process. By default it runs directly and its output is kept. */
interface Run {
  /** A command that runs the process as its arguments. */
  readonly under?: readonly string[];
  readonly stdout?: number;
}

/** Starts the process without waiting for it; `settings` are environment variables. */
export function spawnService(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  { under = [], stdout }: Run = {},
): SpawnedService {
  const [program, ...args] = [...under, process.execPath, ...FLAGS, ...PROGRAM];
  const child = spawn(program!, args, {
    cwd: ROOT,
    stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      DATABASE_URL: `sqlite:${join(dataDir, 'system.db')}`,
      API_AUTH_SALT: SALT,
      ADMIN_PASSWORD: PASSWORD,
      PASSWORD_MIN_LENGTH: '1',
      PORT: '0',
      CONSOLE: 'off',
      ...settings,
    },
  });
  const ended = new Promise<Ending>((resolve) => {
    child.once('exit', (code, signal) => {
      resolve({ code, signal, at: performance.now() });
    });
  });
  return { child, log: collect(child), ended };
}

/** Starts the process and waits until it listens; `settings` are environment variables. */
export async function startServiceProcess(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> {
  const { child, log, ended } = spawnService(dataDir, settings);
  const url = await waitForAddress(child, log);
  const api = `${url}/svc/api`;
  return {
    pid: child.pid!,
    url,
    api,
    log,
    memory: () => Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) * 1024,
    kill: (signal) => child.kill(signal),
    ended,
    issueToken: () =>
      getToken(api, makeBearer('admin', PASSWORD, SALT)).catch((error: unknown) => {
        throw new Error(`${String(error)}, for ${lastErrorIn(log())}`);
      }),
  };
}

/** Returns the cause of the last error that a log reports. */
function lastErrorIn(log: string): string {
  const line = log.split('\n').findLast((each) => /"level":[56]0/.test(each)) ?? '';
  return /"message":"(?:[^"\\]|\\.)*"/.exec(line)?.[0] ?? 'a reason that is not in the log';
}

/** Ends processes that a test did not stop, and removes their folder. */
export async function sweepUp(dataDir: string, ...services: readonly (ServiceProcess | undefined)[]): Promise<void> {
  for (const service of services) service?.kill('SIGKILL');
  for (const service of services) await service?.ended;
  rmSync(dataDir, { recursive: true, force: true });
}

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += String(chunk)));
  return () => text;
}

function waitForAddress(child: ChildProcess, log: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const address = LISTENS.exec(log())?.[1];
      if (address === undefined) return;
      child.stdout?.off('data', look);
      resolve(address);
    };
    child.stdout?.on('data', look);
    child.once('exit', (code) => {
      reject(new Error(`the service ended with ${code}: ${log()}`));
    });
  });
}
