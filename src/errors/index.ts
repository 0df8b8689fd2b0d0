export type { ErrorCode } from './error-code';
export { ServiceError, type ErrorDetails, type Position } from './service-error';
export { findNearest, suggest } from './suggest';
