import type { JSX } from 'preact';
import { type Chart, scaleLine } from './chart';

type Of<Kind> = Extract<Chart, { readonly kind: Kind }>['points'];

/** Draws a chart under its title. */
export function ChartView({ chart }: { readonly chart: Chart }): JSX.Element {
  return (
    <figure>
      <figcaption>{chart.title}</figcaption>
      {chart.kind === 'bars' ? <Bars points={chart.points} /> : <Line points={chart.points} title={chart.title} />}
    </figure>
  );
}

/** Horizontal bars, with their values as text beside. */
function Bars({ points }: { readonly points: Of<'bars'> }): JSX.Element {
  const greatest = Math.max(...points.map(({ value }) => value), Number.MIN_VALUE);
  return (
    <dl class="bars">
      {points.map(({ label, value }, index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>
            <span class="bar" style={{ width: `${(100 * value) / greatest}%` }} />
            <span>{printNumber(value)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A line, with its ends and the ends of its axis as text. */
function Line({ points, title }: { readonly points: Of<'line'>; readonly title: string }): JSX.Element {
  const { width, height, path, bottom, top } = scaleLine(points);
  const ends = [points[0], points.at(-1)].map((point) => point?.label ?? '');
  return (
    <div class="line-chart">
      <span>{printNumber(top)}</span>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}, from ${ends.join(' to ')}`}
      >
        <polyline points={path} />
      </svg>
      <span>{printNumber(bottom)}</span>
      <span class="ends">
        {ends.map((label) => (
          <span key={label}>{label}</span>
        ))}
      </span>
    </div>
  );
}

function printNumber(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 6 });
}
