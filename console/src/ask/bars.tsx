import type { JSX } from 'preact';
import type { Row, Value } from '../api/service';
import { printValue } from '../parts/row-table';

export interface Chart {
  readonly title: string;
  readonly bars: readonly { readonly label: string; readonly value: number }[];
}

const MOST_BARS = 40;

/** Returns a chart of rows with one column of names and one of numbers that are not negative; undefined for all others. */
export function chartOf(columns: readonly string[], rows: readonly Row[]): Chart | undefined {
  if (columns.length < 2 || rows.length < 2 || rows.length > MOST_BARS) return undefined;
  const [name = '', ...others] = columns;
  const measured = others.find((column) => rows.every((row) => numberOf(row[column]) !== undefined));
  if (measured === undefined) return undefined;
  return {
    title: `${measured} by ${name}`,
    bars: rows.map((row) => ({ label: printValue(row[name]), value: numberOf(row[measured]) ?? 0 })),
  };
}

/** Numbers may be strings, in which they are exact. */
function numberOf(value: Value | undefined): number | undefined {
  const number = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && number >= 0 ? number : undefined;
}

/** Horizontal bars, with their values as text beside. */
export function Bars({ chart: { title, bars } }: { readonly chart: Chart }): JSX.Element {
  const greatest = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE);
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <dl class="bars">
        {bars.map(({ label, value }, index) => (
          <div key={index}>
            <dt>{label}</dt>
            <dd>
              <span class="bar" style={{ width: `${(100 * value) / greatest}%` }} />
              <span>{value.toLocaleString('en')}</span>
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
