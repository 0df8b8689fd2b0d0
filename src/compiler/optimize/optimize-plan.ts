import type { DialectName, Query } from '../../model';
import type { Plan, Resolved } from '../plan';
import { containedBranches } from './contained-branches';
import { disjointBranches } from './disjoint-branches';
import { dropColumns } from './drop-columns';
import { dropDistinct } from './drop-distinct';
import { dropMarks } from './drop-marks';
import { dropNullChecks } from './drop-null-checks';
import { dropNullOrders } from './drop-null-orders';
import { foreignKeyJoins } from './foreign-key-joins';
import { inlineDerived } from './inline-derived';
import { joinBelowUnion } from './join-below-union';
import { keyTemplates } from './key-templates';
import { mergeBranches } from './merge-branches';
import { pruneBranches } from './prune-branches';
import { pushCounts } from './push-counts';
import { pushSlices } from './push-slices';
import { reduceLeftJoins } from './reduce-left-joins';
import { sargablePredicates } from './sargable-predicates';
import { selfJoins } from './self-joins';

/** A rewrite that changes no row: pure, and right with any other passes on or off. */
export type Pass = (query: Query<Resolved>, dialect: DialectName) => Query<Resolved>;

const PASSES = {
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
  'sargable-predicates': sargablePredicates,
  'drop-columns': dropColumns,
  'push-slices': pushSlices,
  'push-counts': pushCounts,
} satisfies Record<string, Pass>;

export type PassName = keyof typeof PASSES;
export const PASS_NAMES = Object.keys(PASSES) as readonly PassName[];

/** The order in which they run; one that others make room for runs again. */
const ORDER: readonly PassName[] = [
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
  'inline-derived',
  'drop-null-orders',
  'sargable-predicates',
  'drop-columns',
  'push-slices',
  'push-counts',
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
  const seen = new Map<PassName, Query<Resolved>>();
  let { query } = plan;
  for (const name of ORDER) {
    if (off?.has(name) === true || seen.get(name) === query) continue;
    const before = query;
    const pass: Pass = PASSES[name];
    query = pass(before, dialect);
    seen.set(name, query);
    onPass?.(name, before, query);
  }
  return { ...plan, query };
}
