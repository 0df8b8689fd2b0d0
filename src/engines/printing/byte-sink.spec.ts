import fc from 'fast-check';
import { rowPrinting } from '../../http';
import type { RowPrinting } from '../../model';
import { textSink } from './byte-sink';

const SPECIAL = ['"', ',', '\n', '\r', '\t', '\\', ' ', '=', '+', '-', '@', "'", '1', '.', 'a', 'é', '©', '世', '。', '\u00a0', '\u1680', '\u2003', '\u3000', '\ufeff', '\u2028', '\u0000', '\u007f', '😀']; // prettier-ignore
const text = fc.string({ unit: fc.oneof(fc.constantFrom(...SPECIAL), fc.string({ minLength: 1, maxLength: 1 })), maxLength: 8 }); // prettier-ignore

/** Returns what a sink contains after a string; undefined if it does not print the string. */
function printed(printing: RowPrinting, bytes: Buffer): string | undefined {
  const sink = textSink(printing);
  sink.reserve(bytes.length + 2);
  return sink.string(bytes, 0, bytes.length) ? sink.take().toString() : undefined;
}

describe.each(['json', 'csv', 'csv_raw'] as const)('strings printed as %s', (format) => {
  const printing = rowPrinting([{ name: 'a', type: 'string' }], format, true)!;

  it('equal those of the printer of cells, or are left to it', () => {
    let count = 0;
    fc.assert(
      fc.property(text, (given) => {
        const bytes = Buffer.from(given);
        const found = printed(printing, bytes);
        if (found !== undefined) count++;
        return found === undefined || found === printing.printCell(bytes.toString());
      }),
      { numRuns: 5000 },
    );
    expect(count).toBeGreaterThan(500);
  });

  it.each(['a', 'a b', 'naïve', 'été', '世界', '2024-02-29', '10:00:00', 'x=1'])('contain %s unchanged', (given) => {
    expect(printed(printing, Buffer.from(given))).toBe(printing.printCell(given));
  });

  it('leave bytes that are not UTF-8 to the printer of cells', () => {
    expect(printed(printing, Buffer.from([0x61, 0xe9, 0x62]))).toBeUndefined();
  });
});
