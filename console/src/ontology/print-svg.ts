/** A point of a picture, in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A concept as a rectangle around its name. */
export interface Box extends Point {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly isStart: boolean;
}

/** A line with an arrow at its end. */
export interface Arrow {
  readonly from: Point;
  readonly to: Point;
  /** The control points of its quadratic curves; none for a straight line. */
  readonly bends: readonly Point[];
  readonly label: string;
  readonly labelAt: Point;
  readonly isDashed: boolean;
}

export interface Scene {
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
  readonly colours: { readonly ink: string; readonly ground: string; readonly accent: string; readonly quiet: string };
}

const MARGIN = 30;

/** Returns a picture as an SVG document, which needs no style sheet and no script. */
export function printSvg({ boxes, arrows, colours }: Scene): string {
  const { ink, ground, accent, quiet } = colours;
  const { left, top, width, height } = frameOf(boxes, arrows);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}" font-family="sans-serif">`,
    `<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="${quiet}"/></marker></defs>`,
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${ground}"/>`,
    ...arrows.map((arrow) => {
      const dashes = arrow.isDashed ? ' stroke-dasharray="6 4"' : '';
      return `<path d="${pathOf(arrow)}" fill="none" stroke="${quiet}" stroke-width="1.5"${dashes} marker-end="url(#arrow)"/>`;
    }),
    ...arrows.filter(({ label }) => label !== '').map(({ label, labelAt }) => textOf(label, labelAt, `font-size="10" fill="${ink}" stroke="${ground}" stroke-width="4" paint-order="stroke"`)), // prettier-ignore
    ...boxes.map(({ name, x, y, width: w, height: h, isStart }) => {
      const border = isStart ? `stroke="${accent}" stroke-width="3"` : `stroke="${quiet}" stroke-width="1.5"`;
      const rectangle = `<rect x="${round(x - w / 2)}" y="${round(y - h / 2)}" width="${round(w)}" height="${round(h)}" rx="6" fill="${ground}" ${border}/>`;
      return `${rectangle}${textOf(name, { x, y }, `font-size="13" fill="${ink}"`)}`;
    }),
    '</svg>',
    '',
  ].join('\n');
}

function frameOf(boxes: readonly Box[], arrows: readonly Arrow[]) {
  const points = [
    ...boxes.flatMap(({ x, y, width, height }) => [
      { x: x - width / 2, y: y - height / 2 },
      { x: x + width / 2, y: y + height / 2 },
    ]),
    ...arrows.flatMap(({ from, to, bends, labelAt }) => [from, to, labelAt, ...bends]),
  ];
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.floor(Math.min(...xs)) - MARGIN, Math.floor(Math.min(...ys)) - MARGIN];
  return {
    left,
    top,
    width: Math.ceil(Math.max(...xs)) + MARGIN - left,
    height: Math.ceil(Math.max(...ys)) + MARGIN - top,
  };
}

/** Returns the path of an arrow: quadratic curves that meet halfway between two control points. */
function pathOf({ from, to, bends }: Arrow): string {
  if (bends.length === 0) return `M${at(from)}L${at(to)}`;
  const curves = bends.map((bend, index) => {
    const next = bends[index + 1];
    const end = next === undefined ? to : { x: (bend.x + next.x) / 2, y: (bend.y + next.y) / 2 };
    return `Q${at(bend)} ${at(end)}`;
  });
  return `M${at(from)}${curves.join('')}`;
}

function textOf(text: string, { x, y }: Point, attributes: string): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="middle" dominant-baseline="central" ${attributes}>${escape(text)}</text>`;
}

function at({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
