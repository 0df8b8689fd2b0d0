import { LRUCache } from 'lru-cache';

const MOST_REMEMBERED = 10_000;

/** One more of what `limit` is for, by whoever `key` is, where there may be `most` within a window of time. */
export interface Claim {
  readonly limit: string;
  readonly key: string;
  readonly most: number;
  readonly windowMs: number;
}

/** Of the claim that was full, or else of the first one: how many there are, and the milliseconds until they are forgotten. */
export interface Taken {
  readonly isFull: boolean;
  readonly count: number;
  readonly remainingMs: number;
}

/** Counts what happens within windows of time. A window begins with the first that is counted in it. */
export class WindowCounts {
  private readonly ofLimit = new Map<string, LRUCache<string, number>>();

  /** Counts one for each claim, so that many at once are not let through; nothing where one of them is full already. */
  take(claims: readonly Claim[]): Taken {
    const full = claims.find((claim) => this.countOf(claim) >= claim.most);
    if (full === undefined) for (const claim of claims) this.change(claim, 1);
    const told = full ?? claims[0];
    if (told === undefined) throw new Error('nothing was claimed');
    const remainingMs = this.countsOf(told).getRemainingTTL(told.key);
    return { isFull: full !== undefined, count: this.countOf(told), remainingMs };
  }

  /** Takes back what was counted. */
  giveBack(claims: readonly Claim[]): void {
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

/** Counts what runs, by a key and by the process that runs it. */
export class RunningCounts {
  private readonly ofHolder = new Map<number, Map<string, number>>();

  /** Counts one more; false where there are `most` already, in all processes. */
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

  /** Nothing runs in a process that is gone. */
  forget(holder: number): void {
    this.ofHolder.delete(holder);
  }
}
