import { nameKey, type Cell, type ScalarTypeName } from '../../model';
import { coerceLiteral, type Plan } from '../values';
import { isComparedAsSorted } from './compared-as-sorted';
import type { Key, OrderColumn } from './page-cursor';

type Row = readonly Cell[];

/** An order column in the rows of a page. */
interface KeyPart {
  readonly index: number;
  readonly type: ScalarTypeName;
  readonly isNullable: boolean;
}

/** Types whose values are exact. */
const EXACT: ReadonlySet<string> = new Set<ScalarTypeName>(['string', 'boolean', 'integer', 'smallint', 'bigint', 'decimal', 'date', 'time', 'timestamp']); // prettier-ignore

/**
 * The longest string of a key, in characters. MariaDB sorts by the first 1024 bytes of a string's weights
 * (`max_sort_length`), but compares all of them.
 */
const LONGEST_TEXT = 128;
/** The digits of the widest decimal of DuckDB. */
const MOST_DIGITS = 38;
/** The longest key, in characters, so that it fits in the URL of the next page. */
const LONGEST_KEY = 3000;

/** The order columns of a page, whose values in a row determine where the next page begins. */
export class PageKey {
  constructor(private readonly parts: readonly KeyPart[]) {}

  /** The positions of the order columns in a row. */
  get indexes(): readonly number[] {
    return this.parts.map((part) => part.index);
  }

  /** Returns the key of a row, or undefined if a value would not be read back as the value that the data source sorts by. */
  read(row: Row): Key | undefined {
    const texts = this.parts.map((part) => textOf(row[part.index] ?? null, part));
    const key = texts.filter((text) => text !== undefined);
    return key.length < texts.length || key.join('').length > LONGEST_KEY ? undefined : key;
  }

  /** Returns whether the data source also treats two adjacent rows as different. Strings that differ here may be equal there. */
  tellsApart(row: Row, next: Row): boolean {
    return this.parts.some(({ index, type }) => {
      const [left, right] = [row[index] ?? null, next[index] ?? null];
      if (left === null || right === null || type !== 'string') return left !== right;
      return areSurelyDifferent(String(left), String(right));
    });
  }
}

/** Returns the order columns in the output of a plan. Returns undefined if one is missing, or if it is not compared as it is sorted. */
export function findPageKey(plan: Plan, columns: readonly OrderColumn[]): PageKey | undefined {
  const parts = columns.flatMap(({ name, isNullable }): readonly KeyPart[] => {
    const index = plan.columns.findIndex((column) => nameKey(column.name) === nameKey(name));
    const column = plan.columns[index];
    if (column === undefined || column.type === 'unknown' || !EXACT.has(column.type)) return [];
    return isComparedAsSorted(plan.query, column) ? [{ index, type: column.type, isNullable }] : [];
  });
  return parts.length > 0 && parts.length === columns.length ? new PageKey(parts) : undefined;
}

function textOf(cell: Cell, { type, isNullable }: KeyPart): string | null | undefined {
  if (cell === null) return isNullable ? null : undefined;
  const text = String(cell);
  if (type === 'string') return text.length > LONGEST_TEXT ? undefined : text;
  if (type === 'decimal' && text.replace(/\D/g, '').length > MOST_DIGITS) return undefined;
  return coerceLiteral({ kind: 'literal', type: 'string', text }, type)?.text === text ? text : undefined;
}

/**
 * Returns whether two strings differ under every collation of MariaDB and MySQL. Some treat i, j and y as one letter,
 * others u, v and w.
 */
function areSurelyDifferent(left: string, right: string): boolean {
  return isPlain(left) && isPlain(right) && folded(left) !== folded(right);
}

function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

function folded(text: string): string {
  return text.toLowerCase().replace(/[jy]/g, 'i').replace(/[vw]/g, 'u').trimEnd();
}
