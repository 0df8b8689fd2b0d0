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
