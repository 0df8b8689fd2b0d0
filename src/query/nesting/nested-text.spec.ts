import fc from 'fast-check';
import { nestPlainly } from '../../../test/support/nest-plainly';
import type { NestedColumn } from '../../compiler/nest';
import { printCsvField, printCsvRows } from '../../http/answers/print-csv-rows';
import { jsonRowPrinter } from '../../http/answers/print-json-rows';
import type { Cell, NestedCell } from '../../model';
import { nestRows } from './nest-rows';
import { trials } from '../../../test/support/trials';

type Rows = readonly (readonly Cell[])[];

const PATHS = [[], ['a[c]'], ['a[d]'], ['b[c]'], ['a[c]', 'b[c]'], ['a[c]', 'b[d]'], ['a[d]', 'b[c]'], ['a[c]', 'b[c]', 'a[d]']]; // prettier-ignore

const column: fc.Arbitrary<NestedColumn> = fc
  .record({
    path: fc.constantFrom(...PATHS),
    key: fc.constantFrom('id', 'name', 'a', 'b', 'na"me', 'n\u00e4me', '__proto__', undefined),
    isIdentity: fc.boolean(),
    isOfLink: fc.boolean(),
    isMultiValue: fc.integer({ max: 9, min: 0 }).map((number) => number === 0),
    sorting: fc.option(fc.record({ place: fc.constantFrom(0, 1, Infinity), isNumber: fc.boolean() }), { nil: undefined }), // prettier-ignore
  })
  .map(({ path, isIdentity, isOfLink, isMultiValue, key, sorting }) => {
    const column = {
      steps: path.map((hop) => ({ hop, key: hop.charAt(0) })),
      key,
      isIdentity: isIdentity || key === undefined,
      isOfLink: isOfLink && path.length > 0 && !isIdentity && key !== undefined,
      isMultiValue: isMultiValue && !isIdentity && key !== undefined,
    };
    const isSorted = column.isMultiValue || column.isOfLink || (column.isIdentity && path.length > 0);
    return isSorted && sorting !== undefined ? { ...column, sorting } : column;
  });

const cell: fc.Arbitrary<Cell> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<Cell>(1, 2, '1', '2', null, null) },
  fc.constantFrom<Cell>(true, false, 0, -0, 1.5, 1e21, '', ';', '1:1', 'null;', '"', '\\', '\n', '\ud800', '\u2028', '=1', 'a,b'),
  fc.string({ unit: 'binary', maxLength: 4 }),
); // prettier-ignore

const nested = fc
  .array(column, { minLength: 1, maxLength: 9 })
  .filter((columns) => columns.some(({ steps, key }) => steps.length === 0 && key !== undefined))
  .chain((columns) => {
    const row = fc.tuple(...columns.map(() => cell));
    return fc.record({ columns: fc.constant(columns), batches: fc.array(fc.array(row, { maxLength: 8 }), { maxLength: 3 }) }); // prettier-ignore
  });

async function nest(columns: readonly NestedColumn[], given: readonly Rows[]) {
  const flat = columns.map((_, index) => ({ name: `c${index}`, type: 'unknown' as const }));
  const stream = nestRows({ columns: flat, batches: streamOf(given) }, { columns, offset: 0, limit: Infinity });
  const rows: (readonly (Cell | NestedCell)[])[] = [];
  for await (const batch of stream.batches) rows.push(...batch);
  return { names: stream.columns.map(({ name }) => name), columns: stream.columns, rows };
}

async function* streamOf(batches: readonly Rows[]): AsyncGenerator<Rows> {
  for (const batch of batches) yield await Promise.resolve(batch);
}

function asText(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map(asText);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, asText(entry)]));
}

describe('printed nested rows', () => {
  it.each([true, false])('print like rows nested as plain objects, typed: %s', async (typed) => {
    await fc.assert(
      fc.asyncProperty(nested, async ({ columns, batches }) => {
        const { rows, names } = await nest(columns, batches);
        const unnamed = names.map((_, index) => ({ name: `k${index}`, type: 'unknown' as const }));
        const expected = nestPlainly(columns, batches.flat()).map((row) => {
          const values = typed ? row : row.map(asText);
          return `{${values.map((value, index) => `"k${index}":${JSON.stringify(value)}`).join(',')}}`;
        });
        expect(jsonRowPrinter(unnamed, typed, '\n')(rows)).toBe(expected.join('\n'));
      }),
      { numRuns: trials(1_000) },
    );
  });

  it('print the same JSON in a field of CSV', async () => {
    await fc.assert(
      fc.asyncProperty(nested, async ({ columns, batches }) => {
        const { rows } = await nest(columns, batches);
        const expected = nestPlainly(columns, batches.flat()).map((row) =>
          row.map((value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Cell))),
        );
        expect(printCsvRows(rows, printCsvField)).toBe(printCsvRows(expected, printCsvField));
      }),
      { numRuns: trials(300) },
    );
  });
});
