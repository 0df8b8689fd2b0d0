import { nameKey, type Expression, type Source } from '../../../model';
import type { Resolved } from '../../values';
import { conjuncts } from '../../tree';
import { pairsOf, scansOf, type Pair, type Scan } from '../facts/join-tree';

type Value = Expression<Resolved>;

/** A join along a foreign key: the pairs of its columns, and the other conditions of ON. */
export interface ForeignKeyJoin {
  readonly child: Scan;
  /** `inner` is the parent's column, `outer` the child's. */
  readonly pairs: readonly Pair[];
  readonly others: readonly Value[];
}

/** Returns the foreign key that a condition follows from a source in `children` to the whole of `parent`. */
export function findForeignKey(
  parent: Scan,
  on: Value | undefined,
  children: Source<Resolved>,
): ForeignKeyJoin | undefined {
  const id = parent.facts?.id;
  const parts = conjuncts(on);
  const pairs = pairsOf(parts, parent.alias?.name ?? '');
  if (id === undefined || pairs.length === 0) return undefined;
  for (const [alias, child] of scansOf(children)) {
    for (const key of child.facts?.foreignKeys ?? []) {
      if (key.target !== id) continue;
      const found = key.columns.map((column, index) =>
        pairs.find(
          ({ inner, outer }) =>
            outer.reference.source === alias &&
            nameKey(outer.reference.name) === column &&
            nameKey(inner.reference.name) === key.targetColumns[index],
        ),
      );
      const known = found.filter((pair) => pair !== undefined);
      if (known.length < found.length) continue;
      const taken = new Set(known.map(({ part }) => part));
      return { child, pairs: known, others: parts.filter((part) => !taken.has(part)) };
    }
  }
  return undefined;
}
