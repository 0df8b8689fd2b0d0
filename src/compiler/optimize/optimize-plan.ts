import type { DialectTraits, Query } from '../../model';
import type { Plan, Resolved } from '../values';
import { containedBranches } from './branches/contained-branches';
import { disjointBranches } from './branches/disjoint-branches';
import { dropColumns } from './rows/drop-columns';
import { dropDistinct } from './rows/drop-distinct';
import { dropMarks } from './rows/drop-marks';
import { dropNullChecks } from './conditions/drop-null-checks';
import { dropNullOrders } from './rows/drop-null-orders';
import { foreignKeyJoins } from './joins/foreign-key-joins';
import { inlineDerived } from './rows/inline-derived';
import { joinBelowUnion } from './branches/join-below-union';
import { keyTemplates } from './conditions/key-templates';
import { liftUnions } from './branches/lift-unions';
import { mergeBranches } from './branches/merge-branches';
import { pageRows } from './rows/page-rows';
import { pruneBranches } from './branches/prune-branches';
import { pushCounts } from './branches/push-counts';
import { pushSlices } from './branches/push-slices';
import { reduceLeftJoins } from './joins/reduce-left-joins';
import { sargablePredicates } from './conditions/sargable-predicates';
import { selfJoins } from './joins/self-joins';
import { semiJoinBranches } from './branches/semi-join-branches';

/** A rewrite that keeps the rows of the result. It is pure, and correct with any other passes on or off. */
export type Pass = (query: Query<Resolved>, traits: DialectTraits) => Query<Resolved>;

const PASSES = {
  'page-rows': pageRows,
  'prune-branches': pruneBranches,
  'inline-derived': inlineDerived,
  'drop-null-checks': dropNullChecks,
  'drop-null-orders': dropNullOrders,
  'key-templates': keyTemplates,
  'reduce-left-joins': reduceLeftJoins,
  'foreign-key-joins': foreignKeyJoins,
  'self-joins': selfJoins,
  'drop-distinct': dropDistinct,
  'drop-marks': dropMarks,
  'disjoint-branches': disjointBranches,
  'contained-branches': containedBranches,
  'merge-branches': mergeBranches,
  'join-below-union': joinBelowUnion,
  'semi-join-branches': semiJoinBranches,
  'sargable-predicates': sargablePredicates,
  'drop-columns': dropColumns,
  'push-slices': pushSlices,
  'push-counts': pushCounts,
  'lift-unions': liftUnions,
} satisfies Record<string, Pass>;

export type PassName = keyof typeof PASSES;
export const PASS_NAMES = Object.keys(PASSES) as readonly PassName[];

/** The order of the passes. A pass runs again after other passes that create opportunities for it. */
const ORDER: readonly PassName[] = [
  'page-rows',
  'reduce-left-joins',
  'prune-branches',
  'inline-derived',
  'key-templates',
  'prune-branches',
  'drop-null-checks',
  'reduce-left-joins',
  'foreign-key-joins',
  'drop-null-checks',
  'drop-distinct',
  'drop-marks',
  'inline-derived',
  'drop-null-checks',
  'key-templates',
  'disjoint-branches',
  'contained-branches',
  'self-joins',
  'merge-branches',
  'join-below-union',
  'semi-join-branches',
  'inline-derived',
  'drop-null-orders',
  'sargable-predicates',
  'drop-columns',
  'push-slices',
  'push-counts',
  'lift-unions',
];

export interface OptimizeOptions {
  /** The traits of the engine that runs the statement, which decide what is faster. */
  readonly traits: DialectTraits;
  readonly off?: ReadonlySet<PassName>;
  /** Receives the query before and after each pass. */
  readonly onPass?: (name: PassName, before: Query<Resolved>, after: Query<Resolved>) => void;
}

/** Returns the plan after all passes except those in `off`. It never throws: a valid plan stays valid. */
export function optimizePlan(plan: Plan, { traits, off, onPass }: OptimizeOptions): Plan {
  const seen = new Map<PassName, Query<Resolved>>();
  let { query } = plan;
  for (const name of ORDER) {
    if (off?.has(name) === true || seen.get(name) === query) continue;
    const before = query;
    const pass: Pass = PASSES[name];
    query = pass(before, traits);
    seen.set(name, query);
    onPass?.(name, before, query);
  }
  return { ...plan, query };
}
