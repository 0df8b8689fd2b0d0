export { BranchGuard } from './branch-guard';
export { guardRows } from './guard-rows';
export { ALLOWED } from './guarded-sources';
export { CallerMasks, type MaskDecision, masksForAnybody } from './caller-masks';
export { type AppliedMask, keyedHash, maskValue, MOST_KEPT } from './mask-value';
