import { type Environment } from '../../config';
import { type ErrorDetails } from '../../errors';
import { allows, type Caller } from '../../model';

/** A data source, by the name of its ontology and its own. */
export interface NamedSource {
  readonly ontology: string;
  readonly dataSource: string;
}

/**
 * Returns why a data source could not be opened, if the caller may see it. Administrators of the data source may see what
 * concerns hosts and files only where the operator lists the allowed hosts: a definition then reaches no other hosts,
 * which they could explore. `source` is undefined for a data source of no ontology, which the caller may define.
 */
export function reasonFor(
  caller: Caller,
  { reason, ownReason }: ErrorDetails,
  source: NamedSource | undefined,
  { allowedDataSourceHosts }: Pick<Environment, 'allowedDataSourceHosts'>,
): string | undefined {
  if (allows(caller, 'ADMIN', { kind: 'all' })) return ownReason ?? reason;
  if (source !== undefined && !allows(caller, 'ADMIN', { kind: 'datasource', ...source })) return undefined;
  return ownReason ?? (allowedDataSourceHosts.length > 0 ? reason : undefined);
}
