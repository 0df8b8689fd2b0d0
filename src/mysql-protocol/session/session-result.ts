import type { GivenRows, RequestContext, RowAnswer } from '../../http';
import type { Cell, NestedCell, OutputColumn, PackedRows, RowStream } from '../../model';

/** Some rows of a result: cells, or packed. */
export type SessionRows = readonly (readonly (Cell | NestedCell)[])[] | PackedRows;

/** The rows of a statement; undefined for a statement without rows. */
export type SessionResult =
  { readonly columns: readonly OutputColumn[]; readonly batches: AsyncIterable<SessionRows> } | undefined;

/** Returns rows in memory as a result. */
export function resultOf({ columns, rows }: GivenRows): RowStream {
  return {
    columns,
    batches: (async function* () {
      await Promise.resolve();
      if (rows.length > 0) yield rows;
    })(),
  };
}

/** Returns the rows of an answer in a format of the protocol. `onEnd` receives whether the service omitted rows, after the last one. */
export function resultOfAnswer(
  { rows, options: { after } }: RowAnswer,
  { audit }: RequestContext,
  onEnd: (isTruncated: boolean) => void,
): SessionResult {
  if ('printed' in rows) throw new Error('the rows of the answer are printed');
  let count = 0;
  audit.rowCount = () => count;
  async function* counted(batches: AsyncIterable<SessionRows>) {
    for await (const batch of batches) {
      count += batch.length;
      yield batch;
    }
    onEnd(after?.().truncated === true);
  }
  return { columns: rows.columns, batches: counted('packed' in rows ? rows.packed : rows.batches) };
}

/** The members of an answer in JSON with its columns, all of whose rows are in memory. */
interface WrittenAnswer {
  readonly columns: RowStream['columns'];
  readonly data: readonly Readonly<Record<string, unknown>>[];
}

/** Returns the rows of an answer in JSON. */
export function resultOfJson(body: Buffer): RowStream {
  const { columns, data } = JSON.parse(body.toString('utf8')) as WrittenAnswer;
  const rows = data.map((row) => columns.map(({ name }) => cellOf(row[name])));
  return resultOf({ columns, rows });
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : JSON.stringify(value);
}
