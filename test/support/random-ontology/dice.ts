import type fc from 'fast-check';

/** Random choices of a generator, all from the random source of fast-check: one seed generates one case. */
export class Dice {
  constructor(private readonly random: fc.Random) {}

  /** Returns an integer between the two numbers, both included. */
  int(least: number, most: number): number {
    return this.random.nextInt(least, most);
  }

  /** Returns true with this probability in percent. */
  chance(percent: number): boolean {
    return this.int(1, 100) <= percent;
  }

  /** Returns an element of a list; throws when it is empty. */
  pick<T>(list: readonly T[]): T {
    const picked = this.find(list);
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  }

  /** Returns an element of a list; undefined when it is empty. */
  find<T>(list: readonly T[]): T | undefined {
    return list.length === 0 ? undefined : list[this.int(0, list.length - 1)];
  }

  /** Returns some elements of a list, in its order. */
  some<T>(list: readonly T[], least: number, most: number): readonly T[] {
    const count = Math.min(this.int(least, most), list.length);
    const places = this.shuffle(list.map((_, index) => index)).slice(0, count);
    return list.filter((_, index) => places.includes(index));
  }

  /** Returns a list of `count` elements, made in order. */
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
