import { placesAroundFirst, placesOutside } from './places';

/** The size of a node whose name is short. */
const [WIDTH, HEIGHT] = [80, 42];

function overlaps(places: readonly { readonly x: number; readonly y: number }[]): number {
  const pairs = places.flatMap((one, index) => places.slice(index + 1).map((other) => [one, other] as const));
  return pairs.filter(([one, other]) => Math.abs(one.x - other.x) < WIDTH && Math.abs(one.y - other.y) < HEIGHT).length;
}

describe('the places of a picture', () => {
  it.each([0, 1, 2, 8, 200])('are different for the first %i nodes, one of them in the centre', (count) => {
    const places = placesAroundFirst(count);
    expect(places).toHaveLength(count);
    expect(places.slice(0, 1)).toEqual(count === 0 ? [] : [{ x: 0, y: 0 }]);
    expect(overlaps(places)).toBe(0);
  });

  it.each([1, 5, 60])('of %i further nodes are outside of the others', (count) => {
    const taken = placesAroundFirst(20);
    const added = placesOutside(count, taken, taken[3]!);
    expect(overlaps([...taken, ...added])).toBe(0);
  });

  it('of a further node is in the direction of its neighbour', () => {
    const taken = placesAroundFirst(9);
    const [place] = placesOutside(1, taken, taken[2]!);
    expect(Math.atan2(place!.y, place!.x)).toBeCloseTo(Math.atan2(taken[2]!.y, taken[2]!.x));
  });
});
