import { type Mapping, type Ontology } from '../../model';
import { changeSecrets, isMoved } from './change-secrets';
import { type Workspace } from './workspace';

/** A mapping that a request applies. `at` is the offset of its name, if the request contains its statement. */
export interface AppliedMapping {
  readonly mapping: Mapping;
  readonly at: number | undefined;
}

/**
 * Returns the mappings that a request defines, and those that it moves to another data source or whose data source it
 * redefines, by the key of their data source.
 */
export function appliedMappings(workspace: Workspace, ontology: Ontology): ReadonlyMap<string, AppliedMapping[]> {
  const { before, after } = workspace;
  const resealed = new Set(changeSecrets(workspace).map(({ dataSource }) => dataSource));
  const bySource = new Map<string, AppliedMapping[]>();
  for (const [key, mapping] of ontology.mappings) {
    const definition = after.mappings.get(key);
    const { dataSource } = mapping;
    const isKept =
      before.mappings.get(key) === definition &&
      (definition?.dataSource !== undefined || before.activeDataSource === dataSource) &&
      !isMoved(before, after, dataSource) &&
      !resealed.has(dataSource);
    if (isKept) continue;
    bySource.set(dataSource, [...(bySource.get(dataSource) ?? []), { mapping, at: definition?.name.at }]);
  }
  return bySource;
}
