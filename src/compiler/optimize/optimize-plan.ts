import type { DialectName, Query } from '../../model';
import type { Plan, Resolved } from '../plan';
import { containedBranches } from './contained-branches';
import { disjointBranches } from './disjoint-branches';
import { dropDistinct } from './drop-distinct';
import { dropNullChecks } from './drop-null-checks';
import { inlineDerived } from './inline-derived';
import { pruneBranches } from './prune-branches';

/** A rewrite that changes no row: pure, and right with any other passes on or off. */
export type Pass = (query: Query<Resolved>, dialect: DialectName) => Query<Resolved>;

const PASSES = {
  'prune-branches': pruneBranches,
  'inline-derived': inlineDerived,
  'drop-null-checks': dropNullChecks,
  'drop-distinct': dropDistinct,
  'disjoint-branches': disjointBranches,
  'contained-branches': containedBranches,
} satisfies Record<string, Pass>;

export type PassName = keyof typeof PASSES;
export const PASS_NAMES = Object.keys(PASSES) as readonly PassName[];

/** The order in which they run; one that others make room for runs again. */
const ORDER: readonly PassName[] = [
  'prune-branches',
  'inline-derived',
  'drop-null-checks',
  'drop-distinct',
  'inline-derived',
  'disjoint-branches',
  'contained-branches',
  'inline-derived',
];

export interface OptimizeOptions {
  /** Of the data source: what is faster differs. */
  readonly dialect: DialectName;
  readonly off?: ReadonlySet<PassName>;
  /** Hears of every pass that has run. */
  readonly onPass?: (name: PassName, before: Query<Resolved>, after: Query<Resolved>) => void;
}

/** The plan after all passes but those in `off`. Never refuses: what comes in valid goes out valid. */
export function optimizePlan(plan: Plan, { dialect, off, onPass }: OptimizeOptions): Plan {
  const query = ORDER.filter((name) => off?.has(name) !== true).reduce((before, name) => {
    const pass: Pass = PASSES[name];
    const after = pass(before, dialect);
    onPass?.(name, before, after);
    return after;
  }, plan.query);
  return { ...plan, query };
}
