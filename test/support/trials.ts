/** With `SEARCHES=whole` random searches run at full size. */
const IS_WHOLE = process.env.SEARCHES === 'whole';

/** By default a search runs one part in this many. */
const SHARE = 5;

/**
 * Returns the number of inputs of a random search: `gate` with `SEARCHES=whole`, otherwise `few`, by default a fifth. An environment
 * variable overrides both for longer searches.
 */
export function trials(
  gate: number,
  { few = Math.ceil(gate / SHARE), byHand = 'LAW_RUNS' }: { readonly few?: number; readonly byHand?: string } = {},
): number {
  const wanted = process.env[byHand];
  if (wanted !== undefined) return Number(wanted);
  return IS_WHOLE ? gate : few;
}

/** Returns all items with `SEARCHES=whole`, otherwise every fifth; five consecutive turns return all of them. */
export function shareOf<T>(items: readonly T[], turn: number): readonly T[] {
  return IS_WHOLE ? items : items.filter((_, index) => (index + turn) % SHARE === 0);
}

/** Returns all items with `SEARCHES=whole`, otherwise one of them in turn. */
export function oneOf<T>(items: readonly T[], turn: number): readonly T[] {
  const index = turn % items.length;
  return IS_WHOLE ? items : items.slice(index, index + 1);
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
