import { type FieldPacket, type PoolConnection } from 'mysql2';
import { type CompiledQuery } from '../../model';
import { type PacketReader, type RowReader } from './cell-rows';
import { executePacket, type OutgoingPacket } from './execute-packet';
import { type ResultField } from './field-types';
import { type RowPacket } from './read-mysql-values';

/** CLIENT_QUERY_ATTRIBUTES, one of the capabilities that client and server negotiate. */
const QUERY_ATTRIBUTES = 0x08000000;
/** ER_NEED_REPREPARE: a prepared statement has to be prepared again. */
const NEEDS_PREPARE = 1615;
/** First bytes of a response without rows: there is no result, or the server requests a file. */
const [NO_RESULT, FILE_WANTED] = [0x00, 0xfb];

/** A packet of a response, as an object of the driver. */
interface AnswerPacket extends RowPacket {
  isEOF(): boolean;
  isError(): boolean;
  asError(encoding: string): Error;
}

/** The part of the driver's connection that its commands use. */
interface CommandConnection {
  readonly config: { readonly clientFlags: number };
  readonly serverCapabilityFlags?: number;
  readonly clientEncoding: string;
  readonly _mariadbExtendedMetadata: boolean;
  _resetSequenceId(): void;
  writePacket(packet: OutgoingPacket): void;
  addCommand(command: Command): void;
}

/** The interface of a command, as the driver's connection requires it. */
interface Command {
  /** Starts the command if `packet` is undefined, otherwise receives a packet; returns true after the last one. */
  execute(packet: AnswerPacket | undefined, connection: CommandConnection): boolean;
  /** Receives the error that ended the connection. */
  onResult(error: Error): void;
}

type FieldParser = new (packet: AnswerPacket, encoding: string, isExtended: boolean) => FieldPacket;

/** The driver's command for a prepared statement. It prepares the statement first if the connection has not kept it. */
export interface DriverExecution {
  readonly statement?: { readonly id: number; close(): unknown };
  buildParserFromFields?(fields: readonly FieldPacket[], connection: unknown): new () => PacketReader;
}

/** A statement that a connection keeps prepared, and the columns of its last result as the server defined them. */
interface Kept {
  readonly id: number;
  readonly parser: FieldParser;
  fields: readonly ResultField[];
  definitions: readonly Buffer[];
}

const keptBy = new WeakMap<PoolConnection, Map<string, Kept>>();

/** The callbacks of an execution. */
export interface Listener {
  readonly reader: RowReader;
  readonly begin: (fields: readonly ResultField[]) => void;
  /** Receives the number of warnings in the last packet. */
  readonly end: (warnings: number) => void;
  readonly fail: (error: Error) => void;
}

/**
 * Executes a prepared statement whose rows this connection has read from packets before, without the objects that the driver creates for
 * each execution. Returns false, with no effect, if it has not: the caller then executes it with the driver and calls `readPackets`. The
 * driver does not see these executions, so it closes first the statements that it prepared first.
 */
export function repeatExecution(connection: PoolConnection, query: CompiledQuery, listener: Listener): boolean {
  const kept = listener.reader.readPackets && keptBy.get(connection)?.get(query.sql);
  if (kept === undefined) return false;
  const driven = connection as unknown as CommandConnection;
  const agreed = driven.config.clientFlags & (driven.serverCapabilityFlags ?? 0);
  const packet = executePacket(kept.id, query.parameters, (agreed & QUERY_ATTRIBUTES) !== 0);
  if (packet === undefined) return false;
  driven.addCommand(new RepeatedExecution(kept, packet, listener));
  return true;
}

/**
 * Makes the driver's command read rows from packets if the reader supports it; `repeatExecution` can then execute the statement on this
 * connection.
 */
export function readPackets(
  connection: PoolConnection,
  sql: string,
  command: DriverExecution,
  reader: RowReader,
): void {
  const build = command.buildParserFromFields?.bind(command);
  if (build === undefined) return;
  command.buildParserFromFields = (fields, of) => {
    const packets = reader.readPackets?.(fields);
    if (packets === undefined) return build(fields, of);
    keep(connection, sql, command, fields);
    return constructorOf(packets);
  };
}

/** Counts the warnings of a driver command. The returned function reports those of its last result, after the command has ended. */
export function countWarnings(command: object): () => number {
  const driven = command as Pick<Command, 'execute'>;
  const execute = driven.execute.bind(command);
  let count = 0;
  driven.execute = (packet, connection) => {
    if (packet?.isEOF() === true) count = warningsOf(packet);
    return execute(packet, connection);
  };
  return () => count;
}

/** Returns the warning count of an EOF packet, which follows its first byte. */
function warningsOf({ buffer, offset }: AnswerPacket): number {
  return buffer.readUInt16LE(offset + 1);
}

