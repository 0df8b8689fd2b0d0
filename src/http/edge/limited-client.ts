import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from './network-of';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom the request counts for in the limits; there where a limit is set. */
    client?: string;
  }
}

type IsLive = (key: string) => boolean | Promise<boolean>;

/**
 * Tells whom a request counts for in the limits: its API key where the key is valid, else the network of its address. A key that is not
 * valid is no other client than its address: it could be a new one in every request.
 */
export class LimitedClients {
  private isLive: IsLive = () => false;

  /** Until this is called, no key is valid. */
  judgeKeysBy(isLive: IsLive): void {
    this.isLive = isLive;
  }

  /** To be called before the limits, of which some route has one. */
  watch(instance: FastifyInstance): void {
    instance.addHook('onRequest', async (request) => {
      if (request.routeOptions.config.rateLimit !== false) request.client = await this.clientOf(request);
    });
  }

  private async clientOf({ headers, ip, log }: FastifyRequest): Promise<string> {
    const key = headers['x-api-key'];
    try {
      // The key itself is a secret and stays out of the stores of the limits
      if (typeof key === 'string' && (await this.isLive(key))) return hash('sha256', key, 'base64');
    } catch (error) {
      log.warn({ err: error }, 'no key could be checked for the limits');
    }
    return networkOf(ip);
  }
}

/** What `LimitedClients` found of a request. */
export function clientOf({ client, ip }: FastifyRequest): string {
  return client ?? networkOf(ip);
}
