import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Cell, NestedCell, RowStream } from '../../model';
import { answerBody, RowAnswer } from './row-answer';
import type { RowAnswerOptions } from './row-format';

function rowsOf(names: readonly string[], ...batches: (Cell | NestedCell)[][][]): RowStream<Cell | NestedCell> {
  return {
    columns: names.map((name) => ({ name, type: 'unknown' })),
    batches: (async function* () {
      await Promise.resolve();
      yield* batches;
    })(),
  };
}

function answer(
  rows: RowStream<Cell | NestedCell>,
  options: Partial<RowAnswerOptions> = {},
): Promise<string | Buffer | Readable> {
  return answerBody(new RowAnswer(rows, { format: 'json', typed: true, ...options }));
}

async function read(body: Promise<string | Buffer | Readable>): Promise<string> {
  const whole = await body;
  return whole instanceof Readable ? text(whole) : String(whole);
}

/** Too many rows for a short first piece. */
const LONG: Cell[][] = Array.from({ length: 500 }, (_, n) => [n]);

const ROWS: Cell[][][] = [
  [
    [1, 'a "quoted" \\ line\n', true],
    [-2.5, '', null],
  ],
  [[3, 'ß😀\u2028', false]],
];
const NAMES = ['n', 'text', 'flag'];

describe('answerBody', () => {
  it('writes typed JSON with the status last', async () => {
    const body = answer(rowsOf(NAMES, ...ROWS), {
      before: { executed_query: 'SELECT 1' },
      after: () => ({ truncated: true }),
    });
    expect(await read(body)).toBe(
      '{"data":[{"n":1,"text":"a \\"quoted\\" \\\\ line\\n","flag":true},{"n":-2.5,"text":"","flag":null},' +
        '{"n":3,"text":"ß😀\u2028","flag":false}],"executed_query":"SELECT 1","truncated":true,"status":"success"}',
    );
  });

  it('writes every scalar but null as a string where it is not typed, also inside nested values', async () => {
    const nested: NestedCell = {
      print: (cell) =>
        `[{"level":${cell(1)},"ok":${cell(true)},"none":${cell(null)},"inner":[${cell(2)},${cell('x')}]}]`,
    };
    const body = answer(rowsOf(['n', 'flag', 'nothing', 'nested'], [[1.5, false, null, nested]]), { typed: false });
    expect(JSON.parse(await read(body))).toEqual({
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
    expect(await read(answer(rowsOf(['n', 'text'], [], []), { format }))).toBe(expected);
  });

  it('writes NDJSON, one row a line', async () => {
    const body = answer(rowsOf(NAMES, ...ROWS), { format: 'ndjson' });
    const lines = (await read(body)).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
      ROWS.flat().map(([n, value, flag]) => ({ n, text: value, flag })),
    );
  });

  it('writes CSV by RFC 4180, where NULL and the empty string differ', async () => {
    const body = answer(
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
    expect(await read(body)).toBe('n,"a,b",n_2\r\n1,"say ""hi""",\r\n2.5,"","two\r\nlines"\r\n3," pad",true\r\n');
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
    expect(await read(answer(rowsOf(['v'], [[value]]), { format: 'csv' }))).toBe(`v\r\n${field}\r\n`);
  });

  it('keeps columns of equal, numeric and dangerous names apart and in order', async () => {
    const body = answer(rowsOf(['b', '__proto__', '1', 'b', 'b_2', 'b'], [[1, 2, 3, 4, 5, 6]]), { format: 'ndjson' });
    expect(await read(body)).toBe('{"b":1,"__proto__":2,"1":3,"b_3":4,"b_2":5,"b_4":6}\n');
  });

  it('reads no further than the client does, and ends the iteration when the client disconnects', async () => {
    let made = 0;
    let ended = false;
    async function* endless(): AsyncGenerator<Cell[][]> {
      try {
        for (;;) {
          await Promise.resolve();
          made++;
          yield LONG.map(() => ['x'.repeat(200)]);
        }
      } finally {
        ended = true;
      }
    }
    const stream = (await answer({ columns: [{ name: 'c', type: 'string' }], batches: endless() })) as Readable;
    await new Promise((resolve) => stream.once('readable', resolve));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(made).toBeLessThan(4);
    stream.destroy();
    await new Promise((resolve) => stream.once('close', resolve));
    expect(ended).toBe(true);
  });

  it('fails before the closing text when the rows fail', async () => {
    async function* failing(): AsyncGenerator<Cell[][]> {
      await Promise.resolve();
      yield LONG;
      throw new Error('the server has gone away');
    }
    const parts: string[] = [];
    const reading = (async () => {
      const stream = (await answer({ columns: [{ name: 'n', type: 'integer' }], batches: failing() })) as Readable;
      for await (const part of stream) parts.push(String(part));
    })();
    await expect(reading).rejects.toThrow('gone away');
    expect(parts.join('')).not.toContain('success');
  });

  it('returns few rows as one string, and fails before anything is sent when later rows fail', async () => {
    expect(typeof (await answer(rowsOf(NAMES, ...ROWS.slice(0, 1))))).toBe('string');
    expect(typeof (await answer(rowsOf(NAMES, [], ...ROWS.slice(0, 1), [])))).toBe('string');
    expect(await answer(rowsOf(['n'], LONG))).toBeInstanceOf(Readable);
    expect(JSON.parse(await read(answer(rowsOf(['n'], LONG, LONG))))).toMatchObject({ data: { length: 1_000 } });
    async function* failing(): AsyncGenerator<Cell[][]> {
      await Promise.resolve();
      yield [[1]];
      throw new Error('the server has gone away');
    }
    await expect(answer({ columns: [{ name: 'n', type: 'integer' }], batches: failing() })).rejects.toThrow(
      'gone away',
    );
  });
});
