const OUT_OF_CLUSTER = 1047;
const WAIT_MS = 4_000;
/** The time between two attempts, in milliseconds. */
export const REJOIN_STEP_MS = 100;

/** Returns whether a Galera node rejected a statement because it is not a member of its cluster (error 1047); the statement did not run. */
export function isOutOfCluster(error: unknown): boolean {
  return (error as { errno?: number } | undefined)?.errno === OUT_OF_CLUSTER;
}

/**
 * Decides whether to wait for a server that has left its cluster. When a Galera cluster loses a member, it counts its votes again, and
 * every member may reject statements until it is done, for at most a few seconds. A cluster that takes longer has lost its majority.
 */
export class ClusterRejoin {
  private since: number | undefined;

  get isNear(): boolean {
    return this.since !== undefined && Date.now() < this.since + WAIT_MS;
  }

  noteFailure(error: unknown): void {
    if (isOutOfCluster(error)) this.since ??= Date.now();
  }

  succeed(): void {
    this.since = undefined;
  }
}
