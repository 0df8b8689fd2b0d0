import { nameKey, quoteName } from './name';

/**
 * A right on a resource. ADMIN includes all others on its resource; EDIT, QUERY and UNMASK include ACCESS. CREATE and
 * CREATE DATASOURCE apply to the whole service. AUTH on a user is the right to act as this user, which no other right includes.
 */
export type Right = 'ACCESS' | 'QUERY' | 'EDIT' | 'ADMIN' | 'UNMASK' | 'CREATE' | 'CREATE DATASOURCE' | 'AUTH';

export type Resource =
  | { readonly kind: 'all' }
  | { readonly kind: 'ontology'; readonly ontology: string; readonly schema?: string }
  | { readonly kind: 'datasource'; readonly ontology: string; readonly dataSource: string }
  | { readonly kind: 'user'; readonly user: string }
  /** The data sources of all ontologies. */
  | { readonly kind: 'datasources' }
  /** All users, whom ADMIN on everything includes, and no other right. */
  | { readonly kind: 'users' };

/** A resource that is everything, or everything of a kind, so that it names nothing. */
type Whole = Extract<Resource, { readonly kind: 'all' | 'datasources' | 'users' }>;

export interface Grant {
  readonly right: Right;
  readonly resource: Resource;
}

/** The authenticated user of a request, with the rights of the user and of all of the user's roles. */
export interface Caller {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly grants: readonly Grant[];
  /** The name of the user who acts as this one; absent for users who act as themselves. */
  readonly impersonator?: string;
  /** The API token of the request, if it may do less than its user. */
  readonly token?: { readonly name: string; readonly isReadOnly: boolean };
  /** Present if a JWT authenticated the request, whose issuer decides how long the user may act. */
  readonly hasJwt?: true;
}

const IMPLIED_BY: Readonly<Record<Right, readonly Right[]>> = {
  ACCESS: ['ACCESS', 'QUERY', 'EDIT', 'ADMIN', 'UNMASK'],
  QUERY: ['QUERY', 'ADMIN'],
  EDIT: ['EDIT', 'ADMIN'],
  ADMIN: ['ADMIN'],
  UNMASK: ['UNMASK', 'ADMIN'],
  CREATE: ['CREATE', 'ADMIN'],
  'CREATE DATASOURCE': ['CREATE DATASOURCE', 'ADMIN'],
  AUTH: ['AUTH'],
};

/**
 * Reports whether one of the caller's grants includes `right` on `resource`. A grant on a whole covers its parts. For
 * ACCESS, a grant on a part also covers the whole.
 */
export function allows(caller: Caller, right: Right, resource: Resource): boolean {
  return caller.grants.some(
    (grant) => IMPLIED_BY[right].includes(grant.right) && covers(grant, resource, right === 'ACCESS'),
  );
}

function covers({ right, resource: granted }: Grant, asked: Resource, partShowsWhole: boolean): boolean {
  if (asked.kind === 'users') return granted.kind === 'users' || (granted.kind === 'all' && right === 'ADMIN');
  if (granted.kind === 'all') return true;
  if (granted.kind === 'users' || asked.kind === 'all' || asked.kind === 'datasources') return false;
  if (granted.kind === 'user' || asked.kind === 'user') return isSameUser(granted, asked);
  if (granted.kind === 'datasources') return coversFromDataSources(asked, partShowsWhole);
  return nameKey(granted.ontology) === nameKey(asked.ontology) && coversPart(granted, asked, partShowsWhole);
}

type OfOntology = Extract<Resource, { readonly ontology: string }>;

/** Works like `covers`, for a grant on the data sources of all ontologies. */
function coversFromDataSources(asked: OfOntology, partShowsWhole: boolean): boolean {
  return asked.kind === 'datasource' || (partShowsWhole && asked.schema === undefined);
}

/** Works like `covers`, for resources of one ontology. */
function coversPart(granted: OfOntology, asked: OfOntology, partShowsWhole: boolean): boolean {
  if (granted.kind === 'datasource') {
    return asked.kind === 'datasource'
      ? nameKey(granted.dataSource) === nameKey(asked.dataSource)
      : partShowsWhole && asked.schema === undefined;
  }
  if (granted.schema === undefined) return true;
  if (asked.kind === 'datasource') return false;
  return asked.schema === undefined ? partShowsWhole : nameKey(granted.schema) === nameKey(asked.schema);
}

function isSameUser(granted: Resource, asked: Resource): boolean {
  return granted.kind === 'user' && asked.kind === 'user' && nameKey(granted.user) === nameKey(asked.user);
}

/** Returns whether a resource is everything, or everything of a kind. */
export function isWholeResource(resource: { readonly kind: string }): resource is Whole {
  return ['all', 'datasources', 'users'].includes(resource.kind);
}

/** Prints a resource as GRANT names it. */
export function printResource(resource: Resource): string {
  if (resource.kind === 'all') return 'ALL';
  if (resource.kind === 'users') return 'ALL USER';
  if (resource.kind === 'datasources') return 'ALL DATASOURCE';
  if (resource.kind === 'user') return `user.${quoteName(resource.user)}`;
  const ontology = quoteName(resource.ontology);
  if (resource.kind === 'datasource') return `datasource.${ontology}.${quoteName(resource.dataSource)}`;
  return `ontology.${ontology}${resource.schema === undefined ? '' : `.schema.${quoteName(resource.schema)}`}`;
}
