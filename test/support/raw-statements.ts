import { COMMAND, STATUS } from '../../src/mysql-protocol/packets/protocol';
import { errorIn, type RawMysql } from './raw-mysql';

/** The answer to a command: its rows, and how it ends. */
export interface RawAnswer {
  readonly columns: readonly Buffer[];
  readonly rows: readonly Buffer[];
  readonly end: Buffer;
}

export const CURSOR = 1;

/** The end of an answer that the server does not send, because it closes the connection. */
const CLOSED = Buffer.alloc(9);

const numbers = (...values: readonly number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer);
const command = (code: number, ...rest: readonly Buffer[]): Buffer => Buffer.concat([Buffer.from([code]), ...rest]);

/** The payloads of commands. */
export const raw = {
  query: (sql: string): Buffer => command(COMMAND.query, Buffer.from(sql)),
  prepare: (sql: string): Buffer => command(COMMAND.prepare, Buffer.from(sql)),
  /** An execution of a statement without parameters. */
  execute: (id: number, flags = 0): Buffer => command(COMMAND.execute, numbers(id), Buffer.from([flags, 1, 0, 0, 0])),
  fetch: (id: number, most: number): Buffer => command(COMMAND.fetch, numbers(id, most)),
  reset: (id: number): Buffer => command(COMMAND.resetStatement, numbers(id)),
  close: (id: number): Buffer => command(COMMAND.closeStatement, numbers(id)),
};

/** Prepares a statement without parameters, and returns its id. */
export async function prepareRaw(client: RawMysql, sql: string, hasEof = false): Promise<number> {
  client.send(raw.prepare(sql));
  const first = (await client.next())!;
  if (errorIn(first) !== undefined) throw new Error(first.payload.toString('latin1'));
  const columns = first.payload.readUInt16LE(5);
  for (let left = columns + (hasEof && columns > 0 ? 1 : 0); left > 0; left--) await client.next();
  return first.payload.readUInt32LE(1);
}

/** Sends a command and returns its answer. `hasEof` says that EOF packets follow columns, as for older clients. */
export async function askRaw(client: RawMysql, payload: Buffer, hasEof = false): Promise<RawAnswer> {
  client.send(payload);
  const next = async (): Promise<Buffer> => (await client.next())?.payload ?? CLOSED;
  const [columns, rows]: [Buffer[], Buffer[]] = [[], []];
  let packet = await next();
  if (payload[0] !== COMMAND.fetch) {
    if (packet[0] === 0 || isEnd(packet)) return { columns, rows, end: packet };
    for (let left = packet.readUInt8(0); left > 0; left--) columns.push(await next());
    packet = await next();
    if (hasEof && isEnd(packet) && !hasCursor(packet)) packet = await next();
  }
  for (; !isEnd(packet); packet = await next()) rows.push(packet);
  return { columns, rows, end: packet };
}

/** Returns all rows of a prepared statement, fetched by so many. */
export async function fetchAll(client: RawMysql, id: number, most: number): Promise<readonly Buffer[]> {
  const rows: Buffer[] = [];
  for (;;) {
    const answer = await askRaw(client, raw.fetch(id, most));
    for (const row of answer.rows) rows.push(row);
    if (answer.end[0] === 0xff) throw new Error(answer.end.toString('latin1'));
    if ((statusOf(answer.end) & STATUS.lastRowSent) !== 0) return rows;
  }
}

/** Returns the flags at the end of an answer. */
export function statusOf(end: Buffer): number {
  return end.readUInt16LE(3);
}

function hasCursor(end: Buffer): boolean {
  return end[0] === 0xfe && (statusOf(end) & STATUS.cursorExists) !== 0;
}

function isEnd(packet: Buffer): boolean {
  return packet === CLOSED || packet[0] === 0xff || (packet[0] === 0xfe && packet.length < 9);
}
