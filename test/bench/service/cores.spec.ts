import { planCores, workersFor } from './cores';

describe('planCores', () => {
  it.each([
    [6, 2, [0, 1], [2, 3, 4], [5]],
    [8, 4, [0, 1, 2, 3], [4, 5, 6], [7]],
    [6, 3, [0, 1, 2], [3, 4], [5]],
  ])('divides %i cores for %i workers', (cores, workers, service, source, load) => {
    expect(planCores(cores, workers)).toEqual({ service, source, load });
  });

  it.each([
    [2, 2, 6],
    [5, 2, 6],
    [6, 4, 7],
  ])('says why %i cores are too few for %i workers', (cores, workers, needed) => {
    expect(planCores(cores, workers)).toBe(`${workers} workers, the load and the data source need ${needed} cores for figures that say something, and this machine has ${cores}`); // prettier-ignore
  });
});

describe('workersFor', () => {
  it.each([
    [2, 2],
    [6, 2],
    [7, 3],
    [64, 4],
  ])('chooses for %i cores %i workers', (cores, workers) => {
    expect(workersFor(cores)).toBe(workers);
    if (cores >= 6) expect(typeof planCores(cores, workers)).toBe('object');
  });
});
