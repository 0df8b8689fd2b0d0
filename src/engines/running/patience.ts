import { type ServiceError } from '../../errors';
import { type RunOptions } from './engine';
import { refusals } from './refusals';

/**
 * How long one statement may take: the time in which somebody waits for the data source adds up to at most `timeoutMs`,
 * and no batch lies unread for longer than that. `onEnd` is called once, when patience or the caller is gone.
 */
export class Patience {
  /** Whole milliseconds: Node keeps a list for each length of its timers. */
  private left: number;
  private timer: NodeJS.Timeout | undefined;
  private refusal: ServiceError | undefined;
  private giveUp: (reason: unknown) => void = () => undefined;
  private readonly leave = () => {
    this.end(refusals.left(this.options.signal?.reason));
  };

  constructor(
    private readonly options: RunOptions,
    private readonly onEnd: () => void,
  ) {
    this.left = options.timeoutMs;
    options.signal?.addEventListener('abort', this.leave);
    if (options.signal?.aborted === true) this.leave();
  }

  /** `work`, or a rejection as soon as the statement may take no longer. */
  waitFor<T>(work: () => Promise<T>): Promise<T> {
    if (this.refusal !== undefined) return Promise.reject(this.refusal);
    const begin = performance.now();
    this.arm(this.left, refusals.timedOut);
    return new Promise<T>((resolve, reject) => {
      this.giveUp = reject;
      work().then(
        (value) => {
          this.pause(begin);
          resolve(value);
        },
        (error: unknown) => {
          this.pause(begin);
          this.giveUp(error);
        },
      );
    });
  }

  /** The batch lies ready until the next `waitFor`. */
  rest(): void {
    this.arm(this.options.timeoutMs, refusals.unread);
  }

  /** Ends the watch without a refusal. */
  release(): void {
    clearTimeout(this.timer);
    this.options.signal?.removeEventListener('abort', this.leave);
  }

  private pause(begin: number): void {
    clearTimeout(this.timer);
    this.left = Math.max(1, Math.ceil(this.left - (performance.now() - begin)));
  }

  private arm(milliseconds: number, refuse: () => ServiceError): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.end(refuse());
    }, milliseconds);
  }

  private end(refusal: ServiceError): void {
    this.refusal = refusal;
    this.release();
    this.giveUp(refusal);
    this.onEnd();
  }
}
