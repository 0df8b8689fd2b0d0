import { type Connection } from 'pg';
import { Parser } from 'pg-protocol/dist/parser';
import { type TextRow } from './read-postgresql-cells';

const DATA_ROW = 0x44;
/** The bytes of the length before each value. */
export const LENGTH_BYTES = 4;
const COUNT_BYTES = 2;
/** The length of NULL. */
export const NULL_LENGTH = -1;

/**
 * A row as the server sent it (PostgreSQL manual, "Message Formats", DataRow), in a buffer of the driver that later messages overwrite: read
 * its values only during the call that receives it.
 */
export class RowMessage {
  readonly name = 'dataRow';

  constructor(
    readonly bytes: Buffer,
    private readonly offset: number,
    /** The number of bytes of the message. */
    readonly length: number,
  ) {}

  /** The offset of the length of the first value. */
  get first(): number {
    return this.offset + COUNT_BYTES;
  }

  /** The values as strings, as the driver would return them. */
  get fields(): TextRow {
    const { bytes } = this;
    const fields: (string | null)[] = [];
    let place = this.first;
    for (let left = bytes.readInt16BE(this.offset); left > 0; left--) {
      const length = bytes.readInt32BE(place);
      place += LENGTH_BYTES;
      fields.push(length === NULL_LENGTH ? null : bytes.toString('utf8', place, place + length));
      if (length > 0) place += length;
    }
    return fields;
  }
}

/** The part of the driver's parser that its types hide. */
interface Packets {
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): unknown;
}

interface Message {
  readonly name: string;
}

/** The part of a connection of the driver that its types omit. */
interface Listening {
  attachListeners(stream: NodeJS.ReadableStream): void;
}

/** Makes a connection of the driver, which is not connected yet, pass on rows as `RowMessage`. All other messages are those of the driver. */
export function passRowMessages(connection: Connection): void {
  (connection as unknown as Listening).attachListeners = (stream) => {
    const parser = new Parser();
    const packets = parser as unknown as Packets;
    const handle = packets.handlePacket.bind(parser);
    packets.handlePacket = (offset, code, length, bytes) =>
      code === DATA_ROW ? new RowMessage(bytes, offset, length) : handle(offset, code, length, bytes);
    const pass = (message: Message): void => {
      connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message);
    };
    stream.on('data', (bytes: Buffer) => {
      parser.parse(bytes, pass);
    });
  };
}
