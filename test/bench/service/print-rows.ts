import { ratiosOf, type Round, type Spread, spreadOf } from './figures';
import { type Row, type SideFigures } from './run-rounds';

interface Column {
  readonly head: string;
  readonly print: (side: SideFigures, base: SideFigures, row: Row) => string;
}

/** Fewer requests of a round have no 99th percentile. */
const FEWEST_FOR_P99 = 100;
/** A first byte that comes later than this share of the median time is not shown: the answer came in one piece. */
const EARLY = 0.95;

/**
 * Prints a Markdown table with a line for each side of each row: processor time of the service and of its data source, then speed and
 * latency, as medians of the rounds. A ratio compares with the second side of the row, with its range over the rounds.
 */
export function printRows(engine: string, rows: readonly Row[]): string {
  const columns = COLUMNS.filter(({ print }) =>
    rows.some((row) => row.sides.some((side) => print(side, side, row) !== '')),
  ).map((column) => ({
    ...column,
    head: column.head.replace('$engine', engine),
  }));
  const lines = rows.flatMap((row) =>
    row.sides.map((side, place) => [
      ...(place === 0 ? [row.id, row.title] : ['', '']),
      side.name,
      ...columns.map(({ print }) => print(side, row.sides[1] ?? side, row)),
    ]),
  );
  const heads = ['', 'workload', 'side', ...columns.map(({ head }) => head)];
  const rule = heads.map((_, column) => (column < 3 ? '-' : '-:'));
  return [heads, rule, ...lines].map((line) => `| ${line.join(' | ')} |\n`).join('');
}

function value(head: string, read: (round: Round) => number | undefined): Column {
  return { head, print: ({ rounds }) => short(spreadOf(rounds.map(read))?.median) };
}

function ratio(read: (round: Round) => number | undefined, { isRanged }: { readonly isRanged: boolean }): Column {
  return {
    head: 'ratio',
    print: ({ rounds }, base) => printRatio(ratiosOf(rounds, base.rounds, read), isRanged && rounds.length > 1),
  };
}

const COLUMNS: readonly Column[] = [
  value('CPU ms', ({ cpu }) => cpu),
  ratio(({ cpu }) => cpu, { isRanged: true }),
  value('$engine CPU ms', ({ sourceCpu }) => sourceCpu),
  ratio(({ sourceCpu }) => sourceCpu, { isRanged: false }),
  value('requests/s', ({ perSecond }) => perSecond),
  ratio(({ perSecond }) => perSecond, { isRanged: true }),
  value('p50 ms', ({ p50 }) => p50),
  ratio(({ p50 }) => p50, { isRanged: false }),
  value('p99 ms', findP99),
  ratio(findP99, { isRanged: false }),
  {
    head: 'first byte ms',
    print: ({ rounds }, _base, { sides }) =>
      sides.some(isEarly) ? short(spreadOf(rounds.map(({ firstByte }) => firstByte))?.median) : '',
  },
  value('peak MB', ({ peak }) => peak),
  { head: 'different requests', print: ({ different }) => (different === undefined ? '' : String(different)) },
];

function findP99({ p99, requests }: Round): number | undefined {
  return requests < FEWEST_FOR_P99 ? undefined : p99;
}

function isEarly({ rounds }: SideFigures): boolean {
  const share = spreadOf(rounds.map(({ firstByte, p50 }) => firstByte / p50))?.median;
  return share !== undefined && share < EARLY;
}

function printRatio(spread: Spread | undefined, isRanged: boolean): string {
  if (spread === undefined) return '';
  const { median, least, most } = spread;
  const range = isRanged && least.toFixed(2) !== most.toFixed(2) ? ` (${least.toFixed(2)}..${most.toFixed(2)})` : '';
  return `${median.toFixed(2)}${range}`;
}

/** Rounds to three digits, which is more precise than the spread between runs. */
function short(figure: number | undefined): string {
  if (figure === undefined) return '';
  return figure >= 100 ? figure.toFixed(0) : String(Number(figure.toPrecision(3)));
}
