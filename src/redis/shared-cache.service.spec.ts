import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Environment } from '../config';
import { Workers } from '../workers';
import { SharedCacheService } from './shared-cache.service';

describe('SharedCacheService', () => {
  it('tries to reconnect to an unavailable backend until the service stops', async () => {
    jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    let attempts = 0;
    const away = createServer((socket) => {
      attempts++;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(away, 'listening');
    const { port } = away.address() as AddressInfo;
    const environment = Object.assign(new Environment(), { cacheUrl: `redis://127.0.0.1:${port}` });
    const cache = new SharedCacheService(environment, new Workers());
    await cache.onModuleInit();
    await sleep(800);
    expect(attempts).toBe(2);
    await cache.onApplicationShutdown();
    await sleep(800);
    expect(attempts).toBe(2);
    away.close();
  });
});
