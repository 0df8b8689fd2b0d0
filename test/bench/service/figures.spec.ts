import { ratiosOf, rotate, type Round, spreadOf } from './figures';

const ROUND: Round = { perSecond: 0, p50: 0, p99: 0, firstByte: 0, requests: 1, cpu: undefined, sourceCpu: undefined, peak: undefined }; // prettier-ignore

describe('spreadOf', () => {
  it('returns the median and the range of known values', () => {
    expect(spreadOf([3, undefined, 1, 2])).toEqual({ median: 2, least: 1, most: 3 });
    expect(spreadOf([5])).toEqual({ median: 5, least: 5, most: 5 });
    expect(spreadOf([undefined])).toBeUndefined();
  });
});

describe('ratiosOf', () => {
  it('compares runs of the same round', () => {
    const rounds = [10, 40, 30].map((perSecond) => ({ ...ROUND, perSecond }));
    const base = [20, 20, 10].map((perSecond) => ({ ...ROUND, perSecond }));
    expect(ratiosOf(rounds, base, (round) => round.perSecond)).toEqual({ median: 2, least: 0.5, most: 3 });
  });

  it('leaves out what one side does not know', () => {
    const rounds = [{ ...ROUND, cpu: 4 }, { ...ROUND, cpu: 6 }, ROUND];
    const base = [{ ...ROUND, cpu: 2 }, ROUND, { ...ROUND, cpu: 1 }];
    expect(ratiosOf(rounds, base, (round) => round.cpu)).toEqual({ median: 2, least: 2, most: 2 });
    expect(ratiosOf([ROUND], [ROUND], (round) => round.p50)).toBeUndefined();
  });
});

describe('rotate', () => {
  it('begins each round with another side', () => {
    expect([0, 1, 2, 3].map((round) => rotate(['ours', 'bare', 'peer'], round).join(' '))).toEqual([
      'ours bare peer',
      'bare peer ours',
      'peer ours bare',
      'ours bare peer',
    ]);
  });
});
