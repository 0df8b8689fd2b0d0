import { ByteReader, MalformedPacketError } from './byte-reader';
import { ByteWriter } from './byte-writer';
import { AUTHENTICATION, CAPABILITY, CHARSET, STATUS } from './protocol';

const PROTOCOL_VERSION = 10;
const NONCE_IN_FIRST_PART = 8;
/** The lengths of the nonce with its final zero byte. */
const NONCE_LENGTH = 21;

/** Returns the first packet of a connection (MySQL manual, "Protocol::HandshakeV10"). */
export function greetingPacket(greeting: {
  readonly version: string;
  readonly connection: number;
  readonly nonce: Buffer;
  readonly capabilities: number;
}): Buffer {
  const { version, connection, nonce, capabilities } = greeting;
  return new ByteWriter()
    .number(PROTOCOL_VERSION, 1)
    .terminated(version)
    .number(connection, 4)
    .raw(nonce.subarray(0, NONCE_IN_FIRST_PART))
    .number(0, 1)
    .number(capabilities & 0xffff, 2)
    .number(CHARSET.utf8mb4, 1)
    .number(STATUS.autocommit, 2)
    .number(capabilities >>> 16, 2)
    .number(NONCE_LENGTH, 1)
    .raw(Buffer.alloc(10))
    .raw(nonce.subarray(NONCE_IN_FIRST_PART))
    .number(0, 1)
    .terminated(AUTHENTICATION)
    .finish();
}

/** What a client answers to the greeting. */
export interface LogInRequest {
  readonly capabilities: number;
  readonly user: string;
  readonly answer: Buffer;
  readonly database: string | undefined;
  /** The way in which `answer` was made. */
  readonly plugin: string;
}

/** The request for TLS is the beginning of the answer to the greeting. */
const TLS_REQUEST_BYTES = 32;

export function isTlsRequest(payload: Buffer): boolean {
  return payload.length === TLS_REQUEST_BYTES && (payload.readUInt32LE() & CAPABILITY.tls) !== 0;
}

/** Reads the answer to the greeting (MySQL manual, "Protocol::HandshakeResponse41"). */
export function readLogIn(payload: Buffer): LogInRequest {
  const reader = new ByteReader(payload);
  const capabilities = reader.number(4);
  if ((capabilities & CAPABILITY.protocol41) === 0)
    throw new MalformedPacketError('the protocol of the client is too old');
  reader.skip(TLS_REQUEST_BYTES - 4);
  return { capabilities, ...readAccount(reader, capabilities) };
}

/** Reads COM_CHANGE_USER, after its first byte. */
export function readChangeUser(reader: ByteReader, capabilities: number): LogInRequest {
  const user = reader.terminated();
  const answer = reader.take(reader.number(1));
  const database = reader.terminated();
  if (reader.left >= 2) reader.skip(2);
  const plugin = reader.left > 0 && (capabilities & CAPABILITY.pluginAuthentication) !== 0 ? reader.terminated() : AUTHENTICATION; // prettier-ignore
  return { capabilities, user, answer, database: database === '' ? undefined : database, plugin };
}

function readAccount(reader: ByteReader, capabilities: number): Omit<LogInRequest, 'capabilities'> {
  const has = (flag: number): boolean => (capabilities & flag) !== 0;
  const user = reader.terminated();
  const answer = has(CAPABILITY.longAuthentication) ? reader.encodedBytes() : reader.take(reader.number(1));
  const database = has(CAPABILITY.connectWithDatabase) && reader.left > 0 ? reader.terminated() : '';
  const plugin = has(CAPABILITY.pluginAuthentication) && reader.left > 0 ? reader.terminated() : '';
  return { user, answer, database: database === '' ? undefined : database, plugin };
}

/** Returns the packet that asks the client to answer in the way of the service. */
export function switchPacket(nonce: Buffer): Buffer {
  return new ByteWriter().number(0xfe, 1).terminated(AUTHENTICATION).raw(nonce).number(0, 1).finish();
}

/** The packet that says that the answer of the client was right, before the one that confirms the log-in. */
export const ANSWER_ACCEPTED = Buffer.from([0x01, 0x03]);
