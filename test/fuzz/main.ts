import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { ServiceError } from '../../src/errors';
import { type Target, TARGETS } from './targets';

const LONGEST_CPU_MS = 50;
/** The number of measurements of an input. A garbage collection may affect one of them, but not all. */
const TRIES = 6;

const USAGE = {
  options: {
    inputs: { type: 'string', default: '1000000' },
    seed: { type: 'string' },
    only: { type: 'string', default: '' },
  },
} as const;

interface Figures {
  taken: number;
  refused: number;
  slowestMs: number;
}

/** `npm run fuzz` (docs/tools.md). Exits with 1 when an input breaks a rule, and prints the smallest such input. */
function main(): void {
  const { values } = parseArgs(USAGE);
  const seed = Number(values.seed ?? Date.now() % 2 ** 31);
  const inputs = Number(values.inputs);
  process.stdout.write(`seed ${seed}\n`);
  for (const target of TARGETS.filter(({ name }) => name.includes(values.only))) fuzz(target, seed, inputs);
}

function fuzz(target: Target, seed: number, inputs: number): void {
  const figures: Figures = { taken: 0, refused: 0, slowestMs: 0 };
  const property = fc.property(target.inputs, (input) => {
    const fault = judge(target, input, figures);
    if (fault !== undefined) throw new Error(fault);
  });
  const numRuns = Math.ceil((inputs * target.share) / 100);
  const { failed, counterexample, errorInstance, counterexamplePath } = fc.check(property, { numRuns, seed });
  process.stdout.write(`${target.name}: ${figures.taken + figures.refused} inputs, ${figures.taken} taken, ${figures.refused} refused, the slowest ${figures.slowestMs.toFixed(1)} ms\n`); // prettier-ignore
  if (!failed) return;
  process.exitCode = 1;
  process.stdout.write(`  FAULT at ${counterexamplePath ?? ''}: ${JSON.stringify(counterexample?.[0])}\n  ${String(errorInstance)}\n`); // prettier-ignore
}

function judge({ read }: Target, input: string, figures: Figures): string | undefined {
  const begin = process.cpuUsage();
  const fault = tell(read, input, figures);
  let ms = since(begin);
  for (let round = 1; ms > LONGEST_CPU_MS && round < TRIES; round++) {
    const again = process.cpuUsage();
    tell(read, input, { taken: 0, refused: 0, slowestMs: 0 });
    ms = Math.min(ms, since(again));
  }
  figures.slowestMs = Math.max(figures.slowestMs, ms);
  return fault ?? (ms > LONGEST_CPU_MS ? `took ${ms} ms of CPU` : undefined);
}

function tell(read: Target['read'], input: string, figures: Figures): string | undefined {
  try {
    const fault = read(input);
    figures.taken++;
    return fault;
  } catch (error) {
    figures.refused++;
    return error instanceof ServiceError ? undefined : `threw ${error instanceof Error ? error.stack : String(error)}`;
  }
}

function since(begin: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
}

main();
