/** Returns the value at this share of the sorted values, the greater of two; undefined for an empty list. */
export function quantile(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** Returns the middle value, the greater of two; undefined for an empty list. */
export function median(values: readonly number[]): number | undefined {
  return quantile(values, 0.5);
}
