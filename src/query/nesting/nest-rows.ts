import type { NestedColumn } from '../../compiler/nest';
import type { Cell, NestedCell, OutputColumn, RowStream } from '../../model';
import { NestedObject } from './nested-object';
import { type Shape, shapeOf } from './nested-shape';

export interface NestOptions {
  readonly columns: readonly NestedColumn[];
  /** Whether each row without an id is an entity of its own. */
  readonly hasKeyless?: boolean;
  /** The number of entities to skip, and the most entities to return. */
  readonly offset: number;
  readonly limit: number;
}

/**
 * Groups the flat rows of a nested statement into one row for each entity. The entities that a batch completes are returned when the next
 * batch arrives, or with the last entity, so that a single batch results in a single batch. Ends the statement when `limit` is reached.
 */
export function nestRows(rows: RowStream, options: NestOptions): RowStream<Cell | NestedCell> {
  const shape = shapeOf(options.columns);
  return { columns: columnsOf(shape, rows.columns), batches: group(rows, shape, options) };
}

/** The columns of the last rows of a shape, and of their flat rows: printers are kept by the columns of a statement that runs again. */
const known = new WeakMap<
  Shape,
  { readonly flat: readonly OutputColumn[]; readonly columns: readonly OutputColumn[] }
>();

function columnsOf(shape: Shape, flat: readonly OutputColumn[]): readonly OutputColumn[] {
  const last = known.get(shape);
  if (last?.flat === flat) return last.columns;
  const columns = shape.names.map((name, part): OutputColumn => {
    const index = shape.values[part];
    return { name, type: index === undefined ? 'unknown' : (flat[index]?.type ?? 'unknown') };
  });
  known.set(shape, { flat, columns });
  return columns;
}

type NestedRow = readonly (Cell | NestedCell)[];

function continues(current: NestedObject | undefined, row: readonly Cell[], { hasKeyless }: NestOptions): boolean {
  return current?.has(row) === true && !(hasKeyless === true && current.isKeyless);
}

async function* group(rows: RowStream, shape: Shape, options: NestOptions): AsyncGenerator<readonly NestedRow[]> {
  let current: NestedObject | undefined;
  let position = -1;
  const end = options.offset + options.limit;
  let done: NestedRow[] = [];
  for await (const batch of rows.batches) {
    if (done.length > 0) yield done;
    done = [];
    for (const row of batch) {
      if (!continues(current, row, options)) {
        if (current !== undefined && position >= options.offset) done.push(current.toRow());
        position++;
        if (position >= end) {
          yield done;
          return;
        }
        current = new NestedObject(shape, row);
      }
      current?.add(row);
    }
  }
  if (current !== undefined && position >= options.offset) done.push(current.toRow());
  if (done.length > 0) yield done;
}
