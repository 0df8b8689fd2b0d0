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

/**
 * Returns the greatest growth of memory that a test accepts, in megabytes, from that with Node 20: Node 24 lets garbage of streams and connections
 * grow by up to a third more before it collects it (docs/operations/deploy.md).
 */
export function mostGrowth(megabytes: number): number {
  return collectsAtRest() ? megabytes : Math.round((megabytes * 4) / 3);
}

/** Returns whether V8 collects the garbage of a process that does nothing: that of Node 24 waits until it makes more. */
export function collectsAtRest(): boolean {
  return Number(process.versions.node.split('.', 1)[0]) < 24;
}
