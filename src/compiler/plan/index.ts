export { planCondition } from './entities/plan-condition';
export { BranchReader } from './mappings/branch-reader';
export { type FilterPolicy, rowFilterOf } from './mappings/row-filters';
export { linkColumnType } from './mappings/stored-column';
export { checkAggregates } from './measures/check-aggregates';
export { type Branch, branchesByMapping, branchesOf } from './scope/branches';
export { propertiesOfKin } from './scope/concept-properties';
export { type PlanContext, Planning } from './scope/planning';
export { openPlanning, planStatement } from './select/plan-query';
