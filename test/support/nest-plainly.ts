import type { NestedColumn } from '../../src/compiler/nest';
import type { Cell } from '../../src/model';
import { comparisonOf } from '../../src/query/nesting/compare-cells';

type NestedObject = Readonly<Record<string, unknown>>;
type NestedRow = readonly unknown[];

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
  /** The columns that identify its entity. */
  readonly identity: readonly number[];
  /** The columns of the link that leads to its entity. */
  readonly links: readonly Place[];
  readonly columns: readonly NestedColumn[];
  /** The columns that sort these objects in their array. */
  readonly sorting: readonly Sorted[];
  /** All columns, including those of the objects below. */
  readonly indexes: readonly number[];
  /** The objects below, by step. */
  readonly children: ReadonlyMap<string, Child>;
}
interface Sorted {
  readonly index: number;
  readonly place: number;
  readonly isNumber: boolean;
}
interface Child {
  /** The key of its elements; two steps of one relationship share a key. */
  readonly key: string;
  readonly shape: Shape;
}

/** An object under construction, with the objects of each step by identity. */
interface Open {
  readonly row: readonly Cell[];
  readonly values: readonly Cell[];
  readonly lists: readonly Set<Cell>[];
  readonly children: ReadonlyMap<string, Map<string, Open>>;
}

/** Groups all flat rows into one row for each entity, with arrays of objects. It is the reference for the nested rows of the service. */
export function nestPlainly(
  columns: readonly NestedColumn[],
  rows: readonly (readonly Cell[])[],
): readonly NestedRow[] {
  const shape = shapeOf(columns);
  const entities: { readonly identity: string; readonly open: Open }[] = [];
  for (const row of rows) {
    const identity = identityOf(shape, row);
    if (entities.at(-1)?.identity !== identity) entities.push({ identity, open: open(shape, row) });
    addRow(shape, entities.at(-1)!.open, row);
  }
  return entities.map((entity) => printRow(entity.open, shape));
}

function shapeOf(columns: readonly NestedColumn[], depth = 0, indexes = columns.map((_, index) => index)): Shape {
  const steps = new Map<string, string>();
  for (const step of indexes.map((index) => columns[index]?.steps[depth])) {
    if (step !== undefined && !steps.has(step.hop)) steps.set(step.hop, step.key);
  }
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
    links: places(false).filter(({ index }) => columns[index]?.isOfLink),
    columns,
    sorting: own
      .flatMap((index): readonly Sorted[] => {
        const { sorting, isMultiValue = false } = columns[index] ?? {};
        return sorting === undefined || isMultiValue ? [] : [{ index, ...sorting }];
      })
      .sort((a, b) => a.place - b.place),
    indexes,
    children: new Map(
      [...steps].map(([hop, key]) => {
        const below = indexes.filter((index) => columns[index]?.steps[depth]?.hop === hop);
        return [hop, { key, shape: shapeOf(columns, depth + 1, below) }];
      }),
    ),
  };
}

function keysOf(shape: Shape): readonly string[] {
  return [...new Set([...shape.children.values()].map((child) => child.key))];
}

/** Returns the identity of an object. If the columns do not include that of its entity (in a view), its values are the identity. */
function identityOf(shape: Shape, row: readonly Cell[]): string {
  const indexes = shape.identity.length > 0 ? shape.identity : shape.values.map((value) => value.index);
  const entity = JSON.stringify(indexes.map((index) => row[index]));
  return JSON.stringify([entity, linkOf(shape, row), ...shape.links.map(({ index }) => row[index])]);
}

/** Returns the columns of the link, in any order. */
function linkOf({ links }: Shape, row: readonly Cell[]): string {
  const values = links.map(({ key, index }) => JSON.stringify([key, row[index]]));
  return links.length === 0 ? '' : JSON.stringify(values.sort());
}

function open(shape: Shape, row: readonly Cell[]): Open {
  return {
    row,
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
  for (const [step, { shape: child }] of shape.children) {
    const known = parent.children.get(step);
    if (known === undefined || isAbsent(child, row)) continue;
    const identity = identityOf(child, row);
    const element = known.get(identity) ?? open(child, row);
    known.set(identity, element);
    addRow(child, element, row);
  }
}

/** Returns whether a step led to no entity: its identity is NULL, or without an identity all of its columns. */
function isAbsent(shape: Shape, row: readonly Cell[]): boolean {
  const indexes = shape.identity.length > 0 ? shape.identity : shape.indexes;
  return indexes.every((index) => row[index] === null);
}

function printRow(row: Open, shape: Shape): NestedRow {
  const below = keysOf(shape).map((key) => printElements(row, shape, key));
  return [...row.values, ...printLists(row, shape), ...below];
}

function printLists({ lists }: Open, shape: Shape): readonly (readonly Cell[])[] {
  return lists.map((values, position) => {
    const sorting = shape.columns[shape.lists[position]?.index ?? -1]?.sorting;
    return sorting === undefined ? [...values] : [...values].sort(comparisonOf(sorting));
  });
}

function sorted(elements: Iterable<[string, Open]>, { sorting }: Shape): readonly (readonly [string, Open])[] {
  return [...elements].sort(([, a], [, b]) => {
    const orders = sorting.map(({ index, isNumber }) =>
      comparisonOf({ isNumber })(a.row[index] ?? null, b.row[index] ?? null),
    );
    return orders.find((order) => order !== 0) ?? 0;
  });
}

/**
 * Returns the elements below an object under one key. An entity that several steps of the relationship lead to is one element, or one
 * for each link of which they show columns; each of these also contains the columns that belong to no link.
 */
function printElements(parent: Open, shape: Shape, key: string): readonly NestedObject[] {
  const printed: { readonly entity: string; readonly link: string; readonly object: NestedObject }[] = [];
  for (const [step, child] of shape.children) {
    if (child.key !== key) continue;
    for (const [identity, element] of sorted(parent.children.get(step) ?? [], child.shape)) {
      const [known = '', link = ''] = JSON.parse(identity) as string[];
      const entity = child.shape.identity.length > 0 ? known : `${step} ${identity}`;
      printed.push({ entity, link, object: printObject(element, child.shape) });
    }
  }
  const merge = (entity: string, link: string): NestedObject =>
    printed
      .filter((one) => one.entity === entity && one.link === link)
      .reduce<NestedObject>((merged, { object }) => ({ ...merged, ...object }), {});
  const isFirst = ({ entity, link }: (typeof printed)[number], index: number): boolean =>
    printed.findIndex((one) => one.entity === entity && one.link === link) === index;
  const isShown = ({ entity, link }: (typeof printed)[number]): boolean =>
    link !== '' || printed.every((one) => one.entity !== entity || one.link === '');
  return printed
    .filter((one, index) => isFirst(one, index) && isShown(one))
    .map(({ entity, link }) => ({ ...merge(entity, ''), ...merge(entity, link) }));
}

function printObject(open: Open, shape: Shape): NestedObject {
  const own = shape.values.map(({ key }, index) => [key, open.values[index] ?? null] as const);
  const printed = printLists(open, shape);
  const lists = shape.lists.map(({ key }, index) => [key, printed[index] ?? []] as const);
  const below = keysOf(shape).map((key) => [key, printElements(open, shape, key)] as const);
  return Object.fromEntries<unknown>([...own, ...lists, ...below]);
}
