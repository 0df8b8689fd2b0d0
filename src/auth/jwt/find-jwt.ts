import type { IncomingHttpHeaders } from 'node:http';
import { CREDENTIALS_REFUSED, ServiceError } from '../../errors';
import { bearerOf } from '../../http';
import { isTenant, tenantKey } from '../accounts/check-account';

const SHAPE = /^[\w-]+\.[\w-]*\.[\w-]*$/;

/** A JWT of a request, valid or not, and the tenant that the request names; empty if it names none. */
export interface SentJwt {
  readonly token: string;
  readonly tenant: string;
}

/**
 * Returns the JWT of `x-jwt-token`, or of `Authorization: Bearer`; undefined where there is none. Rejects a JWT next to other
 * credentials: which of them is checked must not depend on their order.
 */
export function findJwt(headers: IncomingHttpHeaders): SentJwt | undefined {
  const { 'x-jwt-token': header, 'x-api-key': key, authorization } = headers;
  const bearer = bearerOf(authorization);
  const isJwt = bearer !== undefined && SHAPE.test(bearer);
  if (header === undefined && !isJwt) return undefined;
  const isOther = header !== undefined && authorization !== undefined && bearer !== header;
  if (isOther || key !== undefined) refuseTwoKinds();
  return {
    token: typeof header === 'string' ? header : (bearer ?? ''),
    tenant: readTenant(headers['x-jwt-tenant-id']),
  };
}

/** Returns the key of the tenant; `?`, which no tenant has, for a malformed name. */
function readTenant(header: string | string[] | undefined): string {
  if (header === undefined) return '';
  return typeof header === 'string' && isTenant(header) ? tenantKey(header) : '?';
}

function refuseTwoKinds(): never {
  throw new ServiceError('auth_missing_credentials', CREDENTIALS_REFUSED, { hint: 'send one kind of credentials' });
}
