import { ServiceError } from './service-error';

export const CREDENTIALS_REFUSED = 'the credentials are missing or not valid';

/**
 * Rejects missing, unknown, expired and revoked credentials with the same error, so that clients cannot distinguish
 * them (docs/errors.md).
 */
export function refuseCredentials(): never {
  throw new ServiceError('auth_missing_credentials', CREDENTIALS_REFUSED);
}