/** Records a prepared statement until the driver closes it. */
function keep(
  connection: PoolConnection,
  sql: string,
  { statement }: DriverExecution,
  [field]: readonly FieldPacket[],
): void {
  if (statement === undefined || field === undefined) return;
  const kept = keptBy.get(connection) ?? new Map<string, Kept>();
  if (kept.has(sql)) return;
  const close = statement.close.bind(statement);
  statement.close = () => {
    kept.delete(sql);
    return close();
  };
  kept.set(sql, { id: statement.id, parser: field.constructor as FieldParser, fields: [], definitions: [] });
  keptBy.set(connection, kept);
}

/** The part of a response that comes next (MySQL Internals, "Binary Protocol Resultset"). */
type Part = 'head' | 'definitions' | 'end of definitions' | 'rows';

class RepeatedExecution implements Command {
  private part: Part = 'head';
  private expected = 0;
  private seen = 0;
  private rows: PacketReader | undefined;

  constructor(
    private readonly kept: Kept,
    private readonly packet: OutgoingPacket,
    private readonly listener: Listener,
  ) {}

  execute(packet: AnswerPacket | undefined, connection: CommandConnection): boolean {
    if (packet === undefined) {
      sendAtEndOfTurn(() => {
        this.send(connection);
      });
      return false;
    }
    if (packet.isError()) {
      this.listener.fail(packet.asError(connection.clientEncoding));
      this.listener.end(0);
      return true;
    }
    return this.read(packet, connection);
  }

  onResult(error: Error): void {
    this.listener.fail(error);
  }

  private send(connection: CommandConnection): void {
    try {
      connection._resetSequenceId();
      connection.writePacket(this.packet);
    } catch (error) {
      this.listener.fail(error as Error);
    }
  }

  private read(packet: AnswerPacket, connection: CommandConnection): boolean {
    if (this.part === 'rows') return this.readRow(packet);
    if (this.part === 'definitions') this.readDefinition(packet, connection);
    else if (this.part === 'head') return this.readHead(packet);
    else this.begin(packet);
    return false;
  }

  private readHead(packet: AnswerPacket): boolean {
    const first = packet.buffer[packet.offset];
    if (first === NO_RESULT || first === FILE_WANTED) throw new Error('the server returned no result set for a query');
    this.expected = packet.readLengthCodedNumber();
    if (this.expected !== this.kept.fields.length) Object.assign(this.kept, { fields: [], definitions: [] });
    this.part = 'definitions';
    return false;
  }

  /** Parses a column definition only if it differs from that of the previous result, which is rare. */
  private readDefinition(packet: AnswerPacket, connection: CommandConnection): void {
    const { kept, seen: index } = this;
    const { buffer, offset, end } = packet;
    if (kept.definitions[index]?.compare(buffer, offset, end) !== 0) {
      const definition = Buffer.from(buffer.subarray(offset, end));
      kept.definitions = replaced(kept.definitions, index, definition);
      kept.fields = replaced(kept.fields, index, fieldOf(new kept.parser(packet, connection.clientEncoding, connection._mariadbExtendedMetadata))); // prettier-ignore
    }
    if (++this.seen === this.expected) this.part = 'end of definitions';
  }

  /**
   * Begins the rows. Throws if packets cannot be read any more, which ends the connection: the statement is then prepared again and read by
   * the driver.
   */
  private begin(packet: AnswerPacket): void {
    if (!packet.isEOF()) throw new Error('the server defined more columns than it announced');
    const { reader, begin } = this.listener;
    begin(this.kept.fields);
    this.rows = reader.readPackets?.(this.kept.fields);
    if (this.rows === undefined)
      throw Object.assign(new Error('the columns of the result have changed'), { errno: NEEDS_PREPARE });
    this.part = 'rows';
  }

  private readRow(packet: AnswerPacket): boolean {
    if (packet.isEOF()) {
      this.listener.end(warningsOf(packet));
      return true;
    }
    this.rows?.next(packet);
    return false;
  }
}

let unsent: (() => void)[] = [];

/**
 * Calls `send`, which must not throw, at the end of this turn of the event loop, after those of other connections. Between two packets that
 * are sent as they become ready, the operating system may let the server run on this core.
 */
function sendAtEndOfTurn(send: () => void): void {
  if (unsent.length === 0)
    setImmediate(() => {
      const due = unsent;
      unsent = [];
      for (const one of due) one();
    });
  unsent.push(send);
}

function replaced<Item>(items: readonly Item[], index: number, item: Item): readonly Item[] {
  return [...items.slice(0, index), item, ...items.slice(index + 1)];
}

/** Copies the properties that are read, because the driver's object holds on to the memory of its packet. */
function fieldOf({ columnType, characterSet, encoding, flags, decimals }: FieldPacket): ResultField {
  return { columnType, characterSet, encoding, flags, decimals };
}

/**
 * Returns a constructor that the driver calls with `new`, at once. All executions share it: a class for each would cost more than its rows.
 */
function constructorOf(reader: PacketReader): new () => PacketReader {
  handed = reader;
  return HandedReader as unknown as new () => PacketReader;
}

let handed: PacketReader;

function HandedReader(): PacketReader {
  return handed;
}
