import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port';

/** A Redis, or a Sentinel, of a test's own, which it may kill: on a port of 127.0.0.1, keeping nothing. */
export interface OwnRedis {
  readonly port: number;
  readonly signal: (name: 'SIGSTOP' | 'SIGCONT') => void;
  /** As `kill -9`: resolves when it is gone. */
  readonly kill: () => Promise<void>;
  /** Starts it again where it was, empty; resolves when it answers. */
  readonly start: () => Promise<void>;
  /** What `redis-cli` prints for this command. */
  readonly ask: (...command: readonly string[]) => Promise<string>;
  /** Ends it and takes its folder away. */
  readonly drop: () => Promise<void>;
}

const READY = /Ready to accept connections|Sentinel ID is/;

/** Options are those of `redis-server`, such as `--requirepass`, `x`; `port` is free unless it is given. */
export function startOwnRedis(options: readonly string[] = [], port?: number): Promise<OwnRedis> {
  const own = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--repl-diskless-sync-delay', '0'];
  return startServer('redis-server', port, (chosen, folder) => ['--port', `${chosen}`, '--dir', folder, ...own, ...options]); // prettier-ignore
}

/** A Sentinel that alone decides which Redis is the master; `settings` are lines of its configuration. */
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
