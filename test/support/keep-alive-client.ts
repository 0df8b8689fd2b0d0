import { Agent, type IncomingMessage, request } from 'node:http';

/** A request that is sent unchanged: the path is not normalized. */
export interface PlainRequest {
  readonly method?: string;
  readonly address: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface PlainAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
}

/**
 * Sends many requests over a few open connections. Every response must contain the id of its request, except for those that end their
 * connection.
 */
export class KeepAliveClient {
  private readonly agent: Agent;
  private readonly base: URL;
  private sent = 0;
  private readonly known = new Set<string>();

  constructor(
    url: string,
    private readonly defaults: Readonly<Record<string, string>>,
    connections: number,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
    this.base = new URL(url);
  }

  /** Sends a request. Paths begin with `/`. Headers are bytes; a string with other than Latin-1 characters is sent as UTF-8. */
  send({ method = 'GET', address, headers = {}, body }: PlainRequest): Promise<PlainAnswer> {
    const id = `attack-${++this.sent}`;
    const { hostname, port } = this.base;
    return new Promise((resolve, reject) => {
      const sending = request(
        {
          hostname,
          port,
          method,
          path: address,
          agent: this.agent,
          headers: { 'x-request-id': id, ...this.defaults, ...headers },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () => {
            const isOwn = answer.headers['x-request-id'] === id;
            if (isOwn) this.known.add(id);
            const mayDiffer = headers['x-request-id'] !== undefined || answer.headers.connection === 'close';
            if (!isOwn && !mayDiffer) reject(new Error(`${id} got the answer of another`));
            else resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) });
          });
        },
      );
      sending.on('error', reject);
      sending.end(body);
    });
  }

  /** The ids of requests whose responses contained them. */
  get identified(): ReadonlySet<string> {
    return this.known;
  }

  close(): void {
    this.agent.destroy();
  }
}

/** Runs `work` for each item, `width` of them at a time. */
export async function inParallel<T>(
  items: Iterable<T>,
  width: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = queue.next(); next.done !== true; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
