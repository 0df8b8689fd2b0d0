import { quantile } from '../support/median';

/** Starts reads at even intervals, however long the reads before them take. */
export class Load {
  readonly failures: unknown[] = [];
  /** The duration of each successful read, in milliseconds. */
  readonly times: number[] = [];
  private readonly running = new Set<Promise<void>>();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly read: () => Promise<unknown>,
    everyMs = 10,
  ) {
    this.timer = setInterval(() => {
      const one = this.time().finally(() => this.running.delete(one));
      this.running.add(one);
    }, everyMs);
  }

  /** Starts no more reads; resolves when all have ended. */
  async end(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.running);
  }

  /** The figures as a line of a report. */
  get seen(): string {
    const { failures, times } = this;
    const at = (share: number): number => Math.round(quantile(times, share) ?? 0);
    return `${failures.length} of ${failures.length + times.length} lost, p99 ${at(0.99)} ms, slowest ${at(1)} ms`;
  }

  private async time(): Promise<void> {
    const begin = performance.now();
    try {
      await this.read();
      this.times.push(performance.now() - begin);
    } catch (error) {
      this.failures.push(error);
    }
  }
}
