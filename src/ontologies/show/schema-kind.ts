import { ServiceError, suggest } from '../../errors';
import { nameKey, schemaNames } from '../../model';

/** The kinds of the schemas of a service, in the order of `schemaNames`. */
const KINDS = ['plain', 'extended', 'deep', 'views'] as const;
export type SchemaKind = (typeof KINDS)[number];

/** Returns the kind of a schema; the default is the schema of unqualified names. Rejects an unknown schema. */
export function schemaKind(serviceName: string, schema = `d${serviceName}`): SchemaKind {
  const names = schemaNames(serviceName);
  const kind = KINDS[names.findIndex((name) => nameKey(name) === nameKey(schema))];
  if (kind !== undefined) return kind;
  const hint = suggest(schema, names) ?? `schemas: ${names.join(', ')}`;
  throw new ServiceError('plan_unknown_table', `there is no schema "${schema}"`, { hint });
}
