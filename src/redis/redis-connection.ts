import { once } from 'node:events';
import { type ErrorReply } from '@redis/client';
import { type CacheAddress } from '../config';
import { type Client, closeClient, findServer, openClient, type Target } from './open-client';
import { within } from './within';

/** The longest time that a command delays a request, in milliseconds. */
const ANSWER_MS = 60;
const PROBE_MS = 500;
/** The limit for subscribing, in milliseconds. It is longer, because no request waits for it. */
const LISTEN_MS = 5000;
const PROBE_INTERVAL_MS = 1000;

/**
 * A connection that ends permanently when it is lost. After a command without a response in time, no other command is sent until the server
 * has responded to a probe. A probe without a response ends the connection, as does a server that no longer accepts writes.
 */
export class RedisConnection {
  private readonly heartbeat: NodeJS.Timeout;
  private listener: Client | undefined;
  private isWaiting = false;

  private constructor(
    private readonly target: Target,
    private readonly client: Client,
    private readonly life: AbortController,
    private readonly refusal: typeof ErrorReply,
  ) {
    this.heartbeat = setInterval(() => void this.probe(), PROBE_INTERVAL_MS).unref();
  }

  /** Resolves when the server responds; `turn` as in `findServer`. */
  static async open(address: CacheAddress, turn: number): Promise<RedisConnection> {
    const { tls, database, account } = address;
    const target = { ...(await findServer(address, turn)), ...account, tls, database };
    const life = new AbortController();
    const client = await openClient(target, (reason) => {
      life.abort(reason);
    });
    const { ErrorReply: refusal } = await import('@redis/client');
    return new RedisConnection(target, client, life, refusal);
  }

  get isOver(): boolean {
    return this.life.signal.aborted;
  }

  /** Whether a command would be sent. */
  get isAnswering(): boolean {
    return !this.isOver && !this.isWaiting;
  }

  /** Resolves with the reason when the connection ends. */
  async ended(): Promise<unknown> {
    if (!this.isOver) await once(this.life.signal, 'abort');
    return this.life.signal.reason;
  }

  /** Runs a command. Fails at once while the server does not respond, and otherwise within `ANSWER_MS`. */
  async run<Result>(command: (client: Client) => Promise<Result>): Promise<Result> {
    if (!this.isAnswering) throw new Error('no connection');
    try {
      return await within(ANSWER_MS, command(this.client));
    } catch (error) {
      this.noteFailure(error);
      throw error;
    }
  }

  /** Publishes a message, even if the server is slow. For callers that do not wait for it. */
  async publish(channel: string, message: string): Promise<void> {
    await within(PROBE_MS, this.client.publish(channel, message));
  }

  /** Subscribes to a channel, and calls `onMessage` with each message; rejects if the server does not allow it. */
  async listen(channel: string, onMessage: (message: string) => void): Promise<void> {
    let isListening = false;
    const onLost = (reason: Error): void => {
      if (isListening) this.life.abort(reason);
    };
    const listener = await openClient(this.target, onLost, LISTEN_MS);
    try {
      await within(LISTEN_MS, listener.subscribe(channel, onMessage));
    } catch (error) {
      closeClient(listener);
      throw error;
    }
    isListening = true;
    this.listener = listener;
    if (this.isOver) closeClient(listener);
  }

  close(): void {
    this.life.abort(new Error('closed'));
    clearInterval(this.heartbeat);
    for (const client of [this.client, this.listener]) if (client !== undefined) closeClient(client);
  }

  private noteFailure(error: unknown): void {
    if (!(error instanceof this.refusal)) {
      this.isWaiting = true;
      void this.probe();
    } else if (error.message.startsWith('READONLY')) {
      this.life.abort(error);
    }
  }

  private async probe(): Promise<void> {
    try {
      await within(PROBE_MS, this.client.ping());
      this.isWaiting = false;
    } catch (error) {
      this.life.abort(error);
    }
  }
}
