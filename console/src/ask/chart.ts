import type { Row, Value } from '../api/service';
import { printValue } from '../parts/print-value';

interface Point {
  readonly label: string;
  readonly value: number;
}

type PlacedPoint = Point & { readonly place: number };

/** A chart of one column of names and one of numbers: bars, or a line where the names are dates or numbers in ascending order. */
export type Chart =
  | { readonly kind: 'bars'; readonly title: string; readonly points: readonly Point[] }
  | { readonly kind: 'line'; readonly title: string; readonly points: readonly PlacedPoint[] };

const MOST = { bars: 40, line: 2_000 };
/** Fewer points are clearer as bars. */
const LEAST_OF_LINE = 4;

/** Returns the chart of rows; undefined where none fits them. Bars have no negative numbers. */
export function chartOf(columns: readonly string[], rows: readonly Row[]): Chart | undefined {
  const [name = '', ...others] = columns;
  const measured = others.find((column) => rows.every((row) => numberOf(row[column]) !== undefined));
  if (measured === undefined || rows.length < 2) return undefined;
  const title = `${measured} by ${name}`;
  const points = rows.map((row) => ({ label: printValue(row[name]), value: numberOf(row[measured]) ?? 0 }));
  const placed = points.map((point) => ({ ...point, place: placeOf(point.label) }));
  if (isLine(placed)) return { kind: 'line', title, points: placed };
  const areBars = points.length <= MOST.bars && points.every(({ value }) => value >= 0);
  return areBars ? { kind: 'bars', title, points } : undefined;
}

interface ScaledLine {
  readonly width: number;
  readonly height: number;
  /** Points of an SVG polyline, `x,y x,y ..`, within `width` and `height`. */
  readonly path: string;
  /** The values at the ends of the axis. */
  readonly bottom: number;
  readonly top: number;
}

/** Returns a line on axes that it fills, where that of positive values begins at zero unless all of them are far from it. */
export function scaleLine(points: readonly PlacedPoint[], width = 1_000, height = 260): ScaledLine {
  const values = points.map(({ value }) => value);
  const [least, top] = [Math.min(...values), Math.max(...values)];
  const bottom = least > 0 && least < 2 * (top - least) ? 0 : least;
  const scaleX = scale(points[0]?.place ?? 0, points.at(-1)?.place ?? 1, width);
  const scaleY = scale(top, bottom, height);
  const path = points.map(({ place, value }) => `${scaleX(place)},${scaleY(value)}`).join(' ');
  return { width, height, path, bottom, top };
}

/** Returns a function from values between `begin` and `end` to lengths from 0 to `length`, with one decimal. */
function scale(begin: number, end: number, length: number): (value: number) => string {
  return (value) => ((length * (value - begin)) / (end - begin || 1)).toFixed(1).replace(/^-(?=0\.0$)/, '');
}

function isLine(points: readonly { readonly place: number }[]): boolean {
  if (points.length < LEAST_OF_LINE || points.length > MOST.line) return false;
  // a comparison with NaN, the place of other names, is false
  return points.every(({ place }, index) => index === 0 || place > (points[index - 1]?.place ?? NaN));
}

/** Returns the place on an axis of a number, a date, a time of a date, or a month such as 2026-11; NaN for other names. */
function placeOf(label: string): number {
  if (/^-?\d+(\.\d+)?$/.test(label)) return Number(label);
  return /^\d{4}-\d\d(-\d\d([ T]\d\d:\d\d(:\d\d(\.\d+)?)?)?)?$/.test(label) ? Date.parse(label) : NaN;
}

/** Numbers may be strings, in which they are exact. */
function numberOf(value: Value | undefined): number | undefined {
  const number = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
