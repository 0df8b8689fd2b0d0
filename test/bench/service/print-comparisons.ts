import { type Comparison, type Side } from './compare-servers';

const HEADS = ['', 'workload', 'ours/s', 'bare/s', 'ratio', 'p50 ms', 'bare', 'p99 ms', 'bare', 'CPU ms', 'bare', 'source CPU ms', 'bare', 'peak MB', 'bare', 'first byte ms', 'bare']; // prettier-ignore

/** Prints a Markdown table. `ratio` is the requests per second of the service divided by those of the bare server. */
export function printComparisons(comparisons: readonly Comparison[]): string {
  const rows = [
    HEADS,
    HEADS.map((_, column) => (column < 2 ? '---' : '--:')),
    ...comparisons.map(({ id, title, ours, bare }) => [
      id,
      title,
      short(ours.perSecond),
      short(bare.perSecond),
      (ours.perSecond / bare.perSecond).toFixed(2),
      ...READ.flatMap((read) => [short(read(ours)), short(read(bare))]),
    ]),
  ];
  return rows.map((row) => `| ${row.join(' | ')} |\n`).join('');
}

const READ: readonly ((side: Side) => number | undefined)[] = [
  (side) => side.p50,
  (side) => side.p99,
  (side) => side.cpu,
  (side) => side.sourceCpu,
  (side) => side.peak,
  (side) => side.firstByte,
];

/** Rounds to three digits, which is more precise than the spread between runs. */
function short(value: number | undefined): string {
  if (value === undefined) return '';
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
