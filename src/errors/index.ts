export type { ErrorCode } from './error-code';
export { ServiceError, type Position } from './service-error';
export { findNearest, suggest } from './suggest';
