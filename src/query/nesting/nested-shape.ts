import type { NestedColumn } from '../../compiler/nest';
import type { Cell } from '../../model';
import { type CompareCells, comparisonOf } from './compare-cells';
import type { ListCut } from './list-cut';

/** The columns of one object and of the objects below it, by position in the flat row. */
export interface Shape {
  readonly values: readonly number[];
  /** The columns of multi-value properties. */
  readonly lists: readonly number[];
  /** How each of these lists is cut; undefined for a list with all values in the order of their rows. */
  readonly listCuts: readonly (ListCut | undefined)[];
  /** How the values of each of these lists are sorted; undefined for a list in the order of its rows. */
  readonly listOrders: readonly (CompareCells | undefined)[];
  /** How these objects are sorted in their list, by their rows; undefined if they are in the order of their rows. */
  readonly compare: ((row: readonly Cell[], other: readonly Cell[]) => number) | undefined;
  /** How the list of these objects is cut. */
  readonly cut: ListCut | undefined;
  /**
   * The columns that identify an object: those of its entity and of the link to it, or its values where there is no column of an entity (a
   * view).
   */
  readonly identity: readonly number[];
  /** The columns that identify the entity; empty where there are none. */
  readonly entity: readonly number[];
  /** The values of the links that lead to the objects. */
  readonly links: readonly Part[];
  /** The columns that are all NULL where a step has no object. */
  readonly marks: readonly number[];
  /** The shapes of the objects below, by step. */
  readonly steps: readonly Shape[];
  /** The arrays of the objects below: two steps of one relationship share a key. */
  readonly arrays: readonly NestedArray[];
  /** The names of its parts: values, lists, arrays. */
  readonly names: readonly string[];
  /**
   * The printed members of an object: JSON keys with their colons, and the positions of their parts. The last part of a name replaces
   * earlier ones.
   */
  readonly entries: readonly Entry[];
}

/** The position of a value in the flat row, and its key. */
interface Part {
  readonly key: string;
  readonly index: number;
}

interface NestedArray {
  readonly key: string;
  /** Positions among the steps. */
  readonly steps: readonly number[];
}
type Entry = readonly [key: string, part: number];

const shapes = new WeakMap<readonly NestedColumn[], Shape>();

export function shapeOf(columns: readonly NestedColumn[]): Shape {
  const known = shapes.get(columns);
  if (known !== undefined) return known;
  const indexes = columns.map((_, index) => index);
  const shape = shapeAt(columns, 0, indexes);
  shapes.set(columns, shape);
  return shape;
}

function shapeAt(columns: readonly NestedColumn[], depth: number, indexes: readonly number[]): Shape {
  const own = indexes.filter((index) => columns[index]?.steps.length === depth);
  const shown = own.filter((index) => columns[index]?.key !== undefined);
  const values = shown.filter((index) => columns[index]?.isMultiValue === false);
  const lists = shown.filter((index) => columns[index]?.isMultiValue === true);
  const entity = own.filter((index) => columns[index]?.isIdentity === true);
  const links = values.flatMap((index): readonly Part[] => {
    const { key = '', isOfLink = false } = columns[index] ?? {};
    return isOfLink ? [{ key, index }] : [];
  });
  const hasEntity = entity.length > 0;
  const { arrays, steps } = stepsAt(columns, depth, indexes);
  const names = [...[...values, ...lists].map((index) => columns[index]?.key ?? ''), ...arrays.map(({ key }) => key)];
  return {
    values,
    lists,
    listCuts: lists.map((index) => cutOfValues(columns, own, index)),
    listOrders: lists.map((index) => columns[index]?.sorting && comparisonOf(columns[index].sorting)),
    compare: compareRows(columns, own),
    cut: cutOf(columns, columns[indexes[0] ?? 0]?.steps[depth - 1]?.limit, own.find(isPlaceOf(columns, undefined))),
    identity: hasEntity ? [...entity, ...links.map(({ index }) => index)] : values,
    entity,
    links,
    marks: hasEntity ? entity : indexes,
    steps,
    arrays,
    names,
    entries: [...new Map(names.map((name, part) => [`${JSON.stringify(name)}:`, part]))],
  };
}

/** Returns the comparison by the columns that sort objects: by their places, then in the order of the row. */
function compareRows(columns: readonly NestedColumn[], own: readonly number[]): Shape['compare'] {
  const keys = own.flatMap((index) => {
    const { sorting, isMultiValue = false } = columns[index] ?? {};
    return sorting === undefined || isMultiValue
      ? []
      : [{ index, place: sorting.place, compare: comparisonOf(sorting) }];
  });
  if (keys.length === 0) return undefined;
  const sorted = keys.toSorted((key, other) => (key.place === other.place ? 0 : key.place - other.place));
  return (row, other) => {
    for (const { index, compare } of sorted) {
      const order = compare(row[index] ?? null, other[index] ?? null);
      if (order !== 0) return order;
    }
    return 0;
  };
}

function isPlaceOf(columns: readonly NestedColumn[], list: string | undefined): (index: number) => boolean {
  return (index) => columns[index]?.places !== undefined && columns[index].places.of === list;
}

function cutOfValues(columns: readonly NestedColumn[], own: readonly number[], index: number): ListCut | undefined {
  const list = columns[index]?.list;
  return list && cutOf(columns, list.limit, own.find(isPlaceOf(columns, list.name)));
}

function cutOf(
  columns: readonly NestedColumn[],
  limit: number | undefined,
  place: number | undefined,
): ListCut | undefined {
  if (limit === undefined && place === undefined) return undefined;
  const isOrdered = place !== undefined && columns[place]?.places?.isOrdered === true;
  return { limit: limit ?? Infinity, place, isOrdered };
}

function stepsAt(
  columns: readonly NestedColumn[],
  depth: number,
  indexes: readonly number[],
): Pick<Shape, 'arrays' | 'steps'> {
  const below = new Map<string, number[]>();
  const arrays = new Map<string, number[]>();
  for (const index of indexes) {
    const step = columns[index]?.steps[depth];
    if (step === undefined) continue;
    const known = below.get(step.hop);
    if (known === undefined) arrays.set(step.key, [...(arrays.get(step.key) ?? []), below.size]);
    below.set(step.hop, [...(known ?? []), index]);
  }
  return {
    arrays: [...arrays].map(([key, steps]) => ({ key, steps })),
    steps: [...below.values()].map((some) => shapeAt(columns, depth + 1, some)),
  };
}
