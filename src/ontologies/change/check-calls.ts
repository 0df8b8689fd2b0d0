import { dialectOf } from '../../compiler/dialects';
import { type CreateMapping } from '../../compiler/statement';
import { type EnginesService } from '../../engines';
import { ServiceError } from '../../errors';
import { nameKey, type Ontology } from '../../model';
import { type PreparedChange } from './workspace';

/**
 * Rejects mappings `WITHOUT PARSING` in a request that call a DuckDB table function which mappings may not call, with
 * the position of the call. Stored mappings are checked by the statements that read them.
 */
export async function checkCalls(
  engines: EnginesService,
  { workspace }: PreparedChange,
  ontology: Ontology,
): Promise<void> {
  for (const statement of workspace.statements) {
    if (statement.kind !== 'create-mapping' || statement.source.kind !== 'opaque') continue;
    const { name, source } = statement;
    if (!canCallFunctions(ontology, statement)) continue;
    const called = await engines.findRefusedCall(source.text);
    if (called === undefined) continue;
    const message = `mapping \`${name.name}\`: may not call the table function "${called.name}"`;
    const offset = source.at === undefined ? name.at : source.at + called.at;
    throw new ServiceError('ontology_invalid', message, { hint: called.hint, offset });
  }
}

/** Reports whether the mapping exists after the request and its data source supports function calls in FROM. */
function canCallFunctions({ mappings, dataSources }: Ontology, { name }: CreateMapping): boolean {
  const mapping = mappings.get(nameKey(name.name));
  return mapping !== undefined && dialectOf(dataSources.get(mapping.dataSource)?.type).traits.hasTableFunctions;
}
