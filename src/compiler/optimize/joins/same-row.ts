import { nameKey, type Expression } from '../../../model';
import type { Column, Resolved } from '../../values';
import { isNull } from '../../tree';
import { pairsOf, type Pair, type Scan } from '../facts/join-tree';
import { columnKey } from '../facts/rejects-null';
import type { Substitute } from './replace-source';

type Value = Expression<Resolved>;

/** Two scans of one table whose rows can only be one row: a condition sets them equal in a key. */
export interface SameRow {
  /** The other scan, which can stand for both. */
  readonly one: Scan;
  /** The key: `inner` are columns of the scan that can go, `outer` those of the other one. */
  readonly pairs: readonly Pair[];
  /** What else is said. */
  readonly others: readonly Value[];
}

/** The scan among `candidates` that reads the same row of the same table, as these conditions tell. */
export function findSameRow(
  scan: Scan,
  parts: readonly Value[],
  candidates: ReadonlyMap<string, Scan>,
): SameRow | undefined {
  if (!isPhysical(scan)) return undefined;
  const pairs = pairsOf(parts, scan.alias?.name ?? '');
  for (const [alias, one] of candidates) {
    if (!isPhysical(one) || one.facts?.id !== scan.facts?.id) continue;
    const same = pairs.filter(
      ({ inner, outer }) =>
        outer.reference.source === alias && nameKey(outer.reference.name) === nameKey(inner.reference.name),
    );
    const key = keysOf(scan, one)
      .map((columns) => columns.map((column) => same.find(({ inner }) => nameKey(inner.reference.name) === column)))
      .find((found) => found.every((pair) => pair !== undefined));
    if (key === undefined) continue;
    return { one, pairs: key, others: parts.filter((part) => !key.some((pair) => pair.part === part)) };
  }
  return undefined;
}

function isPhysical(scan: Scan): boolean {
  return scan.kind === 'table' && scan.table.kind === 'physical' && scan.facts !== undefined;
}

/** Two mappings of a table may declare different keys. */
function keysOf(scan: Scan, one: Scan): readonly (readonly string[])[] {
  return [...(scan.facts?.keys ?? []), ...(one.facts?.keys ?? [])];
}

/** That the key has a value, where that is not known: NULL is equal to nothing. */
export function keyIsNotNull({ pairs }: SameRow, notNull: ReadonlySet<string>): readonly Value[] {
  return pairs.flatMap(({ outer }) => (notNull.has(columnKey(outer.reference)) ? [] : [isNull<Resolved>(outer, true)]));
}

/** The same column of the scan that stays. */
export function columnOfOne({ one }: SameRow): (column: Column) => Substitute {
  const source = one.alias?.name ?? '';
  return (column) => ({ column: { ...column, source }, isSame: true, isText: true });
}
