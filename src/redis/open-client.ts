import { type createClient } from '@redis/client';
import { type CacheAccount, type CacheAddress, type CacheServer } from '../config';
import { within } from './within';

export type Client = ReturnType<typeof createClient>;

const CONNECT_MS = 500;

export interface Target extends CacheServer, CacheAccount {
  readonly tls: boolean;
  readonly database?: number;
}

/**
 * Opens a client of one server, and resolves when it has responded, within `timeoutMs`. The client does not reconnect: `onLost` receives
 * the reason when the connection ends, at least once. The client does not keep the process alive.
 */
export async function openClient(
  { host, port, tls, ...rest }: Target,
  onLost: (reason: Error) => void,
  timeoutMs = CONNECT_MS,
): Promise<Client> {
  const timing = { connectTimeout: timeoutMs, reconnectStrategy: false } as const;
  const socket = tls ? { host, port, tls: true as const, ...timing } : { host, port, ...timing };
  const redis = await import('@redis/client');
  const client: Client = redis.createClient({ ...rest, socket, disableOfflineQueue: true });
  client.on('error', onLost);
  client.unref();
  try {
    await within(timeoutMs, connect(client));
    return client;
  } catch (error) {
    closeClient(client);
    throw error;
  }
}

export function closeClient(client: Client): void {
  if (client.isOpen) client.destroy();
}

/**
 * Returns the Redis server to use, a master. Queries the `turn`-th Sentinel, so that the next call skips one that is unavailable or cut
 * off.
 */
export async function findServer(address: CacheAddress, turn: number): Promise<CacheServer> {
  const server = address.servers[turn % address.servers.length];
  if (server === undefined) throw new Error('no server');
  if (address.master === undefined) return server;
  const sentinel = await openClient({ ...server, ...address.sentinelAccount, tls: address.tls }, () => undefined);
  try {
    const question = sentinel.sendCommand(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', address.master]);
    const answer = (await within(CONNECT_MS, question)) as unknown as readonly [string, string] | null;
    if (answer === null) throw new Error('the Sentinel has no master of this name');
    return { host: answer[0], port: Number(answer[1]) };
  } finally {
    closeClient(sentinel);
  }
}

/** Connects and sends a ping, because a Redis that is still loading its data accepts connections but not commands. */
async function connect(client: Client): Promise<void> {
  await client.connect();
  await client.ping();
}
