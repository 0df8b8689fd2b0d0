import { type Engine } from '../../src/engines';
import { rowPrinting } from '../../src/http';
import { type CompiledQuery, type OutputColumn, type RowFormat } from '../../src/model';

/** All types that a column can be wanted as. */
export const WANTED: readonly OutputColumn['type'][] = ['unknown', 'string', 'boolean', 'integer', 'smallint', 'bigint', 'float', 'double', 'decimal', 'date', 'time', 'timestamp']; // prettier-ignore

/** The formats that engines print, and whether numbers are printed as such. */
export const PRINTED: readonly (readonly [RowFormat, boolean])[] = [['ndjson', true], ['ndjson', false], ['csv', true], ['csv_raw', true]]; // prettier-ignore

/** A statement whose rows are printed, one per line. */
export interface PrintedStatement {
  readonly sql: string;
  readonly columns: readonly OutputColumn[];
  readonly typed: boolean;
  /** NDJSON by default. */
  readonly format?: RowFormat;
}

/** Returns the lines as the engine prints them, and as printed from its cells. */
export async function printBothWays(
  engine: Engine,
  { sql, columns, typed, format = 'ndjson' }: PrintedStatement,
): Promise<{ readonly printed: string; readonly expected: string }> {
  const query: CompiledQuery = { dialect: engine.dialect, sql, parameters: [], columns, isPlainSelect: true };
  const options = { timeoutMs: 20_000 };
  const printing = rowPrinting(columns, format, typed)!;
  const pieces: Buffer[] = [];
  for await (const piece of (await engine.print!(query, printing, options)).printed) pieces.push(piece);
  let expected = '';
  for await (const batch of (await engine.run(query, options)).batches) expected += printing.print(batch);
  return { printed: Buffer.concat(pieces).toString(), expected };
}

/** Returns the number of lines of rows in NDJSON or CSV; line breaks in quoted fields of CSV do not count. */
export function countLines(text: string, format: RowFormat): number {
  const lines = format === 'ndjson' ? text : text.replace(/"(?:[^"]|"")*"/g, '');
  return lines.split('\n').length - 1;
}

/** Prints the columns `a` and `b` of a statement as JSON, and returns how many rows and pieces there are. Throws if a piece is no list of whole rows. */
export async function countPieces(
  engine: Engine,
  sql: string,
): Promise<{ readonly rows: number; readonly pieces: number }> {
  const columns: OutputColumn[] = [{ name: 'a', type: 'unknown' }, { name: 'b', type: 'string' }]; // prettier-ignore
  const query: CompiledQuery = { dialect: engine.dialect, sql, parameters: [], columns };
  const { printed } = await engine.print!(query, rowPrinting(columns, 'json', true)!, { timeoutMs: 20_000 });
  let [rows, pieces] = [0, 0];
  for await (const piece of printed) {
    pieces++;
    rows += (JSON.parse(`[${piece.toString()}]`) as unknown[]).length;
  }
  return { rows, pieces };
}

/** Returns the first difference of two strings with its context; undefined when they are equal. */
export function firstDifference(printed: string, expected: string): readonly [string, string] | undefined {
  if (printed === expected) return undefined;
  let place = 0;
  while (printed[place] === expected[place]) place++;
  return [printed, expected].map((text) => text.slice(Math.max(0, place - 60), place + 60)) as [string, string];
}
