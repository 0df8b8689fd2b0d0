/** The value at this share of the values in order, the greater one where there are two; undefined of none. */
export function quantile(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** The value in the middle, the greater one where there are two; undefined of none. */
export function median(values: readonly number[]): number | undefined {
  return quantile(values, 0.5);
}
