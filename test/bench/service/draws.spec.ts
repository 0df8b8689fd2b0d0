import { countDifferent, drawNumbers, randomFrom } from './draws';
import { LIST_LENGTH } from './workload';
import { workloadsOf } from './workloads';

const LENGTH = 100_000;

describe('drawNumbers', () => {
  it.each(['uniform', 'zipf', 'each'] as const)('draws the same %s list for the same seed only', (draw) => {
    const drawn = drawNumbers(draw, 5_000, { length: 1_000, seed: 7 });
    expect(drawNumbers(draw, 5_000, { length: 1_000, seed: 7 })).toEqual(drawn);
    expect(drawNumbers(draw, 5_000, { length: 1_000, seed: 8 })).not.toEqual(drawn);
    expect(drawn.every((number) => Number.isInteger(number) && number >= 0 && number < 5_000)).toBe(true);
  });

  it('draws each number equally often, uniformly', () => {
    const times = timesOf(drawNumbers('uniform', 10, { length: LENGTH, seed: 1 }));
    expect(times).toHaveLength(10);
    for (const share of times) expect(share).toBeCloseTo(0.1, 2);
  });

  it('draws by Zipf’s law with exponent 1', () => {
    const variety = 1_000;
    const whole = Array.from({ length: variety }, (_, index) => 1 / (index + 1)).reduce((sum, share) => sum + share);
    const times = timesOf(drawNumbers('zipf', variety, { length: LENGTH, seed: 1 }));
    for (const rank of [1, 2, 3, 10]) expect(times[rank - 1]).toBeCloseTo(1 / rank / whole, 2);
    const firstHundred = times.slice(0, 100).reduce((sum, share) => sum + share);
    expect(firstHundred).toBeCloseTo(Array.from({ length: 100 }, (_, index) => 1 / (index + 1) / whole).reduce((sum, share) => sum + share), 2); // prettier-ignore
  });

  it('ranks numbers by chance', () => {
    const drawn = drawNumbers('zipf', 1_000, { length: LENGTH, seed: 1 });
    const often = [...new Set(drawn)].filter((number) => drawn.indexOf(number) < 20);
    expect(often.filter((number) => number >= 500).length).toBeGreaterThan(0);
    expect(often.filter((number) => number < 500).length).toBeGreaterThan(0);
  });

  it('draws no number twice with "each", and all of them if the list is long enough', () => {
    expect(countDifferent(drawNumbers('each', 5_000, { length: 1_000, seed: 1 }))).toBe(1_000);
    expect(drawNumbers('each', 5_000, { length: 9_000, seed: 1 }).toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 5_000 }, (_, index) => index),
    );
  });
});

describe('randomFrom', () => {
  it('returns numbers from 0 to below 1, with a mean of a half', () => {
    const random = randomFrom(3);
    const numbers = Array.from({ length: 10_000 }, random);
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...numbers)).toBeLessThan(1);
    expect(numbers.reduce((sum, number) => sum + number) / numbers.length).toBeCloseTo(0.5, 1);
  });
});

describe('workloadsOf', () => {
  const workloads = workloadsOf(300_000);

  it.each(['a', 'a zipf', 'a kept', 'a new shape', 'b', 'b zipf', 'e', 'e nested', 'e new shape', 'f filter'])(
    'asks 20,000 different requests and more: %s',
    (id) => {
      const { draw, variety, ours } = workloads.find((workload) => workload.id === id)!;
      const numbers = drawNumbers(draw, variety, { length: LIST_LENGTH, seed: 1 });
      expect(countDifferent(numbers)).toBeGreaterThanOrEqual(20_000);
      const sample = [...new Set(numbers)].slice(0, 20_000);
      expect(new Set(sample.map((number) => JSON.stringify(ours(number)))).size).toBe(20_000);
    },
  );
});

/** Returns the share of each number, the greatest first. */
function timesOf(numbers: readonly number[]): readonly number[] {
  const times = new Map<number, number>();
  for (const number of numbers) times.set(number, (times.get(number) ?? 0) + 1);
  return [...times.values()].toSorted((one, other) => other - one).map((count) => count / numbers.length);
}
