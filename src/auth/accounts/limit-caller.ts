import { type Caller, type Grant, nameKey, type Right } from '../../model';

/** What an API token may do less than its user. */
export interface TokenLimits {
  readonly isReadOnly: boolean;
  /** Name keys; null: all ontologies. */
  readonly ontologies: readonly string[] | null;
}

/** The rights that remain of each right for a token that only reads. */
const READING: Readonly<Record<Right, readonly Right[]>> = {
  ACCESS: ['ACCESS'],
  QUERY: ['QUERY'],
  EDIT: ['ACCESS'],
  ADMIN: ['QUERY', 'UNMASK'],
  UNMASK: ['UNMASK'],
  CREATE: [],
  'CREATE DATASOURCE': [],
  AUTH: [],
};

/** Returns the caller of a limited token: the rights are those that both the user and the token have. */
export function limitCaller(caller: Caller, token: string, { isReadOnly, ontologies }: TokenLimits): Caller {
  if (!isReadOnly && ontologies === null) return caller;
  const inside = ontologies === null ? caller.grants : caller.grants.flatMap((grant) => limitGrant(grant, ontologies));
  const grants = isReadOnly
    ? inside.flatMap(({ right, resource }) => READING[right].map((remaining) => ({ right: remaining, resource })))
    : inside;
  return { ...caller, grants, token: { name: token, isReadOnly } };
}

/** Returns the parts of a grant that are about the ontologies. */
function limitGrant(grant: Grant, ontologies: readonly string[]): readonly Grant[] {
  const { right, resource } = grant;
  if (right.startsWith('CREATE')) return [];
  if (resource.kind === 'all')
    return ontologies.map((ontology) => ({ right, resource: { kind: 'ontology', ontology } }));
  return 'ontology' in resource && ontologies.includes(nameKey(resource.ontology)) ? [grant] : [];
}
