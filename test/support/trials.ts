/** The values of `SEARCHES`: a search tries one input in this many. */
const SHARES: Readonly<Record<string, number>> = { whole: 1, fifth: 5 };

/** Without `SEARCHES`, for runs between two changes, it tries one input in this many. */
const SHORT = 12;

const SHARE = SHARES[process.env.SEARCHES ?? ''] ?? SHORT;

/**
 * Returns the number of inputs of a random search: `whole` with `SEARCHES=whole`, a fifth of it with `SEARCHES=fifth`, otherwise `few`, by
 * default a twelfth; never less than `few`. An environment variable overrides all of them for longer searches.
 */
export function trials(
  whole: number,
  { few = Math.ceil(whole / SHORT), byHand = 'LAW_RUNS' }: { readonly few?: number; readonly byHand?: string } = {},
): number {
  const wanted = process.env[byHand];
  if (wanted !== undefined) return Number(wanted);
  return SHARE === SHORT ? few : Math.max(few, Math.ceil(whole / SHARE));
}

/** Returns all items with `SEARCHES=whole`, otherwise every fifth or twelfth; as many consecutive turns return all of them. */
export function shareOf<T>(items: readonly T[], turn: number): readonly T[] {
  return items.filter((_, index) => (index + turn) % SHARE === 0);
}

/** Returns all items with `SEARCHES=whole`, every fifth with `SEARCHES=fifth`, otherwise one of them in turn. */
export function oneOf<T>(items: readonly T[], turn: number): readonly T[] {
  const share = SHARE === SHORT ? items.length : Math.min(SHARE, items.length);
  return items.filter((_, index) => index % share === turn % share);
}

/** Counts the inputs that were tried, and collects their faults. */
export class Trials {
  private readonly counts = new Map<string, number>();

  /** Tries one input in a position: `attempt` returns its fault, or undefined. Collects at most 20 faults. */
  async attempt(
    faults: string[],
    position: string,
    input: string | Buffer,
    attempt: () => Promise<string | undefined>,
  ): Promise<void> {
    this.counts.set(position, (this.counts.get(position) ?? 0) + 1);
    const fault = await attempt().catch(String);
    const printed = JSON.stringify(input.toString()).slice(0, 200);
    if (fault !== undefined && faults.length < 20) faults.push(`${position}: ${printed}: ${fault}`);
  }

  /** Prints a summary line. */
  print(title: string): void {
    const all = [...this.counts.values()].reduce((sum, count) => sum + count, 0);
    const each = [...this.counts].map(([position, count]) => `${position} ${count}`).join(', ');
    process.stdout.write(`${title}: ${all} inputs tried (${each})\n`);
  }
}

/** Returns all positions with `ATTACK_FULL=1`, otherwise one of them in turn. */
export function turnOf<T>(positions: readonly T[], index: number): readonly T[] {
  if (process.env.ATTACK_FULL === '1') return positions;
  const position = positions[index % positions.length];
  return position === undefined ? [] : [position];
}

/**
 * Returns the time limit of a test over inputs. With `ATTACK_FULL=1` there are many times as many inputs, and the machine may be
 * shared.
 */
export function timeLimit(ms: number): number {
  return process.env.ATTACK_FULL === '1' ? 60 * ms : ms;
}
