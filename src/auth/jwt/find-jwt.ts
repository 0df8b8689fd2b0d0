import type { IncomingHttpHeaders } from 'node:http';
import { CREDENTIALS_REFUSED, ServiceError } from '../../errors';
import { bearerOf } from '../../http';

const SHAPE = /^[\w-]+\.[\w-]*\.[\w-]*$/;
const TENANT = /^[A-Za-z0-9_-]{1,64}$/;

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

/** Returns the name of a tenant as settings and users contain it; `?`, which no tenant is called, for a malformed one. */
function readTenant(header: string | string[] | undefined): string {
  if (header === undefined) return '';
  return typeof header === 'string' && TENANT.test(header) ? header.toLowerCase().replaceAll('-', '_') : '?';
}

function refuseTwoKinds(): never {
  throw new ServiceError('auth_missing_credentials', CREDENTIALS_REFUSED, { hint: 'send one kind of credentials' });
}
