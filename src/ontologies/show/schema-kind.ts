import { ServiceError, suggest } from '../../errors';
import { nameKey, schemaNames } from '../../model';

/** What the schemas of a service show, in the order of `schemaNames`. */
const KINDS = ['plain', 'extended', 'deep', 'views'] as const;
export type SchemaKind = (typeof KINDS)[number];

/** What a schema shows; without its name the one that unqualified names mean. An unknown one is refused. */
export function schemaKind(serviceName: string, schema = `d${serviceName}`): SchemaKind {
  const names = schemaNames(serviceName);
  const kind = KINDS[names.findIndex((name) => nameKey(name) === nameKey(schema))];
  if (kind !== undefined) return kind;
  const hint = suggest(schema, names) ?? `schemas: ${names.join(', ')}`;
  throw new ServiceError('plan_unknown_table', `there is no schema "${schema}"`, { hint });
}
