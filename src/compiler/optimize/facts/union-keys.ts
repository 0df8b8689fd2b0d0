import type { Expression, Select } from '../../../model';
import { DECLARED_COMPARISON, type Resolved } from '../../values';
import { isExpression } from '../../tree';
import { areNeverEqual } from './contradiction';

type Value = Expression<Resolved>;
type Key = readonly string[];

/** Of the rows of a branch (`Relation`). */
interface Branch {
  readonly keys: readonly Key[];
  readonly comparisons: ReadonlyMap<string, string>;
}

/**
 * The keys of the rows of a UNION ALL, whose branches name their columns alike: those that each branch has and that are
 * compared alike in all of them, together with a column that is another constant in each.
 */
export function keysOfUnion(
  arms: readonly Select<Resolved>[],
  [names = [], ...others]: readonly Key[],
  relations: readonly Branch[],
): readonly Key[] {
  const [first, ...rest] = relations;
  if (first === undefined || arms.length < 2) return [];
  if (!others.every((other) => other.every((name, index) => name === names[index]))) return [];
  const apart = names.find((_, index) => areNeverEqual(arms.flatMap((arm) => valueAt(arm, index))));
  if (apart === undefined) return [];
  return first.keys.filter((key) => rest.every((other) => hasKey(other, key, first))).map((key) => [...key, apart]);
}

function valueAt({ items }: Select<Resolved>, index: number): readonly Value[] {
  const value = items[index]?.expression;
  return value !== undefined && isExpression(value) ? [value] : [];
}

/** Whether a key of another branch is one of this, too, under the same comparisons; what is declared may differ. */
function hasKey({ keys, comparisons }: Branch, key: Key, other: Branch): boolean {
  const isAlike = (column: string): boolean => {
    const comparison = comparisons.get(column);
    return (
      comparison !== undefined && comparison !== DECLARED_COMPARISON && comparison === other.comparisons.get(column)
    );
  };
  return key.every(isAlike) && keys.some((own) => own.every((column) => key.includes(column)));
}
