import { appendFileSync } from 'node:fs';

/** One measured promise: the test, the required figure, and the measured one. */
export interface Measured {
  readonly promise: string;
  readonly test: string;
  readonly figure: string;
  readonly seen: string;
}

/** Records a figure for the table that is printed after all fault tests. */
export function note(measured: Measured): void {
  const file = process.env.PROMISES_FILE;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(measured)}\n`);
}
