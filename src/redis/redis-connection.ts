import { once } from 'node:events';
import { type ErrorReply } from '@redis/client';
import { type CacheAddress } from '../config';
import { type Client, closeClient, findServer, openClient, type Target } from './open-client';
import { within } from './within';

/** The longest that a command keeps a request waiting. */
const ANSWER_MS = 60;
const PROBE_MS = 500;
/** Nobody waits for it. */
const LISTEN_MS = 5000;
const PROBE_INTERVAL_MS = 1000;

/**
 * A connection that ends for good when it is lost. A command without an answer in time lets no other command through until the server
 * has answered a probe; a probe without an answer ends the connection, as does a server that may not be written to any more.
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

  /** Resolves when the server answers; `turn` as in `findServer`. */
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

  /** Why it ended, as soon as it does. */
  async ended(): Promise<unknown> {
    if (!this.isOver) await once(this.life.signal, 'abort');
    return this.life.signal.reason;
  }

  /** Fails at once while the server does not answer, and otherwise within a moment. */
  async run<Result>(command: (client: Client) => Promise<Result>): Promise<Result> {
    if (!this.isAnswering) throw new Error('no connection');
    try {
      return await within(ANSWER_MS, command(this.client));
    } catch (error) {
      this.noteFailure(error);
      throw error;
    }
  }

  /** For those who do not wait for it: a server that is slow is told, too. */
  async publish(channel: string, message: string): Promise<void> {
    await within(PROBE_MS, this.client.publish(channel, message));
  }

  /** Has `hear` called with what is published in the channel; fails where the server does not let us listen. */
  async listen(channel: string, hear: (message: string) => void): Promise<void> {
    let isListening = false;
    const onLost = (reason: Error): void => {
      if (isListening) this.life.abort(reason);
    };
    const listener = await openClient(this.target, onLost, LISTEN_MS);
    try {
      await within(LISTEN_MS, listener.subscribe(channel, hear));
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
