export type { ErrorCode } from './error-code';
export { type ErrorDetails, locateRefusal, ServiceError, type Position } from './service-error';
export { findNearest, suggest } from './suggest';
