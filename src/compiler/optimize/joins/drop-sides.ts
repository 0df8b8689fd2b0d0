import type { Select } from '../../../model';
import type { Resolved } from '../../values';
import { joinsOf, sidesOf, type Side } from '../facts/join-tree';

/** The SELECT without the sides of its joins that `drop` can do without; it gives undefined for one that has to stay. */
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
