import type { JoinKind, JoinSource, Source, Written } from '../../../../model';

type Step = Omit<JoinSource<Written>, 'kind' | 'left'>;
export type JoinCondition = Pick<JoinSource<Written>, 'on' | 'using'>;

interface Chain {
  readonly join: JoinKind;
  readonly first: Source<Written>;
  readonly steps: Step[];
}

/**
 * Joins sources in the way MySQL parses them. A condition belongs to the nearest join that has none yet (`a JOIN b JOIN
 * c ON .. ON ..`). Inner joins without a condition are cross joins in written order.
 */
export class JoinChain {
  private readonly chains: Chain[];

  constructor(first: Source<Written>) {
    this.chains = [{ join: 'cross', first, steps: [] }];
  }

  /** Adds a source whose condition may follow. */
  open(join: JoinKind, first: Source<Written>): void {
    this.chains.push({ join, first, steps: [] });
  }

  joinNaturally(join: JoinKind, right: Source<Written>): void {
    this.chains.at(-1)?.steps.push({ join, natural: true, right });
  }

  /** Whether a join has no condition yet. */
  get isOpen(): boolean {
    return this.chains.length > 1;
  }

  /** Whether an outer join, which requires a condition, has none yet. */
  get needsCondition(): boolean {
    return this.chains.some(({ join }) => join === 'left' || join === 'right');
  }

  close(condition: JoinCondition): void {
    const chain = this.chains.pop();
    if (chain === undefined) return;
    this.chains.at(-1)?.steps.push({ join: chain.join, natural: false, right: build([chain]), ...condition });
  }

  build(): Source<Written> {
    return build(this.chains);
  }
}

function build(chains: readonly Chain[]): Source<Written> {
  const steps = chains.flatMap((chain) => [
    { join: 'cross' as const, natural: false, right: chain.first },
    ...chain.steps,
  ]);
  const [first, ...rest] = steps.map(({ right, ...step }) => ({ right, step }));
  if (first === undefined) throw new Error('a join needs a first source');
  return rest.reduce<Source<Written>>((left, { right, step }) => ({ kind: 'join', ...step, left, right }), first.right);
}
