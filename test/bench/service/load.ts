import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { HOOK, stop } from './processes';

/** A request; with a body it is a POST of JSON. */
export interface LoadRequest {
  readonly path: string;
  readonly body?: string;
}

/** A server under load. */
export interface Target {
  /** Its origin; paths are those of the requests. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent in this order, over all connections together, from where the last run ended. */
  readonly requests: readonly LoadRequest[];
  /** Whether a run fails when it would send a request again. */
  readonly once: boolean;
}

/** A run ends after a time or a number of requests; each connection waits for its response before it sends the next request. */
export interface LoadTerms {
  readonly connections: number;
  readonly seconds?: number;
  readonly requests?: number;
}

/** The figures of one run; times in milliseconds. */
export interface LoadFigures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** The median until the first byte of a body. */
  readonly firstByte: number;
  readonly requests: number;
  /** Requests of this run and all before it. */
  readonly sent: number;
  /** The median length of a body. */
  readonly bytes: number;
  /** The share of one core that the load itself used. */
  readonly ownShare: number;
}

export type LoadCommand =
  | { readonly kind: 'open'; readonly target: number; readonly opened: Target }
  | { readonly kind: 'run'; readonly target: number; readonly terms: LoadTerms }
  | { readonly kind: 'close'; readonly target: number };

export interface LoadReply {
  readonly figures?: LoadFigures | undefined;
  readonly error?: string;
}

/** A list of requests in the load generator. */
export interface LoadList {
  /** Throws on any status except 200. */
  readonly run: (terms: LoadTerms) => Promise<LoadFigures>;
  readonly close: () => Promise<void>;
}

/** The load generator: a process that sends one list of requests at a time. */
export class Load {
  private readonly process: ChildProcess;
  private lists = 0;

  constructor() {
    this.process = fork(join(__dirname, 'load-process.ts'), { execArgv: ['--require', HOOK], serialization: 'advanced' }); // prettier-ignore
  }

  get pid(): number {
    return this.process.pid!;
  }

  async open(opened: Target): Promise<LoadList> {
    const target = this.lists++;
    await this.command({ kind: 'open', target, opened });
    return {
      run: async (terms) => {
        const { figures, error } = await this.command({ kind: 'run', target, terms });
        if (figures === undefined) throw new Error(`${opened.url}: ${error ?? 'nothing was measured'}`);
        return figures;
      },
      close: async () => {
        await this.command({ kind: 'close', target });
      },
    };
  }

  readonly stop = (): Promise<void> => stop(this.process);

  private async command(command: LoadCommand): Promise<LoadReply> {
    this.process.send(command);
    const [reply] = (await once(this.process, 'message')) as [LoadReply];
    return reply;
  }
}
