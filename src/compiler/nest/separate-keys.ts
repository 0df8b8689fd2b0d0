import { numberNames } from '../../model';
import type { NestedColumn } from './nested-column';

/** A column of a nested row, and the meaning of its value. Columns with the same meaning and key are one value. */
export interface MeantColumn {
  readonly column: NestedColumn;
  readonly meaning: string;
}

/** The content of a key in an object: the value of a column, or the array of the steps of one relationship. */
interface Slot {
  readonly key: string;
  readonly meaning: string;
}

/**
 * Returns the columns with unique keys in each element. Without this, a property, a column of the link, an alias and a
 * relationship may have the same key. As in rows, the first one keeps its key, and the others get `_2`, `_3`: values
 * before lists before arrays. The keys of rows become unique when rows are printed.
 */
export function separateKeys(meant: readonly MeantColumn[]): readonly NestedColumn[] {
  const deepest = Math.max(0, ...meant.map(({ column: { steps } }) => steps.length));
  let separated = meant;
  for (let depth = 1; depth <= deepest; depth++) separated = separateAt(separated, depth);
  return separated.map(({ column }) => column);
}

/** Separates the keys of the elements at this depth; the arrays of outer steps are already separated. */
function separateAt(meant: readonly MeantColumn[], depth: number): readonly MeantColumn[] {
  const objects = new Map<string, MeantColumn[]>();
  for (const each of meant) {
    if (each.column.steps.length < depth) continue;
    const place = placeOf(each.column, depth);
    objects.set(place, [...(objects.get(place) ?? []), each]);
  }
  const keys = new Map([...objects].map(([place, within]) => [place, keysWithin(within, depth)]));
  return meant.map(({ column, meaning }) => {
    const slot = slotOf({ column, meaning }, depth);
    const key = slot && keys.get(placeOf(column, depth))?.get(textOf(slot));
    if (key === undefined || key === slot?.key) return { column, meaning };
    if (column.steps.length === depth) return { column: { ...column, key }, meaning };
    const steps = column.steps.map((step, index) => (index === depth ? { ...step, key } : step));
    return { column: { ...column, steps }, meaning };
  });
}

/** Returns a unique key for each slot of an object. */
function keysWithin(meant: readonly MeantColumn[], depth: number): ReadonlyMap<string, string> {
  const isValue = ({ column }: MeantColumn): boolean => column.steps.length === depth;
  const ordered = [
    ...meant.filter((each) => isValue(each) && !each.column.isMultiValue),
    ...meant.filter((each) => isValue(each) && each.column.isMultiValue),
    ...meant.filter((each) => !isValue(each)),
  ];
  const slots = new Map<string, Slot>();
  for (const slot of ordered.map((each) => slotOf(each, depth))) if (slot !== undefined) slots.set(textOf(slot), slot);
  const names = numberNames([...slots.values()].map(({ key }) => key));
  return new Map([...slots.keys()].map((text, index) => [text, names[index] ?? '']));
}

function slotOf({ column: { key, steps }, meaning }: MeantColumn, depth: number): Slot | undefined {
  const step = steps[depth];
  if (step !== undefined) return { key: step.key, meaning: 'array' };
  return key === undefined || steps.length < depth ? undefined : { key, meaning: `value ${meaning}` };
}

function placeOf({ steps }: NestedColumn, depth: number): string {
  return JSON.stringify(steps.slice(0, depth).map(({ key }) => key));
}

function textOf({ key, meaning }: Slot): string {
  return JSON.stringify([key, meaning]);
}
