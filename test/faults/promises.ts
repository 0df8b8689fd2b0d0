import { appendFileSync } from 'node:fs';

/** One measured promise: what was done, the figure that must be reached, and what was seen. */
export interface Measured {
  readonly promise: string;
  readonly test: string;
  readonly figure: string;
  readonly seen: string;
}

/** Notes a figure for the table that is printed when all fault tests are over. */
export function note(measured: Measured): void {
  const file = process.env.PROMISES_FILE;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(measured)}\n`);
}
