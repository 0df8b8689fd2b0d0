import { type Cell, type SourceColumn, type SourceTable } from '../../model';
import { type Engine, type RunOptions } from '../running/engine';
import { type CatalogueDialect } from './catalogue-dialect';
import { CATALOGUE_DIALECTS, readRows } from './read-rows';

type Row = readonly Cell[];

/** A constraint; `columns` and `targetColumns` grow row by row. */
interface Key {
  readonly kind: string;
  readonly columns: string[];
  readonly table: string;
  readonly targetColumns: string[];
}

/** Reads tables, columns and keys from the catalogue of the data source, ordered by table name. */
export async function readSourceCatalogue(engine: Engine, options: RunOptions): Promise<readonly SourceTable[]> {
  const dialect = CATALOGUE_DIALECTS[engine.dialect];
  const tables = await readRows(engine, { sql: dialect.tables }, options);
  const columns = byTable(await readRows(engine, { sql: dialect.columns }, options));
  const keys = byTable(await readRows(engine, { sql: dialect.keys }, options));
  return tables
    .map(([name, isView]) => {
      const table = String(name);
      const own = (columns.get(table) ?? []).map((row) => readColumn(row, dialect));
      return { name: table, isView: isView === 'YES', columns: own, ...sortKeys(readKeys(keys.get(table) ?? [])) };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Groups rows by the table name in their first column. */
function byTable(rows: readonly Row[]): ReadonlyMap<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const table = String(row[0]);
    const group = groups.get(table) ?? [];
    groups.set(table, group);
    group.push(row);
  }
  return groups;
}

function readColumn([, name, nativeType, isNullable, collation]: Row, { typeOf }: CatalogueDialect): SourceColumn {
  return {
    name: String(name),
    nativeType: String(nativeType),
    type: typeOf(String(nativeType)),
    nullable: isNullable === 'YES',
    ...(typeof collation === 'string' && { collation }),
  };
}

function readKeys(rows: readonly Row[]): Key[] {
  const keys = new Map<string, Key>();
  for (const [, constraint, kind, column, table, targetColumn] of rows) {
    const id = JSON.stringify([kind, constraint]);
    const key = keys.get(id) ?? { kind: String(kind), columns: [], table: String(table), targetColumns: [] };
    keys.set(id, key);
    key.columns.push(String(column));
    if (targetColumn !== null) key.targetColumns.push(String(targetColumn));
  }
  return [...keys.values()];
}

function sortKeys(keys: readonly Key[]): Pick<SourceTable, 'primaryKey' | 'uniqueKeys' | 'foreignKeys'> {
  const ofKind = (kind: string) => keys.filter((key) => key.kind === kind);
  return {
    primaryKey: ofKind('PRIMARY KEY')[0]?.columns ?? [],
    uniqueKeys: ofKind('UNIQUE').map((key) => key.columns),
    foreignKeys: ofKind('FOREIGN KEY').map(({ columns, table, targetColumns }) => ({ columns, table, targetColumns })),
  };
}
