import { refusals } from './refusals';

interface Waiting {
  readonly resume: () => void;
}

const LONGEST_QUEUE = 1_000;
const LONGEST_WAIT_MS = 2_000;

/** A limit on concurrent statements. Further ones wait in a bounded queue, for at most two seconds. */
export class Slots {
  private readonly queue = new Set<Waiting>();

  constructor(private free: number) {}

  /** Returns a function that releases the slot; undefined if no slot is free. */
  takeFree(): (() => void) | undefined {
    if (this.free === 0) return undefined;
    this.free--;
    return this.held();
  }

  /** Resolves with a function that releases the slot; rejects with `source_busy`. */
  async take(): Promise<() => void> {
    const free = this.takeFree();
    if (free !== undefined) return free;
    await this.wait();
    return this.held();
  }

  private held(): () => void {
    let isHeld = true;
    return () => {
      if (isHeld) this.release();
      isHeld = false;
    };
  }

  private wait(): Promise<void> {
    if (this.queue.size >= LONGEST_QUEUE) return Promise.reject(refusals.busy());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.queue.delete(waiting);
        reject(refusals.busy());
      }, LONGEST_WAIT_MS);
      const waiting = {
        resume: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.queue.add(waiting);
    });
  }

  private release(): void {
    const [next] = this.queue;
    if (next === undefined) {
      this.free++;
      return;
    }
    this.queue.delete(next);
    next.resume();
  }
}
