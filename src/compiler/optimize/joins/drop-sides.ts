import type { Select } from '../../../model';
import type { Resolved } from '../../values';
import { joinsOf, sidesOf, type Side } from '../facts/join-tree';

/** Removes the sides of the joins that `drop` can remove. `drop` returns undefined for a side that must stay. */
export function dropSides(
  select: Select<Resolved>,
  drop: (select: Select<Resolved>, side: Side) => Select<Resolved> | undefined,
): Select<Resolved> {
  for (const side of joinsOf(select.from).flatMap(sidesOf)) {
    const dropped = drop(select, side);
    if (dropped !== undefined) return dropSides(dropped, drop);
  }
  return select;
}
