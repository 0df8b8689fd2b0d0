import { chartOf, scaleLine } from './chart';

type Cells = readonly [string | number | null, string | number | null];

const chart = (...cells: readonly Cells[]): ReturnType<typeof chartOf> =>
  chartOf(
    ['name', 'n'],
    cells.map(([name, n]) => ({ name, n })),
  );

describe('the chart of an answer', () => {
  it('has bars for names, whose numbers may be strings', () => {
    expect(chart(['Oslo', '12.50'], ['Rome', 3])).toEqual({
      kind: 'bars',
      title: 'n by name',
      points: [
        { label: 'Oslo', value: 12.5 },
        { label: 'Rome', value: 3 },
      ],
    });
  });

  it.each([
    ['dates', ['2026-01-31', '2026-02-01', '2026-02-03', '2026-03-01']],
    ['months', ['2025-11', '2025-12', '2026-01', '2026-02']],
    ['times', ['2026-01-31 10:00:00', '2026-01-31 10:30:00', '2026-01-31 11:00:00.5', '2026-02-01 00:00:00']],
    ['years', [2023, 2024, 2025, 2026]],
  ])('is a line for %s in ascending order, also with negative numbers', (_what, [a = 0, b = 0, c = 0, d = 0]) => {
    expect(chart([a, 1], [b, -2], [c, 0], [d, 4])?.kind).toBe('line');
    expect(chart([b, 1], [a, 2], [c, 0], [d, 4])?.kind).toBe('bars');
  });

  it('places the points of a line as far apart as their dates are', () => {
    const drawn = chart(['2026-01-01', 20], ['2026-01-02', 15], ['2026-01-04', 10], ['2026-01-05', 20]);
    expect(drawn?.kind === 'line' && scaleLine(drawn.points, 40, 100)).toEqual({
      width: 40,
      height: 100,
      path: '0.0,0.0 10.0,25.0 30.0,50.0 40.0,0.0',
      bottom: 0,
      top: 20,
    });
  });

  it('has an axis that begins near values which are far from zero', () => {
    const drawn = chart([1, 1000], [2, 1001], [3, 999], [4, 1000]);
    expect(drawn?.kind === 'line' && scaleLine(drawn.points, 30, 10)).toMatchObject({
      path: '0.0,5.0 10.0,0.0 20.0,10.0 30.0,5.0',
      bottom: 999,
      top: 1001,
    });
  });

  it.each<[string, readonly Cells[]]>([
    ['one row', [['Oslo', 1]]],
    [
      'negative numbers of names',
      [
        ['Oslo', 1],
        ['Rome', -1],
      ],
    ],
    [
      'rows without a number',
      [
        ['Oslo', 1],
        ['Rome', null],
      ],
    ],
    ['more names than there is room for', Array.from({ length: 41 }, (_, index): Cells => [`x${index}`, 1])],
  ])('does not exist for %s', (_what, cells) => {
    expect(chart(...cells)).toBeUndefined();
  });
});
