import { median } from '../../support/median';

/** What one round measured of one side: times in milliseconds (processor time per request), memory in MB. */
export interface Round {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly firstByte: number;
  readonly requests: number;
  readonly cpu: number | undefined;
  readonly sourceCpu: number | undefined;
  readonly peak: number | undefined;
}

/** The middle of values, and their range. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** Returns the spread of the values that are known; undefined without any. */
export function spreadOf(values: readonly (number | undefined)[]): Spread | undefined {
  const known = values.filter((value) => value !== undefined);
  const middle = median(known);
  return middle === undefined ? undefined : { median: middle, least: Math.min(...known), most: Math.max(...known) };
}

/**
 * Returns the spread of the ratios of one figure, each of two runs of the same round: what disturbs the machine for longer than a round
 * disturbs both.
 */
export function ratiosOf(
  rounds: readonly Round[],
  base: readonly Round[],
  read: (round: Round) => number | undefined,
): Spread | undefined {
  return spreadOf(
    rounds.map((round, place) => {
      const [value, other] = [read(round), base[place] && read(base[place])];
      return value === undefined || other === undefined || other === 0 ? undefined : value / other;
    }),
  );
}

/** Returns the sides in the order of a round: each round begins with another one. */
export function rotate<Side>(sides: readonly Side[], round: number): readonly Side[] {
  const first = round % sides.length;
  return [...sides.slice(first), ...sides.slice(0, first)];
}
