import { median, quantile } from '../../support/median';
import { type LoadCommand, type LoadFigures, type LoadReply, type LoadTerms, type Target } from './load';
import { LoadConnection, type ResponseFigures } from './load-connection';

/**
 * The load generator, a process of its own: its work delays no figure of the benchmark, and it can run on a core of its own. It obeys one
 * command of `load.ts` after the other.
 */
class OpenTarget {
  private readonly url: URL;
  private readonly head: string;
  /** How many requests were sent; the list starts again at its end. */
  private sent = 0;

  constructor(private readonly target: Target) {
    this.url = new URL(target.url);
    const headers = { host: this.url.host, ...target.headers };
    this.head = Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
  }

  async run({ connections, ...terms }: LoadTerms): Promise<LoadFigures> {
    const open = await Promise.all(Array.from({ length: connections }, () => LoadConnection.open(this.url)));
    const before = process.cpuUsage();
    const begin = performance.now();
    const until = begin + (terms.seconds ?? Infinity) * 1_000;
    const last = this.sent + (terms.requests ?? Infinity);
    const responses: ResponseFigures[] = [];
    try {
      await Promise.all(
        open.map(async (connection) => {
          do responses.push(await connection.send(this.next()));
          while (performance.now() < until && this.sent < last);
        }),
      );
    } finally {
      for (const connection of open) connection.close();
    }
    const time = performance.now() - begin;
    const { user, system } = process.cpuUsage(before);
    const times = responses.map((response) => response.time);
    return {
      perSecond: (responses.length * 1_000) / time,
      p50: median(times)!,
      p99: quantile(times, 0.99)!,
      firstByte: median(responses.map(({ firstByte }) => firstByte))!,
      requests: responses.length,
      sent: this.sent,
      bytes: median(responses.map(({ bytes }) => bytes))!,
      ownShare: (user + system) / 1_000 / time,
    };
  }

  private next(): string {
    const { requests, once } = this.target;
    if (once && this.sent >= requests.length)
      throw new Error(`all ${requests.length} requests were sent once: measure for fewer seconds or rounds`);
    const { path, body } = requests[this.sent++ % requests.length]!;
    if (body === undefined) return `GET ${path} HTTP/1.1\r\n${this.head}\r\n`;
    return `POST ${path} HTTP/1.1\r\n${this.head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  }
}

const targets = new Map<number, OpenTarget>();

async function obey(command: LoadCommand): Promise<LoadReply> {
  if (command.kind === 'open') targets.set(command.target, new OpenTarget(command.opened));
  else if (command.kind === 'close') targets.delete(command.target);
  else return { figures: await targets.get(command.target)?.run(command.terms) };
  return {};
}

process.on('message', (command: LoadCommand) => {
  obey(command)
    .catch((error: unknown): LoadReply => ({ error: error instanceof Error ? error.message : String(error) }))
    .then((reply) => process.send?.(reply))
    .catch(() => process.exit(1));
});
