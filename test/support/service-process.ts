import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBearer } from './bearer';
import { getToken } from './service';

const ROOT = join(__dirname, '..', '..');
const SALT = 'the salt of the tests, long enough';
const PASSWORD = 'correct horse battery staple';
const LISTENS = /Server listening at (http:\/\/[^"\s]+)/;

/** How a process ended, and when. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly at: number;
}

/** The service in a process of its own, started from its sources as `npm start` starts the built ones. */
export interface ServiceProcess {
  readonly pid: number;
  readonly url: string;
  readonly api: string;
  /** Its log, as far as it has come. */
  readonly log: () => string;
  /** Resident memory, in bytes. */
  readonly memory: () => number;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<Ending>;
  /** An API token of the first administrator. */
  readonly issueToken: () => Promise<string>;
}

/** A folder for the data of services, which the caller removes. */
export function makeServiceFolder(): string {
  return mkdtempSync(join(tmpdir(), 'service-process-'));
}

/** Resolves when the process listens; `settings` are environment variables. */
export async function startServiceProcess(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> {
  const child = spawn(
    process.execPath,
    ['--require', './test/support/typescript-hook.cjs', '--require', './test/support/fault-hook.cjs', 'src/main.ts'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        DATABASE_URL: `sqlite:${join(dataDir, 'system.db')}`,
        API_AUTH_SALT: SALT,
        ADMIN_PASSWORD: PASSWORD,
        PORT: '0',
        ...settings,
      },
    },
  );
  const log = collect(child);
  const ended = new Promise<Ending>((resolve) => {
    child.once('exit', (code, signal) => {
      resolve({ code, signal, at: performance.now() });
    });
  });
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
    issueToken: () => getToken(api, makeBearer('admin', PASSWORD, SALT)),
  };
}

/** Ends a process that a test has left, and removes its folder. */
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
    child.stdout?.on('data', () => {
      const address = LISTENS.exec(log())?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', (code) => {
      reject(new Error(`the service ended with ${code}: ${log()}`));
    });
  });
}
