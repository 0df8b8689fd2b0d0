import { PackedRows } from '../../model';
import { writeBinaryRow } from '../packets/binary-row';
import type { SentColumn } from '../packets/column-type';
import type { PacketStream } from '../packets/packet-stream';
import {
  type ColumnPlace,
  type Ending,
  endPacket,
  endsWithoutEof,
  eofPacket,
  okPacket,
  writeColumn,
  writeTextRow,
} from '../packets/print-results';
import { STATUS } from '../packets/protocol';
import type { Session } from '../session/session';
import type { SessionResult, SessionRows } from '../session/session-result';
import { ResultRows } from './result-rows';

/** How results are sent to a client. */
export interface Sending {
  readonly packets: PacketStream;
  readonly capabilities: number;
  readonly session: Session;
}

/** The form of a result: that of a prepared statement or not, and whether another one follows. */
export interface ResultForm {
  readonly isBinary: boolean;
  readonly hasMore: boolean;
}

/** Sends the result of a statement. The rows end early when the client leaves. */
export async function sendResult(
  sending: Sending,
  result: SessionResult,
  { isBinary, hasMore }: ResultForm,
): Promise<void> {
  const { packets, session, capabilities } = sending;
  const ending = () => endingOf(sending, hasMore ? STATUS.moreResults : 0);
  if (result === undefined) {
    packets.write(okPacket(ending()));
    return;
  }
  const rows = await ResultRows.open(result);
  try {
    describeResult(sending, rows.columns);
    if (!endsWithoutEof(capabilities)) packets.write(eofPacket(ending()));
    let count = 0;
    for (let batch = await rows.next(); batch !== undefined; batch = await rows.next()) {
      count += batch.length;
      if (batch instanceof PackedRows) packets.writeRows(batch);
      else await writeCells(packets, rows.columns, { rows: batch, isBinary });
      if (packets.isFull) await packets.flush(true);
    }
    session.foundRows = count;
    packets.write(endPacket(ending(), capabilities));
  } finally {
    await rows.leave();
  }
}

/** Sends the end of what a command sends, with flags in addition to those of the session. */
export function sendEnd(sending: Sending, flags: number): void {
  sending.packets.write(endPacket(endingOf(sending, flags), sending.capabilities));
}

/** Writes the number of the columns of a result, and a packet for each. */
export function describeResult({ packets, session }: Sending, columns: readonly SentColumn[]): void {
  packets.print((writer) => writer.encodedNumber(columns.length));
  describeColumns(packets, columns, { table: { database: session.database ?? '', name: '' } });
}

/** Writes a packet for each column. */
export function describeColumns(packets: PacketStream, columns: readonly SentColumn[], place: ColumnPlace): void {
  for (const column of columns) {
    packets.print((writer) => {
      writeColumn(writer, column, place);
    });
  }
}

function endingOf({ session }: Sending, flags: number): Ending {
  return { status: session.status | flags, warnings: session.warnings.length };
}

async function writeCells(
  packets: PacketStream,
  columns: readonly SentColumn[],
  { rows, isBinary }: { readonly rows: Exclude<SessionRows, PackedRows>; readonly isBinary: boolean },
): Promise<void> {
  for (const row of rows) {
    packets.print((writer) => {
      if (isBinary) writeBinaryRow(writer, columns, row);
      else writeTextRow(writer, row);
    });
    if (packets.isFull) await packets.flush(true);
  }
}
