import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { CAPABILITY } from '../../src/mysql-protocol/packets/protocol';

/** A packet as it was received. */
export interface RawPacket {
  readonly sequence: number;
  readonly payload: Buffer;
}

/** What a client tells the server about itself. */
export const PLAIN_CAPABILITIES =
  CAPABILITY.protocol41 |
  CAPABILITY.secureConnection |
  CAPABILITY.pluginAuthentication |
  CAPABILITY.longAuthentication |
  CAPABILITY.connectWithDatabase |
  CAPABILITY.withoutEof;

/** Returns bytes with the header of a packet. `length` replaces the true length. */
export function framed(payload: Buffer, sequence: number, length = payload.length): Buffer {
  const header = Buffer.alloc(4);
  header.writeUIntLE(length, 0, 3);
  header.writeUInt8(sequence, 3);
  return Buffer.concat([header, payload]);
}

/** A connection whose bytes a test writes itself. */
export class RawMysql {
  private received = Buffer.alloc(0);
  private isClosed = false;
  private wake: () => void = () => undefined;

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      this.received = Buffer.concat([this.received, chunk]);
      this.wake();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.isClosed = true;
      this.wake();
    });
  }

  static async connect(port: number, host = '127.0.0.1'): Promise<RawMysql> {
    const socket = connect(port, host);
    const raw = new RawMysql(socket);
    await once(socket, 'connect').catch(() => undefined);
    return raw;
  }

  /** Connects and logs in. */
  static async logIn(port: number, user: string, token: string, database = '', capabilities = PLAIN_CAPABILITIES): Promise<RawMysql> {
    const raw = await RawMysql.connect(port);
    const greeting = (await raw.next())!.payload;
    const nonce = nonceIn(greeting);
    raw.send(logInPayload(user, answerOf(token, nonce), database, capabilities), 1);
    await raw.next();
    checkConfirmed(await raw.next());
    return raw;
  } // prettier-ignore

  /** Connects to a server of MariaDB, and logs in as a user without a password. */
  static async logInPlainly({ hostname, port, username }: URL, database: string, capabilities = PLAIN_CAPABILITIES): Promise<RawMysql> {
    const raw = await RawMysql.connect(Number(port === '' ? 3306 : port), hostname);
    await raw.next();
    raw.send(logInPayload(username, Buffer.alloc(0), database, capabilities), 1);
    const asked = await raw.next();
    if (asked?.payload[0] !== 0xfe) checkConfirmed(asked);
    else {
      raw.send(Buffer.alloc(0), asked.sequence + 1);
      checkConfirmed(await raw.next());
    }
    return raw;
  } // prettier-ignore

  send(payload: Buffer, sequence = 0): void {
    this.write(framed(payload, sequence));
  }

  write(bytes: Buffer): void {
    this.socket.write(bytes);
  }

  /** Returns the next packet; undefined when the server has closed the connection. */
  async next(): Promise<RawPacket | undefined> {
    for (;;) {
      const length = this.received.length < 4 ? Infinity : this.received.readUIntLE(0, 3) + 4;
      if (this.received.length >= length) {
        const packet = { sequence: this.received.readUInt8(3), payload: this.received.subarray(4, length) };
        this.received = this.received.subarray(length);
        return packet;
      }
      if (this.isClosed) return undefined;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  /** Returns the packets until the server closes the connection. */
  async rest(): Promise<readonly RawPacket[]> {
    const packets: RawPacket[] = [];
    for (let packet = await this.next(); packet !== undefined; packet = await this.next()) packets.push(packet);
    return packets;
  }

  close(): void {
    this.socket.destroy();
  }
}

function checkConfirmed(packet: RawPacket | undefined): void {
  if (packet?.payload[0] !== 0) throw new Error(`not logged in: ${packet?.payload.toString('latin1')}`);
}

/** Returns the number of the error in a packet; undefined if it is another one. */
export function errorIn(packet: RawPacket | undefined): number | undefined {
  return packet?.payload[0] === 0xff ? packet.payload.readUInt16LE(1) : undefined;
}

/** Returns the answer of a client to the greeting. */
export function logInPayload(user: string, answer: Buffer, database = '', capabilities = PLAIN_CAPABILITIES): Buffer {
  const head = Buffer.alloc(32);
  head.writeUInt32LE(capabilities >>> 0, 0);
  head.writeUInt32LE(1 << 24, 4);
  head.writeUInt8(45, 8);
  const text = (value: string) => Buffer.from(`${value}\0`);
  return Buffer.concat([head, text(user), Buffer.from([answer.length]), answer, text(database), text('caching_sha2_password')]); // prettier-ignore
}

/** Returns the nonce in the greeting of the server. */
export function nonceIn(greeting: Buffer): Buffer {
  const version = greeting.indexOf(0, 1);
  return Buffer.concat([greeting.subarray(version + 5, version + 13), greeting.subarray(version + 32, version + 44)]);
}

/** Returns the proof that the client knows the token. */
export function answerOf(token: string, nonce: Buffer): Buffer {
  const sha = (...parts: readonly Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
  const first = sha(Buffer.from(token));
  const pad = sha(sha(first), nonce);
  return Buffer.from(first.map((byte, index) => byte ^ pad[index]!));
}
