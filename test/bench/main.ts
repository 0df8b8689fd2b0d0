import '../../src/engines/size-thread-pool';
import { parseArgs } from 'node:util';
import { type BenchOptions } from './bench-engines';
import { ROUNDS } from './measure';
import { benchPasses } from './passes';
import { describeMachine, printTable } from './report';
import { benchTrade } from './trade';

const PASSES = { titles: ['off', 'on'], ratio: [0, 1] } as const;
const TRADE = { titles: ['by hand', 'off', 'on'], ratio: [0, 2] } as const;

const USAGE = {
  options: {
    rows: { type: 'string', default: '100000' },
    tpch: { type: 'boolean', default: false },
    scale: { type: 'string', default: '30' },
    rounds: { type: 'string', default: String(ROUNDS) },
    limit: { type: 'string', default: '20' },
    only: { type: 'string' },
    least: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
} as const;

/** `npm run bench:passes` (docs/benchmarks.md). */
async function main(): Promise<void> {
  const { values } = parseArgs(USAGE);
  const [rows, scale] = [number('rows', values.rows, 100), number('scale', values.scale, 1)];
  const options: BenchOptions = {
    limitMs: number('limit', values.limit, 1) * 1_000,
    rounds: number('rounds', values.rounds, 0),
    only: values.only === undefined ? undefined : new RegExp(values.only),
    signal: stopSignal(),
  };
  const engines = await (values.tpch ? benchTrade(scale, options) : benchPasses(rows, options));
  if (values.json) {
    const figures = engines.map((engine) => ({ ...engine, figures: Object.fromEntries(engine.figures) }));
    process.stdout.write(`${JSON.stringify({ machine: describeMachine(engines), engines: figures })}\n`);
    return;
  }
  const size = values.tpch ? `scale ${scale}` : `${rows} rows a table`;
  process.stdout.write(
    `${describeMachine(engines)}; ${size}; ${values.least ? 'least of the rounds' : 'medians'} in milliseconds\n\n`,
  );
  process.stdout.write(
    printTable(
      engines,
      { ...(values.tpch ? TRADE : PASSES), times: values.least ? 'least' : 'times' },
      options.limitMs,
    ),
  );
}

/** Parses a whole multiple of `unit`. */
function number(option: string, text: string, unit: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= unit && value % (unit || 1) === 0) return value;
  throw new Error(`--${option} takes a multiple of ${unit || 1}, not "${text}"`);
}

/** Aborts the running statement on Ctrl+C and with it the benchmark. The tables are dropped as after any failure. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  const onSignal = (): void => {
    stop.abort();
  };
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  return stop.signal;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
