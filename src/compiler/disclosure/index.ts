export { CompiledModel } from './compiled-model';
export { findReplaced } from './decisions';
export { newFilteredReadings } from './filtered-readings';
export { maskDecisions } from './mask-decisions';
export { rowDecisions, rowDecisionsToCome } from './row-decisions';
export { findTrueValueUses, type TrueValueUse } from './true-value-uses';
