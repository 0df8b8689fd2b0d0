import KeyvRedis from '@keyv/redis';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Keyv } from 'keyv';
import { Environment } from '../../config';
import { GuardedStore } from './guarded-store';

const CONNECT_TIMEOUT_MS = 500;
const LONGEST_RETRY_MS = 1_000;

/** The key-value backend of `CACHE_URL`, which all instances share; without one there is nothing to share. */
@Injectable()
export class SharedCache implements OnApplicationShutdown {
  readonly store: Keyv | undefined;
  private readonly logger = new Logger('SharedCache');

  constructor({ cacheUrl, serviceName }: Environment) {
    this.store = cacheUrl === '' ? undefined : this.open(cacheUrl, serviceName);
  }

  /** Undefined where there is no backend, it is away, or it does not have the key. */
  async get(key: string): Promise<string | undefined> {
    return await this.store?.get<string>(key);
  }

  /** False where the backend did not take the value. */
  async set(key: string, value: string): Promise<boolean> {
    return (await this.store?.set(key, value)) ?? false;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.store?.disconnect();
  }

  private open(url: string, namespace: string): Keyv {
    const redis = new KeyvRedis<string>(
      {
        url,
        disableOfflineQueue: true,
        socket: {
          connectTimeout: CONNECT_TIMEOUT_MS,
          reconnectStrategy: (attempts: number) => Math.min(attempts * 50, LONGEST_RETRY_MS),
        },
      },
      { throwOnErrors: true, throwOnConnectError: true },
    );
    const keyv = new Keyv({ store: new GuardedStore(redis), namespace, emitErrors: true });
    keyv.on('error', (error: unknown) => {
      this.logger.warn(`the key-value cache is away: ${error instanceof Error ? error.message : 'unknown error'}`);
    });
    return keyv;
  }
}
