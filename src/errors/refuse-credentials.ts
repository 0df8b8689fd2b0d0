import { ServiceError } from './service-error';

export const CREDENTIALS_REFUSED = 'the credentials are missing or not valid';

/** The one refusal of missing, unknown, expired and revoked credentials: nothing tells which of them it was (docs/errors.md). */
export function refuseCredentials(): never {
  throw new ServiceError('auth_missing_credentials', CREDENTIALS_REFUSED);
}
