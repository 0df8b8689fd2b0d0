import { PackedRows } from '../../model';
import { writeBinaryRow } from '../packets/binary-row';
import { type SentColumn, sentColumn } from '../packets/column-type';
import type { PacketStream } from '../packets/packet-stream';
import {
  type ColumnPlace,
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
  const ending = () => ({
    status: session.status | (hasMore ? STATUS.moreResults : 0),
    warnings: session.warnings.length,
  });
  if (result === undefined) {
    packets.write(okPacket(ending()));
    return;
  }
  const rows = batchesOf(result);
  try {
    const first = await rows.next();
    const firstRows = first === undefined || first instanceof PackedRows ? [] : first;
    const columns = result.columns.map((column, index) => sentColumn(column, index, firstRows));
    packets.print((writer) => writer.encodedNumber(columns.length));
    describeColumns(packets, columns, { table: { database: session.database ?? '', name: '' } });
    if (!endsWithoutEof(capabilities)) packets.write(eofPacket(ending()));
    let count = 0;
    for (let batch = first; batch !== undefined; batch = await rows.next()) {
      count += batch.length;
      if (batch instanceof PackedRows) packets.writeRows(batch);
      else await writeCells(packets, columns, { rows: batch, isBinary });
      if (packets.isFull) await packets.flush(true);
    }
    session.foundRows = count;
    packets.write(endPacket(ending(), capabilities));
  } finally {
    await rows.leave();
  }
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

/** Writes a packet for each column. */
export function describeColumns(packets: PacketStream, columns: readonly SentColumn[], place: ColumnPlace): void {
  for (const column of columns) {
    packets.print((writer) => {
      writeColumn(writer, column, place);
    });
  }
}

function batchesOf({ batches }: NonNullable<SessionResult>) {
  const iterator = batches[Symbol.asyncIterator]();
  return {
    next: async (): Promise<SessionRows | undefined> => {
      const step = await iterator.next();
      return step.done === true ? undefined : step.value;
    },
    leave: async (): Promise<void> => {
      await iterator.return?.();
    },
  };
}
