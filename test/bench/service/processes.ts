import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { familyOf } from './usage';

export const ROOT = join(__dirname, '..', '..', '..');
/** `--require` of processes that run sources in TypeScript. */
export const HOOK = join(ROOT, 'test', 'support', 'typescript-hook.cjs');

/** A server under measurement. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds from its start until it is ready. */
  readonly started: number;
  readonly stop: () => Promise<void>;
}

/** Starts a program in JavaScript that prints its port as its first line. Rejects when it ends before. */
export async function startProgram(path: string, args: readonly string[]): Promise<Server> {
  const begin = performance.now();
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${path} did not start`);
  });
  const [port] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
  ended.catch(() => undefined);
  return {
    url: `http://127.0.0.1:${String(port).trim()}`,
    pid: child.pid!,
    headers: {},
    started: performance.now() - begin,
    stop: () => stop(child),
  };
}

/** Kills a process and resolves when it has ended. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Binds all threads of a process and its children to these cores. */
export function pin(pid: number, cores: readonly number[]): void {
  for (const each of familyOf(pid))
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores.join(','), String(each)], { stdio: 'ignore' });
}
