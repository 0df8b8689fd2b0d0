import type { Expression, Select } from '../../../model';
import { DECLARED_COMPARISON, type Resolved } from '../../values';
import { isExpression } from '../../tree';
import { areNeverEqual } from './contradiction';

type Value = Expression<Resolved>;
type Key = readonly string[];

/** The known facts about the rows of a branch (`Relation`). */
interface Branch {
  readonly keys: readonly Key[];
  readonly comparisons: ReadonlyMap<string, string>;
}

/**
 * Returns the keys of a UNION ALL whose branches have the same column names: the keys that every branch has with the
 * same comparisons, each extended by a column that is a different constant in every branch.
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

/**
 * Returns whether a key of another branch is also a key of this one, with the same comparisons. Declared comparisons do
 * not count, because they may differ.
 */
function hasKey({ keys, comparisons }: Branch, key: Key, other: Branch): boolean {
  const isAlike = (column: string): boolean => {
    const comparison = comparisons.get(column);
    return (
      comparison !== undefined && comparison !== DECLARED_COMPARISON && comparison === other.comparisons.get(column)
    );
  };
  return key.every(isAlike) && keys.some((own) => own.every((column) => key.includes(column)));
}
