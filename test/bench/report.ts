import { cpus } from 'node:os';
import { type EngineFigures } from './bench-engines';
import { type Time } from './measure';

/** The columns of the times of one engine. */
interface Columns {
  readonly titles: readonly string[];
  /** Medians, or the shortest times. */
  readonly times: 'times' | 'least';
  /** The positions of two times; the ratio is the first divided by the second. */
  readonly ratio: readonly [number, number];
}

/** Prints one Markdown line for each statement: its rows, and its times on each engine in milliseconds. */
export function printTable(engines: readonly EngineFigures[], columns: Columns, limitMs: number): string {
  const [first] = engines;
  const heads = engines.flatMap(({ engine }) =>
    [...columns.titles, 'ratio'].map((title) => `${engine.replace(/ .*/, '')} ${title}`),
  );
  const lines = [...(first?.figures ?? [])].map(([name, { rows }]) => [
    ...splitName(name),
    String(rows),
    ...engines.flatMap(({ figures }) => cellsOf(figures.get(name)?.[columns.times] ?? [], columns, limitMs)),
  ]);
  const rows = [['', 'statement', 'rows', ...heads], ...lines];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const texts = rows.map((row) =>
    row.map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))),
  );
  const rule = widths.map((width, column) =>
    column < 2 ? '-'.repeat(width) : `${'-'.repeat(Math.max(1, width - 1))}:`,
  );
  return [texts[0] ?? [], rule, ...texts.slice(1)].map((row) => `| ${row.join(' | ')} |\n`).join('');
}

/** Describes where the figures were measured, without the name of the machine. */
export function describeMachine(engines: readonly EngineFigures[]): string {
  return `${cpus().length} cores, Node.js ${process.versions.node}, ${engines.map(({ engine }) => engine).join(', ')}`;
}

function splitName(name: string): readonly string[] {
  const place = name.indexOf(': ');
  return [name.slice(0, place), name.slice(place + 2)];
}

function cellsOf(times: readonly Time[], { ratio: [slow, fast] }: Columns, limitMs: number): readonly string[] {
  const cells = times.map((time) => (time === undefined ? `> ${limitMs / 1_000} s` : inMilliseconds(time)));
  const [slowest, fastest] = [times[slow] ?? limitMs, times[fast] ?? limitMs];
  const ratio = slowest / fastest;
  return [...cells, `${times[slow] === undefined ? '> ' : ''}${ratio < 10 ? ratio.toFixed(1) : ratio.toFixed(0)}`];
}

function inMilliseconds(time: number): string {
  return time < 10 ? time.toFixed(1) : time.toFixed(0);
}
