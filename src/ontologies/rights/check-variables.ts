import { type CreateDataSource, isVariableOption, type VariableOption } from '../../compiler/statement';
import { type DataSourceVariables } from '../../config';
import { ServiceError } from '../../errors';
import { allows, type Caller, nameKey } from '../../model';
import { serversOf } from '../sources/servers-of';

/**
 * Rejects a data source that names environment variables which DATA_SOURCE_ENVS does not list for its servers. A variable that is listed
 * without a server requires ADMIN ON ALL, because its value could be sent anywhere. The error is the same whether a variable is
 * listed or set, except for callers with ADMIN ON ALL.
 */
export function checkVariables(caller: Caller, source: CreateDataSource, variables: DataSourceVariables): void {
  const named = source.options.filter(isVariableOption);
  if (named.length === 0) return;
  const options = source.options.flatMap((option) =>
    isVariableOption(option) ? [] : [[nameKey(option.name.name), option.value] as const],
  );
  const servers = serversOf(source.type, new Map(options));
  const isAdministrator = allows(caller, 'ADMIN', { kind: 'all' });
  for (const option of named) {
    if (!variables.allows(option.variable.name, servers, isAdministrator)) throw refusal(option, isAdministrator);
  }
}

function refusal({ name, variable }: VariableOption, isAdministrator: boolean): ServiceError {
  const message = `the environment variable "${variable.name}" may not be the ${name.name} of this data source`;
  const hint = isAdministrator
    ? 'DATA_SOURCE_ENVS must list it, alone or with each host of the data source'
    : 'DATA_SOURCE_ENVS must list it with each host of the data source; alone it is for callers with ADMIN ON ALL';
  return new ServiceError('ontology_invalid', message, { hint, offset: variable.at });
}
