/** Random searches try as much as the gate wants: `SEARCHES=whole`, which `.ci/run` sets. */
const IS_WHOLE = process.env.SEARCHES === 'whole';

/** Of what the gate tries, the share that `npm test` tries. */
const SHARE = 5;

/**
 * How many inputs a random search tries: `gate` of them with `SEARCHES=whole`, without it `few`, which is a fifth unless it is given. A
 * variable overrules both, to search longer by hand.
 */
export function trials(
  gate: number,
  { few = Math.ceil(gate / SHARE), byHand = 'LAW_RUNS' }: { readonly few?: number; readonly byHand?: string } = {},
): number {
  const wanted = process.env[byHand];
  if (wanted !== undefined) return Number(wanted);
  return IS_WHOLE ? gate : few;
}

/** All items with `SEARCHES=whole`; without it every fifth, of which those of five turns that follow each other are all. */
export function shareOf<T>(items: readonly T[], turn: number): readonly T[] {
  return IS_WHOLE ? items : items.filter((_, index) => (index + turn) % SHARE === 0);
}

/** Counts what was tried, and keeps what went wrong with it. */
export class Trials {
  private readonly counts = new Map<string, number>();

  /** Tries one input in a position: `attempt` gives what is wrong, or undefined. At most 20 of the faults of a position are told. */
  async attempt(
    faults: string[],
    position: string,
    input: string | Buffer,
    attempt: () => Promise<string | undefined>,
  ): Promise<void> {
    this.counts.set(position, (this.counts.get(position) ?? 0) + 1);
    const fault = await attempt().catch(String);
    const told = JSON.stringify(input.toString()).slice(0, 200);
    if (fault !== undefined && faults.length < 20) faults.push(`${position}: ${told}: ${fault}`);
  }

  /** A line for the reader of the tests. */
  print(title: string): void {
    const all = [...this.counts.values()].reduce((sum, count) => sum + count, 0);
    const each = [...this.counts].map(([position, count]) => `${position} ${count}`).join(', ');
    process.stdout.write(`${title}: ${all} inputs tried (${each})\n`);
  }
}

/** With `ATTACK_FULL=1` every input goes to every position; without, to one after the other in turn. */
export function turnOf<T>(positions: readonly T[], index: number): readonly T[] {
  if (process.env.ATTACK_FULL === '1') return positions;
  const position = positions[index % positions.length];
  return position === undefined ? [] : [position];
}

/** How long a test over inputs may take: those of `ATTACK_FULL=1` are many times as many, and may share their machine. */
export function patience(ms: number): number {
  return process.env.ATTACK_FULL === '1' ? 60 * ms : ms;
}
