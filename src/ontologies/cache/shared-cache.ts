import { setTimeout as sleep } from 'node:timers/promises';
import KeyvRedis, { createClient } from '@keyv/redis';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Keyv } from 'keyv';
import { Environment } from '../../config';
import { GuardedStore } from './guarded-store';

const CONNECT_TIMEOUT_MS = 500;
const LONGEST_RETRY_MS = 1_000;

/** The key-value backend of `CACHE_URL`, which all instances share; without one there is nothing to share. */
@Injectable()
export class SharedCache implements OnModuleInit, OnApplicationShutdown {
  readonly store: Keyv | undefined;
  private readonly redis: KeyvRedis<string> | undefined;
  private readonly logger = new Logger('SharedCache');
  private isAway = false;

  constructor({ cacheUrl, serviceName }: Environment) {
    if (cacheUrl === '') return;
    this.redis = openRedis(cacheUrl);
    this.store = new Keyv({ store: new GuardedStore(this.redis), namespace: serviceName });
    this.redis.client.on('ready', () => {
      this.isAway = false;
    });
    this.store.on('error', (error: unknown) => {
      this.noteError(error);
    });
  }

  /** Gives the backend a moment to be there for the first request. */
  async onModuleInit(): Promise<void> {
    const connecting = this.redis?.getClient().catch(() => undefined);
    await Promise.race([connecting, sleep(CONNECT_TIMEOUT_MS, undefined, { ref: false })]);
  }

  /** Undefined where there is no backend, it is away, or it does not have the key. */
  async get(key: string): Promise<string | undefined> {
    return await this.store?.get<string>(key);
  }

  /** False where the backend did not take the value. */
  async set(key: string, value: string): Promise<boolean> {
    return (await this.store?.set(key, value)) ?? false;
  }

  /** Without waiting for a backend that may not answer. */
  async onApplicationShutdown(): Promise<void> {
    await this.redis?.disconnect(true);
  }

  /** Says once that the backend is away, not at each attempt to reach it again. */
  private noteError(error: unknown): void {
    if (this.isAway) return;
    this.isAway = true;
    const { code = 'no answer' } = error as { readonly code?: string };
    this.logger.warn(`the key-value cache is away (${code}): requests go on without it`);
  }
}

/** The connection keeps no process alive: one that is being made while the service ends could not be closed. */
function openRedis(url: string): KeyvRedis<string> {
  const socket = {
    connectTimeout: CONNECT_TIMEOUT_MS,
    reconnectStrategy: (attempts: number) => Math.min(attempts * 50, LONGEST_RETRY_MS),
  };
  const client = createClient({ url, disableOfflineQueue: true, socket });
  client.unref();
  return new KeyvRedis<string>(client, { throwOnErrors: true });
}
