import { ServiceError } from '../../errors';
import { allows, type Caller } from '../../model';

/** Who runs the tools on the service's own machine, and the service itself where it acts for nobody: may do everything. */
export const OPERATOR: Caller = {
  id: 'operator',
  name: 'operator',
  roles: [],
  grants: [{ right: 'ADMIN', resource: { kind: 'all' } }],
};

export function isAdministrator(caller: Caller): boolean {
  return allows(caller, 'ADMIN', { kind: 'all' });
}

/** Users and roles are the business of administrators: who has ADMIN ON ALL. */
export function requireAdministrator(caller: Caller): void {
  if (!isAdministrator(caller)) throw new ServiceError('auth_forbidden', 'this needs ADMIN ON ALL');
}
