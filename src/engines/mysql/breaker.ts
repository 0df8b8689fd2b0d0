import { type NodeState } from '../running/engine';

const MOST_FAILURES = 3;
const OPEN_MS = 500;

/** Keeps statements away from a server that cannot be reached: open after consecutive failures, closed again by a probe. */
export class Breaker {
  private failures = 0;
  private openUntil = 0;
  private current: NodeState = 'closed';

  get state(): NodeState {
    return this.current;
  }

  /** Whether it is time to probe. */
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

  /** A statement was answered: failures before it and after it are not in a row. Whether the server takes connections is for a probe to say. */
  noteAnswer(): void {
    if (this.current === 'closed') this.failures = 0;
  }

  fail(now: number): void {
    this.failures++;
    if (this.current !== 'closed' || this.failures >= MOST_FAILURES) this.open(now);
  }

  /** As after the last of so many failures. */
  open(now: number): void {
    this.current = 'open';
    this.openUntil = now + OPEN_MS;
  }
}
