import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { type CacheAddress, Environment, readCacheUrl } from '../config';
import { Workers } from '../workers';
import { RedisConnection } from './redis-connection';

const PAUSE_MS = 500;
const LISTEN_PAUSE_MS = 2000;

/** What instances tell each other of: that rows of the system database of this kind have changed. */
export type Topic = 'accounts' | 'ontologies';

/**
 * The key-value backend of `CACHE_URL`, which all instances share: values, and news of changes. Nothing depends on it:
 * no method fails, or waits longer than a moment for a backend that does not answer; the next ones do not wait at all until it answers again.
 */
@Injectable()
export class SharedCache implements OnModuleInit, OnApplicationShutdown {
  private readonly address: CacheAddress | undefined;
  private readonly prefix: string;
  private readonly listeners = new Map<string, Set<() => void>>();
  private readonly logger = new Logger('SharedCache');
  private connection: RedisConnection | undefined;
  private telling: Promise<void> | undefined;
  private isAway = false;
  private isDeaf = false;
  private isOver = false;

  constructor(
    { cacheUrl, serviceName }: Environment,
    private readonly workers: Workers,
  ) {
    this.address = readCacheUrl(cacheUrl);
    this.prefix = `${serviceName}:`;
  }

  get isConfigured(): boolean {
    return this.address !== undefined;
  }

  get isAnswering(): boolean {
    return this.connection?.isAnswering === true;
  }

  /** Gives the backend a moment to be there for the first request. */
  async onModuleInit(): Promise<void> {
    if (this.address === undefined) return;
    await this.connect(this.address, 0);
    void this.keepConnected(this.address);
  }

  async onApplicationShutdown(): Promise<void> {
    this.isOver = true;
    await this.telling;
    this.connection?.close();
  }

  /** Undefined where there is no backend, it does not answer, or it does not have the key. */
  async get(key: string): Promise<string | undefined> {
    const value = await this.connection?.run((client) => client.get(this.prefix + key)).catch(() => undefined);
    return typeof value === 'string' ? value : undefined;
  }

  /** False where the backend did not take the value, which it keeps for so many milliseconds. */
  async set(key: string, value: string, lifetimeMs: number): Promise<boolean> {
    const taken = this.connection?.run((client) => client.set(this.prefix + key, value, { PX: lifetimeMs }));
    return (await taken?.catch(() => undefined)) === 'OK';
  }

  /** Tells the other workers and the other instances, without waiting for it. Who is not reached looks for changes twice a second anyway. */
  tell(topic: Topic): void {
    this.workers.tell(topic);
    this.telling = this.connection?.publish(this.channel, topic).catch(() => undefined);
  }

  /** Has `listener` called whenever another worker, or an instance, which may be this one, tells of the topic. */
  onNews(topic: Topic, listener: () => void): void {
    this.listeners.set(topic, (this.listeners.get(topic) ?? new Set()).add(listener));
    this.workers.onQuestion(topic, () => {
      this.hear(topic);
    });
  }

  private hear(topic: string): void {
    for (const listener of this.listeners.get(topic) ?? []) listener();
  }

  private get channel(): string {
    return `${this.prefix}changed`;
  }

  private async keepConnected(address: CacheAddress): Promise<void> {
    for (let turn = 1; ; turn++) {
      if (this.connection !== undefined) this.noteAway(await this.connection.ended());
      this.connection?.close();
      this.connection = undefined;
      await sleep(PAUSE_MS, undefined, { ref: false });
      if (this.isOver) return;
      await this.connect(address, turn);
    }
  }

  private async connect(address: CacheAddress, turn: number): Promise<void> {
    try {
      const connection = await RedisConnection.open(address, turn);
      this.connection = connection;
      if (this.isOver) {
        connection.close();
        return;
      }
      this.logger.log('the key-value cache answers');
      this.isAway = false;
      void this.listen(connection);
    } catch (error) {
      this.noteAway(error);
    }
  }

  private async listen(connection: RedisConnection): Promise<void> {
    while (!connection.isOver) {
      try {
        await connection.listen(this.channel, (topic) => {
          this.hear(topic);
        });
        this.isDeaf = false;
        return;
      } catch (error) {
        this.noteDeaf(connection, error);
        await sleep(LISTEN_PAUSE_MS, undefined, { ref: false });
      }
    }
  }

  private noteDeaf(connection: RedisConnection, reason: unknown): void {
    if (this.isDeaf || connection.isOver) return;
    this.isDeaf = true;
    this.logger.warn(`no news from other instances (${reasonOf(reason)}): their changes are seen within a second`);
  }

  /** Says once that the backend is away, not at each attempt to reach it again. */
  private noteAway(reason: unknown): void {
    if (this.isAway || this.isOver) return;
    this.isAway = true;
    this.logger.warn(`the key-value cache is away (${reasonOf(reason)}): requests go on without it`);
  }
}

/** Such as `ECONNREFUSED`, or what the server said. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  return code ?? message ?? 'no answer';
}
