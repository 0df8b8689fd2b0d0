export type { ErrorCode } from './error-code';
export { CREDENTIALS_REFUSED, refuseCredentials } from './refuse-credentials';
export { type ErrorDetails, locateRefusal, ServiceError, type Position } from './service-error';
export { findNearest, suggest } from './suggest';
