import { Agent, type IncomingMessage, request } from 'node:http';

/** A request as it goes out: nothing is normalized, and the address stands as it is in the request line. */
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

/** Sends many requests over a few connections that stay open. Every answer must bear the id of its request, but for those that end their connection. */
export class KeepAliveClient {
  private readonly agent: Agent;
  private readonly base: URL;
  private sent = 0;
  private known = 0;

  constructor(
    url: string,
    private readonly defaults: Readonly<Record<string, string>>,
    connections: number,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
    this.base = new URL(url);
  }

  /** Addresses begin with `/`. Headers are bytes: a text of more than Latin-1 goes as its UTF-8. */
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
            if (isOwn) this.known++;
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

  /** How many answers bore the id that their request was given here. */
  get identified(): number {
    return this.known;
  }

  close(): void {
    this.agent.destroy();
  }
}

/** Does `work` for each, `width` of them at a time. */
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
