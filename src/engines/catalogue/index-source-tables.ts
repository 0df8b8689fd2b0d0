import { type DialectName, type SourceTable } from '../../model';
import { CATALOGUE_DIALECTS } from './read-rows';

/** A function that finds a table by the parts of its name in a mapping. It finds only tables of the connection's own database or schema. */
export type FindSourceTable = (parts: readonly string[]) => SourceTable | undefined;

export function indexSourceTables(tables: readonly SourceTable[], dialect: DialectName): FindSourceTable {
  const { keyOfTable } = CATALOGUE_DIALECTS[dialect];
  const byName = new Map(tables.map((table) => [keyOfTable(table.name), table]));
  return ([name, ...others]) => (name === undefined || others.length > 0 ? undefined : byName.get(keyOfTable(name)));
}
