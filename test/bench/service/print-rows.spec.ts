import { type Round } from './figures';
import { printRows } from './print-rows';
import { type Row } from './run-rounds';

const round = (perSecond: number, more: Partial<Round> = {}): Round => ({ perSecond, p50: 4, p99: 20, firstByte: 4, requests: 500, cpu: 0.2, sourceCpu: 0.1, peak: 150, ...more }); // prettier-ignore

/** Returns the cells of a printed table by the heads of its columns; the second `ratio` is `ratio 2`. */
function cellsOf(table: string): readonly Readonly<Record<string, string>>[] {
  const [heads = [], , ...lines] = table.trim().split('\n').map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim())); // prettier-ignore
  const names = heads.map((head, place) => (head === 'ratio' ? `${heads[place - 1]}, ratio` : head));
  return lines.map((cells) => Object.fromEntries(cells.map((cell, place) => [names[place] ?? '', cell])));
}

describe('printRows', () => {
  const row: Row = {
    id: 'a',
    title: 'one employee by key',
    sides: [
      { name: 'ours', rounds: [round(40, { cpu: 0.4 }), round(60, { cpu: 0.4 }), round(50)], different: 20_000 },
      { name: 'bare', rounds: [round(100, { p50: 2, p99: 8 }), round(100), round(100)], different: 30_000 },
      { name: 'feathers', rounds: [round(70), round(80), round(75)], different: undefined },
    ],
  };

  it('prints a line for each side, with ratios to the second and their range', () => {
    const [ours, bare, peer] = cellsOf(printRows('MariaDB', [row]));
    expect(ours).toMatchObject({
      workload: 'one employee by key',
      side: 'ours',
      'CPU ms': '0.4',
      'CPU ms, ratio': '2.00 (1.00..2.00)',
      'MariaDB CPU ms': '0.1',
      'requests/s': '50',
      'requests/s, ratio': '0.50 (0.40..0.60)',
      'p50 ms, ratio': '1.00',
      'different requests': '20000',
    });
    expect(bare).toMatchObject({ workload: '', side: 'bare', 'requests/s, ratio': '1.00', 'p99 ms': '20' });
    expect(peer).toMatchObject({ side: 'feathers', 'requests/s, ratio': '0.75 (0.70..0.80)', 'different requests': '' }); // prettier-ignore
  });

  it('begins with processor time', () => {
    const [heads = ''] = printRows('MariaDB', [row]).split('\n');
    expect(heads).toMatch(
      /^\| {2}\| workload \| side \| CPU ms \| ratio \| MariaDB CPU ms \| ratio \| requests\/s \| ratio \|/,
    );
  });

  it('omits columns without figures', () => {
    const sides = row.sides.map((side) => ({ ...side, rounds: side.rounds.map((each) => ({ ...each, sourceCpu: undefined })) })); // prettier-ignore
    const [ours] = cellsOf(printRows('DuckDB', [{ ...row, sides }]));
    expect(Object.keys(ours ?? {})).not.toContain('DuckDB CPU ms');
    expect(Object.keys(ours ?? {})).not.toContain('first byte ms');
  });

  it('prints no 99th percentile of few requests, and a first byte that comes early', () => {
    const rounds = [round(1, { requests: 1, p50: 400, p99: 400, firstByte: 9 })];
    const late = [round(1, { requests: 1, p50: 900, p99: 900, firstByte: 900 })];
    const sides = [{ name: 'ours', rounds, different: 1 }, { name: 'bare', rounds: late, different: 1 }]; // prettier-ignore
    const [ours, bare] = cellsOf(printRows('MariaDB', [{ ...row, sides }]));
    expect(ours).toMatchObject({ 'first byte ms': '9', 'requests/s, ratio': '1.00' });
    expect(bare).toMatchObject({ 'first byte ms': '900' });
    expect(Object.keys(ours ?? {})).not.toContain('p99 ms');
  });
});
