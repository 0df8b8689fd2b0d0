import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { PASS_NAMES } from '../../src/compiler/optimize';
import { NESTING_STEPS } from '../../src/compiler/values';
import { passCases } from '../bench/pass-cases';

const HOOK = ['--require', join(__dirname, '../support/typescript-hook.cjs'), join(__dirname, '../bench/main.ts')];

interface Figures {
  readonly engines: readonly {
    readonly engine: string;
    readonly figures: Readonly<Record<string, { readonly rows: number }>>;
  }[];
}

const run = (...options: readonly string[]): string => execFileSync(process.execPath, [...HOOK, ...options], { encoding: 'utf8', stdio: 'pipe' }); // prettier-ignore

describe('npm run bench:passes', () => {
  it('has a statement for each pass and each step of nesting', () => {
    const off = new Set(passCases(100).flatMap(({ optimisation }) => optimisation.split(' ').at(-1) ?? ''));
    expect([...PASS_NAMES, ...NESTING_STEPS].filter((name) => !off.has(name))).toEqual([]);
  });

  it('returns the same rows with each optimization and without, on each engine', () => {
    const { engines } = JSON.parse(run('--rows', '300', '--rounds', '0', '--json')) as Figures;
    const cases = passCases(300).length;
    expect(engines.length).toBeGreaterThan(0);
    for (const { figures } of engines) {
      expect(Object.keys(figures)).toHaveLength(cases);
      expect(Object.entries(figures).filter(([, { rows }]) => rows === 0)).toEqual([]);
    }
  }, 60_000);

  it('prints a table of the queries of the trade benchmark, by hand and by paths', () => {
    const table = run('--tpch', '--scale', '1', '--rounds', '0', '--only', '^(1|6): ');
    expect(table).toMatch(/\| DuckDB by hand \| DuckDB off \| DuckDB on \| DuckDB ratio \|/);
    expect(table).toMatch(/^\| 6 .*\|$/m);
  }, 60_000);

  it('rejects an invalid size', () => {
    expect(() => run('--rows', 'many')).toThrow(/rows/);
  });
});
