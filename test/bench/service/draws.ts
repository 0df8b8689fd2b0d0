/** How the requests of a list are drawn from all different ones: `each` draws none twice. */
export type Draw = 'uniform' | 'zipf' | 'each';

/** A source of numbers from 0 to below 1. */
type Random = () => number;

/** The exponent of Zipf's law: the request of rank r is drawn in proportion to 1 / r. */
export const ZIPF_EXPONENT = 1;

/** Returns a generator whose numbers depend only on the seed (splitmix32). */
export function randomFrom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

/**
 * Draws `length` numbers below `variety`. With `each` there are at most `variety`, and none occurs twice. By Zipf's law, the numbers are
 * ranked by chance, so that frequent ones are not neighbours in the data.
 */
export function drawNumbers(
  draw: Draw,
  variety: number,
  { length, seed }: { readonly length: number; readonly seed: number },
): readonly number[] {
  const random = randomFrom(seed);
  if (draw === 'uniform') return Array.from({ length }, () => Math.floor(random() * variety));
  const shuffled = shuffle(variety, random);
  if (draw === 'each') return shuffled.slice(0, length);
  const shares = zipfShares(variety);
  return Array.from({ length }, () => shuffled[findRank(shares, random())]!);
}

/** Returns how many different values a list contains. */
export function countDifferent(numbers: readonly (number | string)[]): number {
  return new Set(numbers).size;
}

function shuffle(variety: number, random: Random): number[] {
  const numbers = Array.from({ length: variety }, (_, index) => index);
  for (let last = variety - 1; last > 0; last--) {
    const place = Math.floor(random() * (last + 1));
    [numbers[last], numbers[place]] = [numbers[place]!, numbers[last]!];
  }
  return numbers;
}

/** Returns the probability of each rank and all before it. */
function zipfShares(variety: number): Float64Array {
  const shares = new Float64Array(variety);
  let sum = 0;
  for (let rank = 1; rank <= variety; rank++) shares[rank - 1] = sum += rank ** -ZIPF_EXPONENT;
  return shares.map((share) => share / sum);
}

/** Returns the first rank, counted from 0, whose share is above `drawn`. */
function findRank(shares: Float64Array, drawn: number): number {
  let [low, high] = [0, shares.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (shares[middle]! > drawn) high = middle;
    else low = middle + 1;
  }
  return low;
}
