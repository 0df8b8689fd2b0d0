import { nameKey, type Expression } from '../../../model';
import type { Column, Resolved } from '../../values';
import { isNull } from '../../tree';
import { pairsOf, type Pair, type Scan } from '../facts/join-tree';
import { columnKey } from '../facts/rejects-null';
import type { Substitute } from './replace-source';

type Value = Expression<Resolved>;

/** Two scans of one table that always read the same row, because a condition equates a key of both. */
export interface SameRow {
  /** The other scan, which can replace both. */
  readonly one: Scan;
  /** The key: `inner` are columns of the removable scan, `outer` those of the other one. */
  readonly pairs: readonly Pair[];
  /** The other conditions. */
  readonly others: readonly Value[];
}

/** Returns the scan among `candidates` that these conditions bind to the same row of the same table. */
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

/** Returns the keys of both scans, because two mappings of a table may declare different keys. */
function keysOf(scan: Scan, one: Scan): readonly (readonly string[])[] {
  return [...(scan.facts?.keys ?? []), ...(one.facts?.keys ?? [])];
}

/** Returns the checks that the key is NOT NULL, where this is unknown, because NULL equals nothing. */
export function keyIsNotNull({ pairs }: SameRow, notNull: ReadonlySet<string>): readonly Value[] {
  return pairs.flatMap(({ outer }) => (notNull.has(columnKey(outer.reference)) ? [] : [isNull<Resolved>(outer, true)]));
}

/** Maps a column to the same column of the remaining scan. */
export function columnOfOne({ one }: SameRow): (column: Column) => Substitute {
  const source = one.alias?.name ?? '';
  return (column) => ({ column: { ...column, source }, isSame: true, isText: true });
}
