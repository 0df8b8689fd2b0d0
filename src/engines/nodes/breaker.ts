import { type NodeState } from '../running/engine';

const MOST_FAILURES = 3;
const OPEN_MS = 500;

/** A circuit breaker for one server: opens after consecutive failures, and closes again after a successful probe. */
export class Breaker {
  private failures = 0;
  private openUntil = 0;
  private current: NodeState = 'closed';

  get state(): NodeState {
    return this.current;
  }

  /** Returns whether a probe is due. */
  isDue(now: number): boolean {
    return this.current === 'open' && now >= this.openUntil;
  }

  beginProbe(): void {
    this.current = 'half_open';
  }

  succeed(): void {
    this.failures = 0;
    this.current = 'closed';
  }

  /**
   * Resets the count of failures after a response to a statement, because failures before and after it are not consecutive. Does not close
   * the breaker: only a probe shows whether the server accepts connections.
   */
  noteAnswer(): void {
    if (this.current === 'closed') this.failures = 0;
  }

  fail(now: number): void {
    this.failures++;
    if (this.current !== 'closed' || this.failures >= MOST_FAILURES) this.open(now);
  }

  /** Opens the breaker at once, without counting failures. */
  open(now: number): void {
    this.current = 'open';
    this.openUntil = now + OPEN_MS;
  }
}
