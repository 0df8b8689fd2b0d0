import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { type Options } from './options';
import { peerVersions } from './peers';
import { ROOT } from './processes';

/** Where, when and how a run measures, without the name of the machine. */
export interface RunDescription {
  readonly text: string;
  readonly seed: number;
  /** The load of the machine before the run: figures of a busy one say little. */
  readonly loadBefore: number;
}

/** Describes a run before it starts. */
export function describeRun(options: Options, args: readonly string[]): RunDescription {
  const { employees, effort, seed, peers } = options;
  const [core, ...more] = cpus();
  const loadBefore = loadavg()[0] ?? 0;
  const command = ['npm run bench', ...(args.length > 0 ? ['--'] : []), ...args.map(quote)].join(' ');
  const parts = [
    `${new Date().toISOString().slice(0, 10)}, \`${command}\`, ${commit()}seed ${seed}`,
    `${employees} employees, rounds: ${effort.rounds} of ${effort.seconds} s after ${effort.warmUp} s`,
    `${more.length + 1} cores (${core?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()}, load before ${loadBefore.toFixed(1)}`,
    [`Node.js ${process.versions.node}`, ...['fastify', 'mysql2', 'pg', '@duckdb/node-api'].map(versionOf)].join(', '),
    ...(peers ? [`peers: ${peerVersions().join(', ')}`] : []),
  ];
  return { text: parts.join('; '), seed, loadBefore };
}

function quote(argument: string): string {
  return /^[\w=./-]+$/.test(argument) ? argument : `'${argument}'`;
}

function versionOf(name: string): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }; // prettier-ignore
  return `${name} ${version}`;
}

/** Returns the commit of the sources where they are a clone. */
function commit(): string {
  try {
    const hash = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] }); // prettier-ignore
    return `commit ${String(hash).trim()}, `;
  } catch {
    return '';
  }
}
