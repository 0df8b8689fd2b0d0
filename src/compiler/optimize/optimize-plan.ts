import type { Query } from '../../model';
import type { Plan, Resolved } from '../plan';
import { dropNullChecks } from './drop-null-checks';
import { inlineDerived } from './inline-derived';
import { pruneBranches } from './prune-branches';

/** The passes in their order; each is a pure rewrite that changes no row, and can be switched off by its name. */
const PASSES = {
  'prune-branches': pruneBranches,
  'inline-derived': inlineDerived,
  'drop-null-checks': dropNullChecks,
} satisfies Record<string, (query: Query<Resolved>) => Query<Resolved>>;

export type PassName = keyof typeof PASSES;
export const PASS_NAMES = Object.keys(PASSES) as readonly PassName[];

/** The plan after all passes but those in `off`. Never refuses: what comes in valid goes out valid. */
export function optimizePlan(plan: Plan, off: ReadonlySet<PassName> = new Set()): Plan {
  const query = PASS_NAMES.filter((name) => !off.has(name)).reduce(
    (current, name) => PASSES[name](current),
    plan.query,
  );
  return { ...plan, query };
}
