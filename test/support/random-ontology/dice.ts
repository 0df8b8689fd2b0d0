import type fc from 'fast-check';

/** Choices of a generator, all drawn from fast-check's own source of chance: one seed gives one case. */
export class Dice {
  constructor(private readonly random: fc.Random) {}

  /** A whole number between two, both included. */
  int(least: number, most: number): number {
    return this.random.nextInt(least, most);
  }

  /** True in so many of a hundred cases. */
  chance(percent: number): boolean {
    return this.int(1, 100) <= percent;
  }

  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    const picked = this.find(list);
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  }

  /** One of a list, where there is one. */
  find<T>(list: readonly T[]): T | undefined {
    return list.length === 0 ? undefined : list[this.int(0, list.length - 1)];
  }

  /** Some of a list, in its order. */
  some<T>(list: readonly T[], least: number, most: number): readonly T[] {
    const count = Math.min(this.int(least, most), list.length);
    const places = this.shuffle(list.map((_, index) => index)).slice(0, count);
    return list.filter((_, index) => places.includes(index));
  }

  /** A list of as many as `count` says, made one by one. */
  times<T>(count: number, make: (index: number) => T): readonly T[] {
    return Array.from({ length: count }, (_, index) => make(index));
  }

  shuffle<T>(list: readonly T[]): readonly T[] {
    return list
      .map((value) => ({ value, place: this.int(0, 1_000_000) }))
      .sort((one, other) => one.place - other.place)
      .map(({ value }) => value);
  }
}
