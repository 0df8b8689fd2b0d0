const OUT_OF_CLUSTER = 1047;
const PATIENCE_MS = 4_000;
/** Between one try and the next. */
export const REUNION_STEP_MS = 100;

/** Whether a Galera node refused a statement since it has left its cluster, or has not joined it yet: nothing of it ran. */
export function isOutOfCluster(error: unknown): boolean {
  return (error as { errno?: number } | undefined)?.errno === OUT_OF_CLUSTER;
}

/**
 * Whether a server that has left its cluster is worth waiting for. A cluster that loses a member counts its votes anew, and all of
 * its members may refuse statements meanwhile; one that goes on to do so has lost its majority, for which nobody waits.
 */
export class Reunion {
  private since: number | undefined;

  get isNear(): boolean {
    return this.since !== undefined && Date.now() < this.since + PATIENCE_MS;
  }

  noteFailure(error: unknown): void {
    if (isOutOfCluster(error)) this.since ??= Date.now();
  }

  succeed(): void {
    this.since = undefined;
  }
}
