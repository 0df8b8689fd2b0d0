import { allows, type Caller, schemaNames } from '../../model';

/** The kinds of tables that URL filters query. */
export type TableKind = 'concept' | 'view';

/** Returns the kinds of tables that the caller may query in an ontology: QUERY may be granted on each schema. */
export function queryableKinds(caller: Caller, ontology: string, serviceName: string): readonly TableKind[] {
  const [, , concepts, views] = schemaNames(serviceName);
  const kinds = [['concept', concepts], ['view', views]] as const; // prettier-ignore
  return kinds
    .filter(([, schema = '']) => allows(caller, 'QUERY', { kind: 'ontology', ontology, schema }))
    .map(([kind]) => kind);
}
