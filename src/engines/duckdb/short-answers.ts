import { LRUCache } from 'lru-cache';

/** How often a statement gave few rows of late, and how often it must have before it is expected to. */
interface Record {
  readonly inARow: number;
  readonly needed: number;
}

/** Of all statements together, for each data source. */
const MOST_CHARACTERS = 2 ** 18;
const MOST_NEEDED = 64;
const UNKNOWN: Record = { inARow: 0, needed: 1 };

/** Which statements can be expected to give few rows, from what they gave before. One that disappoints is believed later each time. */
export class ShortAnswers {
  private readonly records = new LRUCache<string, Record>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: (_, sql) => Math.max(1, sql.length),
  });

  /** Whether a statement gave few rows when it was last run, whatever its values were. */
  expects(sql: string): boolean {
    const { inARow, needed } = this.records.get(sql) ?? UNKNOWN;
    return inARow >= needed;
  }

  /** Is told what a statement gave. */
  note(sql: string, isShort: boolean): void {
    const { inARow, needed } = this.records.get(sql) ?? UNKNOWN;
    if (isShort) {
      if (inARow < needed) this.records.set(sql, { inARow: inARow + 1, needed });
      return;
    }
    this.records.set(sql, { inARow: 0, needed: inARow < needed ? needed : Math.min(MOST_NEEDED, 2 * needed) });
  }
}
