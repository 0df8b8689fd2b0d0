import { ServiceError } from '../../errors';

/** The one refusal of missing, unknown, expired and revoked credentials: nothing tells which of them it was (spec 2, "Errors"). */
export function refuseCredentials(): never {
  throw new ServiceError('auth_missing_credentials', 'the credentials are missing or not valid');
}
