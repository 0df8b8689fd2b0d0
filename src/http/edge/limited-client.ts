import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from './network-of';

declare module 'fastify' {
  interface FastifyRequest {
    /** The client for which the limits count the request; absent where no limit is set. */
    client?: string;
  }
}

type IsLive = (key: string) => boolean | Promise<boolean>;

/**
 * Determines the client for which the limits count a request: its API key if the key is valid, else the network of its IP address. An
 * invalid key does not identify a client: each request could contain a new one.
 */
export class LimitedClients {
  private isLive: IsLive = () => false;

  /** Sets the check for valid keys. Until this is called, no key is valid. */
  judgeKeysBy(isLive: IsLive): void {
    this.isLive = isLive;
  }

  /** Sets `request.client`. Must be called before the limits are registered. */
  watch(instance: FastifyInstance): void {
    instance.addHook('onRequest', async (request) => {
      if (request.routeOptions.config.rateLimit !== false) request.client = await this.clientOf(request);
    });
  }

  private async clientOf({ apiKey, ip, log }: FastifyRequest): Promise<string> {
    try {
      // The key is a secret: the stores of the limits contain only its hash
      if (apiKey !== undefined && (await this.isLive(apiKey))) return hash('sha256', apiKey, 'base64');
    } catch (error) {
      log.warn({ err: error }, 'cannot check API keys for the limits');
    }
    return networkOf(ip);
  }
}

/** Returns the client that `LimitedClients` determined, else the network of the IP address. */
export function clientOf({ client, ip }: FastifyRequest): string {
  return client ?? networkOf(ip);
}
