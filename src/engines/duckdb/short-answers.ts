import { LRUCache } from 'lru-cache';

/** How often in a row a statement has returned few rows, and how often it must do so before few rows are expected. */
interface Record {
  readonly inARow: number;
  readonly needed: number;
}

/** The limit on the SQL of all statements of one data source together, in characters. */
const MOST_CHARACTERS = 2 ** 18;
const MOST_NEEDED = 64;
const UNKNOWN: Record = { inARow: 0, needed: 1 };

/**
 * A prediction of which statements return few rows, from their earlier results. After each wrong prediction, more short results are needed
 * for the next one.
 */
export class ShortAnswers {
  private readonly records = new LRUCache<string, Record>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: (_, sql) => Math.max(1, sql.length),
  });

  /** Returns whether a statement is expected to return few rows, whatever its values. */
  expects(sql: string): boolean {
    const { inARow, needed } = this.records.get(sql) ?? UNKNOWN;
    return inARow >= needed;
  }

  /** Records whether a statement returned few rows. */
  note(sql: string, isShort: boolean): void {
    const { inARow, needed } = this.records.get(sql) ?? UNKNOWN;
    if (isShort) {
      if (inARow < needed) this.records.set(sql, { inARow: inARow + 1, needed });
      return;
    }
    this.records.set(sql, { inARow: 0, needed: inARow < needed ? needed : Math.min(MOST_NEEDED, 2 * needed) });
  }
}
