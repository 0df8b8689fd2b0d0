import { type CompiledQuery } from '../../model';
import { ShortAnswers } from '../running/statements';
import { BATCH_ROWS } from '../running/cursor';
import { isConnectionLost } from './classify-postgresql-error';
import { type KeptNames, keptNamesOf } from './kept-names';
import { type Exchanging, type RowReceiver } from './portal';
import { type RowMessage } from './row-message';
import { ShortExchange, type ShortStatement } from './short-exchange';

/** The number of bytes that a portion of rows should have, and the most of a short answer. */
export const PORTION_BYTES = 2 ** 18;

/** A connection whose server process has sent its number. */
export type IdentifiedConnection = Exchanging & { readonly processID?: number | null };

/** What an execution needs besides its statement. */
export interface ShortReading {
  readonly connection: IdentifiedConnection;
  /** Returns what receives the rows from the first one. */
  readonly receive: () => RowReceiver;
  /** Requests that the server stop the statement of the connection; resolves when the server has the request. */
  readonly cancel: () => Promise<void>;
}

/**
 * Statements of one data source that are run in one round trip, because their answers are expected to be short: at most as many rows and
 * bytes as one portion. All others are run through portals.
 */
export class ShortReads {
  private readonly answers = new ShortAnswers();

  constructor(
    /** Whether the server keeps the statements under names. */
    private readonly keepsStatements: boolean,
  ) {}

  /** Returns whether a statement is expected to have a short answer: as its earlier ones were, or by `mostRows` if it has none. */
  expects({ sql, mostRows = Infinity }: CompiledQuery): boolean {
    return this.answers.expects(sql, mostRows <= BATCH_ROWS);
  }

  /** Records the size of an answer, or of the part of it that was read. `isWhole` is false if more rows follow. */
  note(sql: string, { rows, bytes }: { readonly rows: number; readonly bytes: number }, isWhole: boolean): void {
    const isShort = rows <= BATCH_ROWS && bytes <= PORTION_BYTES;
    if (isWhole || !isShort) this.answers.note(sql, isShort);
  }

  /**
   * Runs a statement in a read-only transaction of its own, in one round trip. Returns whether the answer was short; if not, the statement
   * is cancelled at the first row too many, the receiver has only some of its rows, and the statement has to be run again. A statement whose
   * tables have changed since the server kept it is run again with its SQL, with the receiver that `receive` then returns.
   */
  async run(statement: ShortStatement, reading: ShortReading): Promise<boolean> {
    const { sql } = statement.query;
    const names = this.keepsStatements ? keptNamesOf(reading.connection) : undefined;
    const attempt = (): Promise<boolean> => readShort(statement, names, reading);
    const isShort = await attempt().catch((error: unknown) => {
      if (names?.forgetAfter(error, sql) !== true) throw error;
      return attempt();
    });
    this.answers.note(sql, isShort);
    return isShort;
  }
}

/** Resolves with whether the answer is short. */
async function readShort(
  statement: ShortStatement,
  names: KeptNames | undefined,
  { connection, receive, cancel }: ShortReading,
): Promise<boolean> {
  const receiver = receive();
  let [rows, bytes] = [0, 0];
  let cancelling: Promise<void> | undefined;
  const bounded: RowReceiver = {
    begin: (fields) => {
      receiver.begin(fields);
    },
    add: (row: RowMessage) => {
      bytes += row.length;
      if (++rows <= BATCH_ROWS && bytes <= PORTION_BYTES) receiver.add(row);
      else cancelling ??= cancel();
    },
  };
  try {
    await new Promise<void>((resolve, reject) => {
      connection.query(new ShortExchange(statement, names, bounded, { done: resolve, error: reject }));
    });
  } catch (error) {
    if (cancelling === undefined || isConnectionLost(error)) throw error;
  }
  await cancelling;
  return cancelling === undefined;
}
