import { quoteName } from '../parts/statements';

/** The rights that can be granted on an ontology, from the least (docs/http-api.md). */
export const RIGHTS = ['ACCESS', 'QUERY', 'EDIT', 'UNMASK', 'ADMIN'] as const;

export type GranteeType = 'user' | 'role';

/** Returns the resource of an ontology as GRANT names it. */
export function resourceOf(ontology: string): string {
  return `ontology.${quoteName(ontology)}`;
}

/** Reports whether a resource of SHOW PERMISSIONS concerns an ontology: the ontology, a part of it, or everything. */
export function concerns(resource: string, ontology: string): boolean {
  const quoted = quoteName(ontology.toLowerCase());
  const isPart = ['ontology', 'datasource'].some((kind) => `${resource}.`.startsWith(`${kind}.${quoted}.`));
  return resource === 'ALL' || isPart;
}

export function grantStatement(right: string, resource: string, type: GranteeType, grantee: string): string {
  return `GRANT ${right} ON ${resource} TO ${type.toUpperCase()} ${quoteName(grantee)}`;
}

export function revokeStatement(right: string, resource: string, type: GranteeType, grantee: string): string {
  return `REVOKE ${right} ON ${resource} FROM ${type.toUpperCase()} ${quoteName(grantee)}`;
}
