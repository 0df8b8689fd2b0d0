import { nameKey, type OutputColumn } from '../../model';
import type { AddedTables } from '../../query';
import type { ListedDatabase, MetadataSource, MetadataTable } from './metadata-table';
import { MODEL_TABLES } from './model-tables';
import { SERVER_TABLES } from './server-tables';

export const INFORMATION_SCHEMA = 'information_schema';
const PREFIX = `${INFORMATION_SCHEMA}.`;

const TABLES: ReadonlyMap<string, MetadataTable> = new Map(Object.entries({ ...MODEL_TABLES, ...SERVER_TABLES }));

/** Returns the name under which the compiler finds a table of INFORMATION_SCHEMA; undefined if there is no such table. */
export function nameOfMetadata(table: string): string | undefined {
  const key = nameKey(table);
  return TABLES.has(key) ? PREFIX + key : undefined;
}

export const METADATA_NAMES: readonly string[] = [...TABLES.keys()];

/** Returns the tables of INFORMATION_SCHEMA for a statement. `read` is called once, when the first of them is read. */
export function metadataTables(read: () => Promise<MetadataSource>): AddedTables {
  let source: Promise<MetadataSource> | undefined;
  return {
    find: (name) => find(name)?.columns,
    load: async (name) => {
      source ??= read();
      return find(name)?.rows(await source) ?? [];
    },
  };
}

/** INFORMATION_SCHEMA lists itself. */
export function databaseOfMetadata(): ListedDatabase {
  const tables = [...TABLES].map(([key, { columns }]) => ({
    name: key.toUpperCase(),
    isView: true,
    comment: '',
    columns: columns.map(({ name, type }: OutputColumn) => ({ name, type, comment: '' })),
    primaryKey: [],
    references: [],
  }));
  return { name: INFORMATION_SCHEMA, comment: '', tables };
}

function find(name: string): MetadataTable | undefined {
  const key = nameKey(name);
  return key.startsWith(PREFIX) ? TABLES.get(key.slice(PREFIX.length)) : undefined;
}
