import type { Socket } from 'node:net';
import type { ServiceError } from '../../errors';
import { understandError } from '../../http';
import type { ListedConnection } from '../metadata/metadata-table';
import { ByteReader, MalformedPacketError } from '../packets/byte-reader';
import { readChangeUser } from '../packets/handshake';
import { PacketStream, PacketTooLargeError } from '../packets/packet-stream';
import { errorPacket, okPacket } from '../packets/print-results';
import { CAPABILITY, COMMAND } from '../packets/protocol';
import { malformedPacket, packetTooLarge, sentError, shuttingDown } from '../session/refusal';
import { Session } from '../session/session';
import { Commands, isCounted } from './commands';
import type { ConnectionServices } from './connection-services';
import { authenticate, logIn, makeNonce } from './log-in';
import type { Sending } from './send-results';
import { StatementRunner } from './statement-runner';

const LOG_IN_PACKET_BYTES = 64 * 1024;

/** A connection as its owner sees it, with the id of the owner. */
type OwnedConnection = ListedConnection & { readonly userId: string };

/** One client of the MySQL protocol, from its greeting to its end. Its commands are executed one after the other. */
export class MysqlConnection {
  private readonly runner: StatementRunner;
  private sending: Sending | undefined;
  private userId = '';
  private idleSince = performance.now();
  private isKilled = false;

  constructor(
    readonly id: number,
    private readonly socket: Socket,
    private address: string,
    private readonly services: ConnectionServices,
  ) {
    this.runner = new StatementRunner(
      services,
      () => this.address,
      () => socket.destroyed,
    );
    socket.once('close', () => {
      this.runner.leave();
    });
  }

  /** The connection as PROCESSLIST shows it; undefined before its log-in. */
  get listed(): OwnedConnection | undefined {
    if (this.sending === undefined) return undefined;
    const { id, userId, address } = this;
    const { session } = this.sending;
    const { running } = this.runner;
    return {
      ...{ id, userId, user: session.account.user, host: address, database: session.database },
      command: running === undefined ? 'Sleep' : 'Query',
      seconds: Math.floor((performance.now() - (running?.begunAt ?? this.idleSince)) / 1000),
      statement: running?.asked.text,
    };
  }

  /** Ends the statement in progress and, unless `queryOnly`, the connection after it. */
  kill(queryOnly: boolean): void {
    this.isKilled ||= !queryOnly;
    this.runner.abort();
    if (this.isKilled && this.runner.running === undefined) this.socket.destroy();
  }

  /** Serves the client until it leaves. Never rejects. */
  async serve(): Promise<void> {
    const { arrivalMs, unreadMs } = this.services.settings;
    const first = new PacketStream(this.socket, { mostBytes: LOG_IN_PACKET_BYTES, arrivalMs, unreadMs });
    let current = first;
    try {
      const sending = await this.logIn(first, (packets) => (current = packets));
      if (sending !== undefined) await this.serveCommands(sending);
    } catch (error) {
      await this.refuse(current, error);
    } finally {
      current.stream.end();
      this.socket.destroySoon();
    }
  }

  private async logIn(first: PacketStream, onSecured: (packets: PacketStream) => void): Promise<Sending | undefined> {
    const { settings } = this.services;
    const timer = setTimeout(() => {
      this.socket.destroy();
    }, settings.logInMs);
    const onProxied = (address: string): void => void (this.address = address);
    const client = { connection: this.id, address: this.address, socket: this.socket, onSecured, onProxied };
    try {
      const loggedIn = await logIn(first, client, this.services);
      if (loggedIn === undefined) return undefined;
      const { packets, capabilities, account, database } = loggedIn;
      packets.limits = { ...packets.limits, mostBytes: settings.maxPacketBytes };
      return await this.begin({ packets, capabilities, session: new Session(this.id, account, settings) }, database);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Begins a session, and confirms the log-in after the database that the client named is selected. */
  private async begin(sending: Sending, database: string | undefined): Promise<Sending> {
    const { packets, session } = sending;
    const caller = await this.runner.noteLogIn(sending);
    if (database !== undefined) await this.services.statements.use({ session, caller }, database);
    this.userId = caller.id;
    this.sending = sending;
    packets.write(okPacket({ status: session.status, warnings: 0 }));
    await packets.flush();
    return sending;
  }

  private async serveCommands(first: Sending): Promise<void> {
    const { open } = this.services;
    const allowsSeveral = (first.capabilities & CAPABILITY.multiStatements) !== 0;
    const commands = new Commands(this.services, this.runner, allowsSeveral);
    for (let sending = first; ; sending = this.sending ?? first) {
      const { packets, session } = sending;
      packets.beginCommand();
      this.idleSince = performance.now();
      this.socket.setTimeout(session.idleMs);
      const payload = await packets.next();
      this.socket.setTimeout(0);
      if (payload === undefined || payload[0] === COMMAND.quit) return;
      const end = open.beginAnswer(this.socket);
      try {
        if (open.areEnding) throw shuttingDown();
        if (payload[0] === COMMAND.changeUser) await this.changeUser(sending, payload, commands);
        else await this.answer(sending, payload, commands);
        await packets.flush();
      } finally {
        end();
      }
      if (this.isOver) return;
    }
  }

  private get isOver(): boolean {
    return this.isKilled || this.runner.isRefused || this.services.open.areEnding;
  }

  /** Answers one command within the limits of its token. Errors that do not end the connection are part of the answer. */
  private async answer(sending: Sending, payload: Buffer, commands: Commands): Promise<void> {
    const { runner } = this;
    runner.text = '';
    try {
      if (isCounted(payload)) runner.place = await this.services.limits.enter(sending.session.account);
      await commands.run(sending, payload);
    } catch (error) {
      if (error instanceof MalformedPacketError || this.socket.destroyed) throw error;
      const refused = sentError(this.understand(error), this.runner.text);
      sending.session.warnings = [{ level: 'Error', ...refused }];
      sending.packets.write(errorPacket(refused));
    } finally {
      runner.place?.leave();
      runner.place = undefined;
    }
  }

  /** Logs the client in again, as this or another user. A failure ends the connection. */
  private async changeUser(sending: Sending, payload: Buffer, commands: Commands): Promise<void> {
    const reader = new ByteReader(payload);
    reader.skip(1);
    const request = { ...readChangeUser(reader, sending.capabilities), answer: Buffer.alloc(0) };
    const client = { nonce: makeNonce(), address: this.address };
    const account = await authenticate(sending.packets, request, client, this.services);
    if (account === undefined) return;
    commands.reset();
    await this.begin({ ...sending, session: new Session(this.id, account, this.services.settings) }, request.database);
  }

  private understand(error: unknown): ServiceError {
    const refused = understandError(error);
    if (refused.code === 'service_internal') this.services.onFault(error);
    return refused;
  }

  /** Sends the error that ends the connection, if the client still listens. */
  private async refuse(packets: PacketStream, error: unknown): Promise<void> {
    if (this.socket.destroyed) return;
    try {
      packets.write(errorPacket(sentError(this.ending(error))));
      await packets.flush();
    } catch {
      // the client has left
    }
  }

  private ending(error: unknown): ServiceError {
    if (error instanceof MalformedPacketError) return malformedPacket(error.message);
    return error instanceof PacketTooLargeError ? packetTooLarge() : this.understand(error);
  }
}
