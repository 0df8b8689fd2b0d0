const SECONDS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

/**
 * Returns the seconds of a duration, for example `3600`, `45s`, `90m`, `12h` or `30d`; NaN for any other string, which every validator
 * rejects.
 */
export function readDuration(text: string): number {
  const [, amount, unit] = /^(\d{1,9})([smhd]?)$/.exec(text.trim()) ?? [];
  return amount === undefined || unit === undefined ? Number.NaN : Number(amount) * (SECONDS[unit] ?? Number.NaN);
}
