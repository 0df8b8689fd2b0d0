import { LRUCache } from 'lru-cache';

const MOST_REMEMBERED = 10_000;

/** A claim to one more event of `limit` for `key`, of which `most` are allowed within a window of time. */
export interface Claim {
  readonly limit: string;
  readonly key: string;
  readonly most: number;
  readonly windowMs: number;
}

/** The state of the claim that was full, or else of the first one: its count, and the milliseconds until it is forgotten. */
export interface Taken {
  readonly isFull: boolean;
  readonly count: number;
  readonly remainingMs: number;
}

/** Counters of events within windows of time. A window begins with its first event. */
export class WindowCounts {
  private readonly ofLimit = new Map<string, LRUCache<string, number>>();

  /**
   * Counts one event for each claim in advance, so that many events at once do not exceed a limit. Counts nothing if one of the claims is
   * full.
   */
  take(claims: readonly Claim[]): Taken {
    const full = claims.find((claim) => this.countOf(claim) >= claim.most);
    if (full === undefined) for (const claim of claims) this.change(claim, 1);
    const reported = full ?? claims[0];
    if (reported === undefined) throw new Error('the list of claims is empty');
    const remainingMs = this.countsOf(reported).getRemainingTTL(reported.key);
    return { isFull: full !== undefined, count: this.countOf(reported), remainingMs };
  }

  /** Reverts a count. */
  release(claims: readonly Claim[]): void {
    for (const claim of claims) this.change(claim, -1);
  }

  private countOf(claim: Claim): number {
    return this.countsOf(claim).get(claim.key) ?? 0;
  }

  private change(claim: Claim, difference: number): void {
    this.countsOf(claim).set(claim.key, Math.max(0, this.countOf(claim) + difference));
  }

  private countsOf({ limit, windowMs }: Claim): LRUCache<string, number> {
    const known = this.ofLimit.get(limit);
    if (known !== undefined) return known;
    const counts = new LRUCache<string, number>({ max: MOST_REMEMBERED, ttl: windowMs, noUpdateTTL: true });
    this.ofLimit.set(limit, counts);
    return counts;
  }
}

/** Counters of running work, by key and by the process that runs it. */
export class RunningCounts {
  private readonly ofHolder = new Map<number, Map<string, number>>();

  /** Counts one more; returns false if `most` already run, in all processes together. */
  enter(holder: number, key: string, most: number): boolean {
    const running = [...this.ofHolder.values()].reduce((sum, counts) => sum + (counts.get(key) ?? 0), 0);
    if (running >= most) return false;
    const own = this.ofHolder.get(holder) ?? new Map<string, number>();
    this.ofHolder.set(holder, own.set(key, (own.get(key) ?? 0) + 1));
    return true;
  }

  leave(holder: number, key: string): void {
    const own = this.ofHolder.get(holder);
    const left = (own?.get(key) ?? 1) - 1;
    if (left > 0) own?.set(key, left);
    else own?.delete(key);
  }

  /** Removes the counts of a process that is gone. */
  forget(holder: number): void {
    this.ofHolder.delete(holder);
  }
}
