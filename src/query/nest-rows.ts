import type { NestedColumn } from '../compiler/nest';
import type { Cell, NestedCell, NestedObject, OutputColumn, RowStream } from '../model';

/** A column of the flat row, and its key in an object. */
interface Place {
  readonly index: number;
  readonly key: string;
}

/** The columns of one object and of the objects below it, by position in the flat row. */
interface Shape {
  readonly values: readonly Place[];
  /** Multi-value properties. */
  readonly lists: readonly Place[];
  readonly identity: readonly number[];
  readonly children: ReadonlyMap<string, Shape>;
}

/** An object under construction: what it has collected under each step, and by identity. */
interface Open {
  readonly values: readonly Cell[];
  readonly lists: readonly Set<Cell>[];
  readonly children: ReadonlyMap<string, Map<string, Open>>;
}

export interface NestOptions {
  readonly columns: readonly NestedColumn[];
  /** How many entities are passed over, and how many are given. */
  readonly offset: number;
  readonly limit: number;
}

/** Groups the flat rows of a nested statement into one row for each entity, one entity in memory at a time. Ends the statement when `limit` is reached. */
export function nestRows(rows: RowStream, options: NestOptions): RowStream<Cell | NestedCell> {
  const shape = shapeOf(options.columns);
  const own = shape.values.map(({ index, key }): OutputColumn => ({
    name: key,
    type: rows.columns[index]?.type ?? 'unknown',
  }));
  const steps = [...shape.children.keys()].map((name): OutputColumn => ({ name, type: 'unknown' }));
  const lists = shape.lists.map(({ key }): OutputColumn => ({ name: key, type: 'unknown' }));
  return { columns: [...own, ...lists, ...steps], batches: group(rows, shape, options) };
}

type NestedRow = readonly (Cell | NestedCell)[];

async function* group(rows: RowStream, shape: Shape, options: NestOptions): AsyncGenerator<readonly NestedRow[]> {
  let current: { readonly identity: string; readonly open: Open } | undefined;
  let position = -1;
  const end = options.offset + options.limit;
  for await (const batch of rows.batches) {
    const done: NestedRow[] = [];
    for (const row of batch) {
      const identity = identityOf(shape, row);
      if (current?.identity !== identity) {
        if (current !== undefined && position >= options.offset) done.push(printRow(current.open, shape));
        position++;
        if (position >= end) {
          yield done;
          return;
        }
        current = { identity, open: open(shape, row) };
      }
      addRow(shape, current.open, row);
    }
    if (done.length > 0) yield done;
  }
  if (current !== undefined && position >= options.offset) yield [printRow(current.open, shape)];
}

function shapeOf(columns: readonly NestedColumn[], depth = 0, indexes = columns.map((_, index) => index)): Shape {
  const steps = [...new Set(indexes.map((index) => columns[index]?.steps[depth]).filter((step) => step !== undefined))];
  const own = indexes.filter((index) => columns[index]?.steps.length === depth);
  const places = (multiValue: boolean): readonly Place[] =>
    own.flatMap((index) => {
      const column = columns[index];
      return column?.key === undefined || column.isMultiValue !== multiValue ? [] : [{ index, key: column.key }];
    });
  return {
    values: places(false),
    lists: places(true),
    identity: own.filter((index) => columns[index]?.isIdentity),
    children: new Map(
      steps.map((step) => [
        step,
        shapeOf(
          columns,
          depth + 1,
          indexes.filter((index) => columns[index]?.steps[depth] === step),
        ),
      ]),
    ),
  };
}

/** Where the identity of an object is not among the columns (a view), its values tell it apart. */
function identityOf(shape: Shape, row: readonly Cell[]): string {
  const indexes = shape.identity.length > 0 ? shape.identity : shape.values.map((value) => value.index);
  return JSON.stringify(indexes.map((index) => row[index]));
}

function open(shape: Shape, row: readonly Cell[]): Open {
  return {
    values: shape.values.map(({ index }) => row[index] ?? null),
    lists: shape.lists.map(() => new Set<Cell>()),
    children: new Map([...shape.children.keys()].map((step) => [step, new Map<string, Open>()])),
  };
}

function addRow(shape: Shape, parent: Open, row: readonly Cell[]): void {
  shape.lists.forEach(({ index }, position) => {
    const value = row[index] ?? null;
    if (value !== null) parent.lists[position]?.add(value);
  });
  for (const [step, child] of shape.children) {
    const known = parent.children.get(step);
    if (known === undefined || isAbsent(child, row)) continue;
    const identity = identityOf(child, row);
    const element = known.get(identity) ?? open(child, row);
    known.set(identity, element);
    addRow(child, element, row);
  }
}

/** A step that led nowhere has NULL in all of its columns. */
function isAbsent(shape: Shape, row: readonly Cell[]): boolean {
  const indexes = shape.identity.length > 0 ? shape.identity : shape.values.map((value) => value.index);
  return indexes.every((index) => row[index] === null);
}

function printRow(row: Open, shape: Shape): NestedRow {
  return [
    ...row.values,
    ...row.lists.map((values) => [...values]),
    ...[...row.children].map(([step, elements]) => printElements(elements, shape.children.get(step))),
  ];
}

function printElements(elements: ReadonlyMap<string, Open>, shape: Shape | undefined): NestedCell {
  return shape === undefined ? [] : [...elements.values()].map((element) => printObject(element, shape));
}

function printObject(open: Open, shape: Shape): NestedObject {
  const own = shape.values.map(({ key }, index) => [key, open.values[index] ?? null] as const);
  const lists = shape.lists.map(({ key }, index) => [key, [...(open.lists[index] ?? [])]] as const);
  const below = [...open.children].map(
    ([step, elements]) => [step, printElements(elements, shape.children.get(step))] as const,
  );
  return Object.fromEntries<Cell | NestedCell>([...own, ...lists, ...below]);
}
