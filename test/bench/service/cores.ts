/** The cores of each kind of process. */
export interface CorePlan {
  readonly service: readonly number[];
  readonly source: readonly number[];
  readonly load: readonly number[];
}

/** Several workers are measured from this number of cores on. */
export const FEWEST_CORES = 6;
/** The load has one of them: it is one process with one thread. */
const LOAD_CORES = 1;
const FEWEST_SOURCE_CORES = 2;

/** Returns the most workers that leave two cores to the data source and one to the load, at most four. */
export function workersFor(cores: number): number {
  return Math.max(2, Math.min(4, cores - LOAD_CORES - FEWEST_SOURCE_CORES - 1));
}

/** Gives each worker a core, the load one, and the data source the others. Returns the reason if there are too few. */
export function planCores(cores: number, workers: number): CorePlan | string {
  const needed = Math.max(FEWEST_CORES, workers + FEWEST_SOURCE_CORES + LOAD_CORES);
  if (cores < needed)
    return `${workers} workers, the load and the data source need ${needed} cores for figures that say something, and this machine has ${cores}`;
  const all = Array.from({ length: cores }, (_, core) => core);
  return { service: all.slice(0, workers), source: all.slice(workers, -LOAD_CORES), load: all.slice(-LOAD_CORES) };
}
