import { type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Cell, RowStream } from '../model';
import { RowAnswer, type RowAnswerOptions } from './row-answer';
import { streamRows } from './stream-rows';

function rowsOf(names: readonly string[], ...batches: Cell[][][]): RowStream {
  return {
    columns: names.map((name) => ({ name, type: 'unknown' })),
    batches: (async function* () {
      await Promise.resolve();
      yield* batches;
    })(),
  };
}

function answer(rows: RowStream, options: Partial<RowAnswerOptions> = {}): Readable {
  return streamRows(new RowAnswer(rows, { format: 'json', typed: true, ...options }));
}

const ROWS: Cell[][][] = [
  [
    [1, 'a "quoted" \\ line\n', true],
    [-2.5, '', null],
  ],
  [[3, 'ß😀\u2028', false]],
];
const NAMES = ['n', 'text', 'flag'];

describe('streamRows', () => {
  it('writes typed JSON with the status last', async () => {
    const stream = answer(rowsOf(NAMES, ...ROWS), {
      before: { executed_query: 'SELECT 1' },
      after: () => ({ truncated: true }),
    });
    expect(await text(stream)).toBe(
      '{"data":[{"n":1,"text":"a \\"quoted\\" \\\\ line\\n","flag":true},{"n":-2.5,"text":"","flag":null},' +
        '{"n":3,"text":"ß😀\u2028","flag":false}],"executed_query":"SELECT 1","truncated":true,"status":"success"}',
    );
  });

  it('writes every scalar but null as a string where it is not typed, also inside nested values', async () => {
    const nested = [{ level: 1, ok: true, none: null, inner: [2, 'x'] }] as unknown as Cell;
    const stream = answer(rowsOf(['n', 'flag', 'nothing', 'nested'], [[1.5, false, null, nested]]), { typed: false });
    expect(JSON.parse(await text(stream))).toEqual({
      data: [
        { n: '1.5', flag: 'false', nothing: null, nested: [{ level: '1', ok: 'true', none: null, inner: ['2', 'x'] }] },
      ],
      status: 'success',
    });
  });

  it.each([
    ['json', '{"data":[],"status":"success"}'],
    ['ndjson', ''],
    ['csv', 'n,text\r\n'],
  ] as const)('writes no rows as %s', async (format, expected) => {
    expect(await text(answer(rowsOf(['n', 'text'], [], []), { format }))).toBe(expected);
  });

  it('writes NDJSON, one row a line', async () => {
    const stream = answer(rowsOf(NAMES, ...ROWS), { format: 'ndjson' });
    const lines = (await text(stream)).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
      ROWS.flat().map(([n, value, flag]) => ({ n, text: value, flag })),
    );
  });

  it('writes CSV by RFC 4180, where NULL and the empty string differ', async () => {
    const stream = answer(
      rowsOf(
        ['n', 'a,b', 'n'],
        [
          [1, 'say "hi"', null],
          [2.5, '', 'two\r\nlines'],
        ],
        [[3, ' pad', true]],
      ),
      {
        format: 'csv',
      },
    );
    expect(await text(stream)).toBe('n,"a,b",n_2\r\n1,"say ""hi""",\r\n2.5,"","two\r\nlines"\r\n3," pad",true\r\n');
  });

  it.each([
    ['=1+1', `'=1+1`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['-2+3', `'-2+3`],
    ['+cmd', `'+cmd`],
    ['\t=1', `'\t=1`],
    ['-12.5', '-12.5'],
    ['+1e3', '+1e3'],
    ['a=b', 'a=b'],
  ])('keeps a spreadsheet from running %p', async (value, field) => {
    expect(await text(answer(rowsOf(['v'], [[value]]), { format: 'csv' }))).toBe(`v\r\n${field}\r\n`);
  });

  it('keeps columns of equal, numeric and dangerous names apart and in order', async () => {
    const stream = answer(rowsOf(['b', '__proto__', '1', 'b', 'b_2', 'b'], [[1, 2, 3, 4, 5, 6]]), { format: 'ndjson' });
    expect(await text(stream)).toBe('{"b":1,"__proto__":2,"1":3,"b_3":4,"b_2":5,"b_4":6}\n');
  });

  it('reads no further than the client does, and ends the iteration when the client leaves', async () => {
    let made = 0;
    let ended = false;
    async function* endless(): AsyncGenerator<Cell[][]> {
      try {
        for (;;) {
          await Promise.resolve();
          made++;
          yield [['x'.repeat(100_000)]];
        }
      } finally {
        ended = true;
      }
    }
    const stream = answer({ columns: [{ name: 'c', type: 'string' }], batches: endless() });
    await new Promise((resolve) => stream.once('readable', resolve));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(made).toBeLessThan(4);
    stream.destroy();
    await new Promise((resolve) => stream.once('close', resolve));
    expect(ended).toBe(true);
  });

  it('fails before the closing text where the rows fail', async () => {
    async function* failing(): AsyncGenerator<Cell[][]> {
      await Promise.resolve();
      yield [[1]];
      throw new Error('the server has gone away');
    }
    const parts: string[] = [];
    const reading = (async () => {
      for await (const part of answer({ columns: [{ name: 'n', type: 'integer' }], batches: failing() })) {
        parts.push(String(part));
      }
    })();
    await expect(reading).rejects.toThrow('gone away');
    expect(parts.join('')).not.toContain('success');
  });
});
