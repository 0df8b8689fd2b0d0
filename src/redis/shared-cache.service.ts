import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { type CacheAddress, Environment, readCacheUrl } from '../config';
import { Workers } from '../workers';
import { RedisConnection } from './redis-connection';

const PAUSE_MS = 500;
const LISTEN_PAUSE_MS = 2000;

/** The kinds of rows of the system database about whose changes instances notify each other. */
export type Topic = 'accounts' | 'ontologies';

/**
 * The key-value backend of `CACHE_URL`, which all instances share: values, and notifications of changes. Nothing depends on it: no
 * method fails. If the backend does not respond, a call waits a short time, and the following calls do not wait until it responds again.
 */
@Injectable()
export class SharedCacheService implements OnModuleInit, OnApplicationShutdown {
  private readonly address: CacheAddress | undefined;
  private readonly prefix: string;
  private readonly listeners = new Map<string, Set<() => void>>();
  private readonly logger = new Logger('SharedCache');
  private connection: RedisConnection | undefined;
  private publishing: Promise<void> | undefined;
  private isAway = false;
  private isSubscriptionLost = false;
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

  /** Connects to the backend before the first request, if that takes only a short time. */
  async onModuleInit(): Promise<void> {
    if (this.address === undefined) return;
    await this.connect(this.address, 0);
    void this.keepConnected(this.address);
  }

  async onApplicationShutdown(): Promise<void> {
    this.isOver = true;
    await this.publishing;
    this.connection?.close();
  }

  /** Returns undefined if there is no backend, it does not respond, or it does not have the key. */
  async get(key: string): Promise<string | undefined> {
    const value = await this.connection?.run((client) => client.get(this.prefix + key)).catch(() => undefined);
    return typeof value === 'string' ? value : undefined;
  }

  /** Stores a value for `lifetimeMs` milliseconds; returns false if the backend did not store it. */
  async set(key: string, value: string, lifetimeMs: number): Promise<boolean> {
    const taken = this.connection?.run((client) => client.set(this.prefix + key, value, { PX: lifetimeMs }));
    return (await taken?.catch(() => undefined)) === 'OK';
  }

  /** Notifies the other workers and instances, without waiting. An instance that is not reached checks for changes twice a second anyway. */
  publish(topic: Topic): void {
    this.workers.publish(topic);
    this.publishing = this.connection?.publish(this.channel, topic).catch(() => undefined);
  }

  /** Calls `listener` at each notification of the topic by another worker or by an instance, which may be this one. */
  onNews(topic: Topic, listener: () => void): void {
    this.listeners.set(topic, (this.listeners.get(topic) ?? new Set()).add(listener));
    this.workers.onQuestion(topic, () => {
      this.notify(topic);
    });
  }

  private notify(topic: string): void {
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
      this.logger.log('the key-value cache is reachable');
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
          this.notify(topic);
        });
        this.isSubscriptionLost = false;
        return;
      } catch (error) {
        this.noteSubscriptionLost(connection, error);
        await sleep(LISTEN_PAUSE_MS, undefined, { ref: false });
      }
    }
  }

  private noteSubscriptionLost(connection: RedisConnection, reason: unknown): void {
    if (this.isSubscriptionLost || connection.isOver) return;
    this.isSubscriptionLost = true;
    this.logger.warn(
      `no notifications from other instances (${reasonOf(reason)}): their changes are noticed within a second`,
    );
  }

  /** Logs once that the backend is away, not at each attempt to reach it again. */
  private noteAway(reason: unknown): void {
    if (this.isAway || this.isOver) return;
    this.isAway = true;
    this.logger.warn(`the key-value cache is unreachable (${reasonOf(reason)}): requests are answered without it`);
  }
}

/** Returns an error code such as `ECONNREFUSED`, or the message of the server. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  return code ?? message ?? 'no response';
}
