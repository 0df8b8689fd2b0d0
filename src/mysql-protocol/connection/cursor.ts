import type { ServiceError } from '../../errors';
import { PackedRows } from '../../model';
import { packBinaryRows } from '../packets/binary-row';
import type { PacketStream } from '../packets/packet-stream';
import type { Session } from '../session/session';
import { cursorTimedOut } from '../session/refusal';
import type { Execution } from './execution';
import type { ResultRows } from './result-rows';

/** Rows are read ahead of the client until they have this many bytes. */
const READ_AHEAD_BYTES = 2 ** 20;

/** How a cursor was closed before its rows were read. */
export interface EarlyEnd {
  /** See `AuditEntry`. */
  readonly outcome: string;
  /** The error of the next command for the cursor; absent: it has none. */
  readonly failure?: ServiceError;
}

/**
 * The rows of an execution that the client fetches in parts. Those within `READ_AHEAD_BYTES` wait in memory; the data source waits with
 * further ones, until the client fetches some or the time-out of the statement has passed since it did.
 */
export class Cursor {
  private held: PackedRows[] = [];
  private heldBytes = 0;
  private count = 0;
  private isRead = false;
  private timer: NodeJS.Timeout | undefined;
  /** The error that ended it between two commands. */
  failure: ServiceError | undefined;

  constructor(
    private readonly rows: ResultRows,
    readonly execution: Execution,
    private readonly session: Session,
  ) {}

  /** Reads rows until enough of them wait, or all are read; the statement then ends. */
  async readAhead(): Promise<void> {
    while (!this.isRead && this.heldBytes < READ_AHEAD_BYTES) {
      const batch = await this.rows.next();
      if (batch === undefined) this.finish();
      else this.keep(batch instanceof PackedRows ? batch : packBinaryRows(this.rows.columns, batch));
    }
  }

  /** Sends the next rows, up to `most`. Returns whether there may be more. */
  async send(packets: PacketStream, most: number): Promise<boolean> {
    for (let left = most; left > 0;) {
      await this.readAhead();
      const sent = this.take(left);
      if (sent === undefined) return false;
      packets.writeRows(sent);
      left -= sent.length;
      if (packets.isFull) await packets.flush(true);
    }
    return true;
  }

  /** Begins the time within which the client must fetch rows, unless all are read. */
  rest(): void {
    this.execution.pause();
    if (this.isRead) return;
    const { timeoutMs } = this.session;
    this.timer = setTimeout(() => {
      this.end({ outcome: 'source_timed_out', failure: cursorTimedOut(timeoutMs) });
    }, timeoutMs);
  }

  /** Ends that time. */
  resume(): void {
    clearTimeout(this.timer);
    this.execution.resume();
  }

  /** Ends the statement, unless all rows are read. */
  end({ outcome, failure }: EarlyEnd): void {
    clearTimeout(this.timer);
    if (this.isRead) return;
    this.isRead = true;
    this.failure = failure;
    this.held = [];
    this.execution.end(outcome);
    // what the end of the source reports was not caused by the client, and changes nothing for it
    this.rows.leave().catch(() => undefined);
  }

  private keep(rows: PackedRows): void {
    this.held.push(rows);
    this.heldBytes += rows.bytes.length;
    this.count += rows.length;
  }

  /** Removes and returns rows that wait, up to `most`; undefined if none wait. */
  private take(most: number): PackedRows | undefined {
    const first = this.held.shift();
    if (first === undefined) return undefined;
    const taken = first.slice(0, most);
    if (taken.length < first.length) this.held.unshift(first.slice(taken.length, first.length));
    this.heldBytes -= taken.bytes.length;
    return taken;
  }

  private finish(): void {
    this.isRead = true;
    this.session.foundRows = this.count;
    this.execution.end('success');
  }
}
