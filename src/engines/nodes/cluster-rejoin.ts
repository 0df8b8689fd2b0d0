const WAIT_MS = 4_000;
/** The time between two attempts, in milliseconds. */
export const REJOIN_STEP_MS = 100;

/**
 * Decides whether to wait for a server that has left its cluster. When a Galera cluster loses a member, it counts its votes again, and
 * every member may reject statements until it is done, for at most a few seconds. A cluster that takes longer has lost its majority.
 */
export class ClusterRejoin {
  private since: number | undefined;

  constructor(private readonly isOutOfCluster: (error: unknown) => boolean) {}

  get isNear(): boolean {
    return this.since !== undefined && Date.now() < this.since + WAIT_MS;
  }

  noteFailure(error: unknown): void {
    if (this.isOutOfCluster(error)) this.since ??= Date.now();
  }

  succeed(): void {
    this.since = undefined;
  }
}
