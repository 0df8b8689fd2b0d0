export { BranchGuard } from './branch-guard';
export { guardRows } from './guard-rows';
export { ALLOWED } from './guarded-sources';
export { type AppliedMask, keyedHash, mask, MaskPolicy, MOST_KEPT } from './mask';
