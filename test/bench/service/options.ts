import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { workersFor } from './cores';
import { type Effort } from './run-rounds';

const USAGE = {
  options: {
    employees: { type: 'string', default: '300000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    'warm-up': { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    engine: { type: 'string' },
    peers: { type: 'boolean', default: false },
    workers: { type: 'string' },
    set: { type: 'string', multiple: true },
    against: { type: 'string' },
    json: { type: 'boolean', default: false },
    start: { type: 'boolean', default: false },
    'node-flags': { type: 'string', default: '' },
  },
} as const;

const ENGINES = ['mariadb', 'duckdb', 'postgresql'] as const;

export type EngineName = (typeof ENGINES)[number];

/** The options of `npm run bench` (docs/tools.md). */
export interface Options {
  readonly employees: number;
  readonly effort: Effort;
  readonly seed: number;
  /** Matches the ids of the workloads to measure. */
  readonly only: RegExp;
  readonly engines: readonly EngineName[];
  readonly peers: boolean;
  readonly workers: number;
  /** Settings of the service, by variable. */
  readonly set: Readonly<Record<string, string>>;
  /** The folder of another build, which takes the place of all other servers. */
  readonly against: string | undefined;
  readonly json: boolean;
  readonly start: boolean;
  readonly nodeFlags: readonly string[];
}

/** Reads arguments; throws on unknown ones and on values that are none. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({ ...USAGE, args: [...args] });
  const engines = ENGINES.filter((name) => (values.engine ?? name) === name);
  if (engines.length === 0) throw new Error(`--engine is one of ${ENGINES.join(', ')}, not "${values.engine}"`);
  return {
    employees: whole('employees', values.employees),
    effort: { rounds: whole('rounds', values.rounds), seconds: positive('seconds', values.seconds), warmUp: positive('warm-up', values['warm-up']) }, // prettier-ignore
    seed: whole('seed', values.seed),
    only: new RegExp(values.only),
    engines,
    peers: values.peers,
    workers: values.workers === undefined ? workersFor(cpus().length) : whole('workers', values.workers),
    set: Object.fromEntries((values.set ?? []).map(readSetting)),
    against: values.against && resolve(values.against),
    json: values.json,
    start: values.start,
    nodeFlags: values['node-flags'].split(' ').filter((flag) => flag !== ''),
  };
}

function readSetting(text: string): readonly [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new Error(`--set expects NAME=value, not "${text}"`);
  return [name, value];
}

function whole(name: string, text: string): number {
  const value = positive(name, text);
  if (Number.isInteger(value)) return value;
  throw new Error(`--${name} expects a whole number, not "${text}"`);
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new Error(`--${name} expects a number above 0, not "${text}"`);
}
