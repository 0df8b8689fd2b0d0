const OUT_OF_CLUSTER = 1047;

/** Returns whether a Galera node rejected a statement because it is not a member of its cluster (error 1047); the statement did not run. */
export function isOutOfCluster(error: unknown): boolean {
  return (error as { errno?: number } | undefined)?.errno === OUT_OF_CLUSTER;
}
