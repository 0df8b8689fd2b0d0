import fc from 'fast-check';
import { rowPrinting } from '../../src/http';
import type { Cell, CompiledQuery, OutputColumn } from '../../src/model';
import type { TestEngine } from './engines';

export const PRINT_OPTIONS = { timeoutMs: 20_000 };

/** The columns of a page by their positions, its size, and its format. */
export interface AskedPage {
  readonly picked: readonly number[];
  readonly hidden: number;
  readonly observed: readonly number[];
  readonly most: number;
  readonly format: 'json' | 'ndjson' | 'csv';
  readonly typed: boolean;
}

/** Returns random pages of a table: from no row to more rows than it has, and of the given sizes. */
export function askedPages(columns: number, rows: number, named: readonly number[]): fc.Arbitrary<AskedPage> {
  return fc
    .record({
      picked: fc.uniqueArray(fc.nat(columns - 1), { minLength: 1, maxLength: 7 }),
      hidden: fc.nat(3),
      observed: fc.uniqueArray(fc.nat(6), { maxLength: 4 }),
      most: fc.oneof(fc.nat(rows + 3), fc.constantFrom(0, rows - 1, rows, ...named)),
      format: fc.constantFrom('json' as const, 'ndjson' as const, 'csv' as const),
      typed: fc.boolean(),
    })
    .map(({ hidden, observed, picked, ...others }) => ({
      ...others,
      picked,
      hidden: Math.min(hidden, picked.length - 1),
      observed: observed.filter((index) => index < picked.length),
    }));
}

/** Returns a statement for the picked columns `c0`, `c1` and so on of all rows of the table `things`. */
export function pickColumns({ picked }: AskedPage, types: readonly OutputColumn['type'][]) {
  const columns = picked.map((index): OutputColumn => ({ name: `c${index}`, type: types[index]! }));
  return { sql: `SELECT ${columns.map(({ name }) => name).join(', ')} FROM things ORDER BY id`, columns };
}

/** Prints a page, and returns the pieces and the reported rows. */
export async function printPage(test: TestEngine, query: CompiledQuery, asked: Omit<AskedPage, 'picked'>) {
  const { hidden, observed, most, format, typed } = asked;
  const rows: (readonly Cell[])[] = [];
  const begin = () => {
    rows.length = 0;
    return (row: readonly Cell[]): number => rows.push([...row]);
  };
  const printing = rowPrinting(query.columns, format, typed, hidden)!;
  const printed = await test.engine.printPage!(query, { printing, page: { most, observed, begin } }, PRINT_OPTIONS);
  const pieces: string[] = [];
  for await (const piece of printed.printed) pieces.push(piece.toString());
  return { pieces, text: pieces.filter((piece) => piece !== '').join(printing.separator), rows, printed, printing };
}

/**
 * Checks that a page of `limited` is printed like the cells of `query`, and that each of its rows is reported, including the one after
 * the page.
 */
export async function expectPrintedCells(
  test: TestEngine,
  asked: AskedPage,
  query: CompiledQuery,
  limited = query,
): Promise<readonly string[]> {
  const { observed, most } = asked;
  const { batches, comparable } = await test.engine.run(query, PRINT_OPTIONS);
  const cells: (readonly Cell[])[] = [];
  for await (const batch of batches) cells.push(...batch);
  const { pieces, text, rows, printed, printing } = await printPage(test, limited, asked);
  const shown = cells.slice(0, most);
  expect(text).toBe(shown.length === 0 ? '' : printing.print(shown));
  expect(printed.rowCount()).toBe(shown.length);
  const observedOf = (row: readonly Cell[]): readonly Cell[] => observed.map((index) => row[index] ?? null);
  expect(rows.map(observedOf)).toEqual(cells.slice(0, most + 1).map(observedOf));
  if (observed.length > 0) expect(printed.comparable).toEqual(comparable);
  return pieces;
}
