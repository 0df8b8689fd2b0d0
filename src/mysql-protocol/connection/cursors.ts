import { noCursor, tooManyCursors } from '../session/refusal';
import type { Cursor, EarlyEnd } from './cursor';

/** Fewer than the connections to a server of a data source (`POOL_SIZE`), so that the cursors of one client do not use up all of them. */
const MOST_CURSORS = 8;

/** The open cursors of a connection, by the ids of their statements. */
export class Cursors {
  private readonly open = new Map<number, Cursor>();

  /** Throws if no further cursor may be opened. */
  checkRoom(): void {
    if (this.open.size >= MOST_CURSORS) throw tooManyCursors(MOST_CURSORS);
  }

  add(id: number, cursor: Cursor): void {
    this.open.set(id, cursor);
  }

  /** Returns an open cursor. Throws if the statement has none, and once the error that ended it. */
  get(id: number): Cursor {
    const cursor = this.open.get(id);
    if (cursor === undefined) throw noCursor(id);
    if (cursor.failure === undefined) return cursor;
    this.open.delete(id);
    throw cursor.failure;
  }

  /** Closes the cursor of a statement, if it has one. */
  close(id: number, end: EarlyEnd = { outcome: 'success' }): void {
    this.open.get(id)?.end(end);
    this.open.delete(id);
  }

  clear(): void {
    for (const id of this.open.keys()) this.close(id);
  }

  /** Ends the statements of all cursors; their next commands report it. */
  endAll(end: EarlyEnd): void {
    for (const cursor of this.open.values()) cursor.end(end);
  }
}
