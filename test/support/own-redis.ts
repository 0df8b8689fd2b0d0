import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port';

/** A Redis, or a Sentinel, for one test, which may kill it: on a port of 127.0.0.1, without persistence. */
export interface OwnRedis {
  readonly port: number;
  readonly signal: (name: 'SIGSTOP' | 'SIGCONT') => void;
  /** Kills it as `kill -9` does, and resolves when it has ended. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same port, empty, and resolves when it accepts connections. */
  readonly start: () => Promise<void>;
  /** Returns the output of `redis-cli` for this command. */
  readonly ask: (...command: readonly string[]) => Promise<string>;
  /** Stops it and removes its folder. */
  readonly drop: () => Promise<void>;
}

const READY = /Ready to accept connections|Sentinel ID is/;

/** Starts a Redis. Options are those of `redis-server`, such as `--requirepass`, `x`; the default port is a free one. */
export function startOwnRedis(options: readonly string[] = [], port?: number): Promise<OwnRedis> {
  const own = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--repl-diskless-sync-delay', '0'];
  return startServer('redis-server', port, (chosen, folder) => ['--port', `${chosen}`, '--dir', folder, ...own, ...options]); // prettier-ignore
}

/** Starts a Sentinel that decides alone which Redis is the master; `settings` are lines of its configuration. */
export function startOwnSentinel(settings: readonly string[]): Promise<OwnRedis> {
  return startServer('redis-sentinel', undefined, (port, folder) => {
    const file = join(folder, 'sentinel.conf');
    writeFileSync(file, [`port ${port}`, 'bind 127.0.0.1', `dir ${folder}`, ...settings, ''].join('\n'));
    return [file];
  });
}

async function startServer(
  program: string,
  chosenPort: number | undefined,
  options: (port: number, folder: string) => readonly string[],
): Promise<OwnRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'test-redis-'));
  const port = chosenPort ?? (await freePort());
  const words = options(port, folder);
  let server: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    server = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    await untilReady(server);
  };
  const kill = async (): Promise<void> => {
    if (server?.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  };
  await start();
  return {
    port,
    signal: (name) => server?.kill(name),
    kill,
    start,
    ask: async (...command) => (await promisify(execFile)('redis-cli', ['-p', `${port}`, ...command])).stdout.trim(),
    drop: async () => {
      await kill();
      rmSync(folder, { recursive: true });
    },
  };
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    server.stdout?.on('data', (chunk) => {
      log += String(chunk);
      if (READY.test(log)) resolve();
    });
    server.once('exit', (code) => {
      reject(new Error(`the server ended with ${code}: ${log}`));
    });
  });
}
