import type { Point } from './print-svg';

/** The distance of two nodes on an ellipse, and of the ellipse from what it surrounds. */
const [BETWEEN, AROUND] = [110, 150];
/** Pictures are wider than high: what an ellipse adds to the width of a circle, and takes from its height. */
const [WIDER, FLATTER] = [1.4, 0.77];

/** Returns places of the first nodes of a picture: one in the centre, and all others on an ellipse around it. */
export function placesAroundFirst(count: number): readonly Point[] {
  const others = Math.max(count - 1, 0);
  const radius = Math.max(AROUND, (others * BETWEEN) / (2 * Math.PI));
  return [{ x: 0, y: 0 }, ...onEllipse(others, radius, 0, (2 * Math.PI) / others)].slice(0, count);
}

/** Returns places outside of all that are taken, where no two nodes overlap, in the direction of `neighbour`. */
export function placesOutside(count: number, taken: readonly Point[], neighbour: Point): readonly Point[] {
  const farthest = Math.max(...taken.map(({ x, y }) => Math.max(Math.abs(x) / WIDER, Math.abs(y) / FLATTER)));
  const radius = Math.max(farthest + BETWEEN / 2, (count * BETWEEN) / (2 * Math.PI)) + AROUND / 2;
  const step = Math.min(BETWEEN / radius, (2 * Math.PI) / count);
  return onEllipse(
    count,
    radius,
    Math.atan2(neighbour.y / FLATTER, neighbour.x / WIDER) - (step * (count - 1)) / 2,
    step,
  );
}

function onEllipse(count: number, radius: number, begin: number, step: number): readonly Point[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = begin + step * index;
    return { x: radius * WIDER * Math.cos(angle), y: radius * FLATTER * Math.sin(angle) };
  });
}
