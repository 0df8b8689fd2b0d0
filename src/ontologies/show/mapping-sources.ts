import { collectNames } from '../../compiler/ontology';
import { nameKey, type Mapping, type Ontology, type Query, type Source, type Written } from '../../model';

/** Returns the physical tables that a mapping reads, as written, or an empty list if its SQL is not parsed. */
export function tablesOf(mapping: Mapping): readonly string[] {
  if (mapping.source.kind === 'opaque') return [];
  const { tables, commonTables } = collectNames(mapping.source.query);
  const names = tables.map((table) => table.parts.map((part) => part.name).join('.'));
  return [...new Set(names)].filter((name) => !commonTables.has(nameKey(name)));
}

/** Returns the tables and data sources of several mappings, each as a comma-separated string. */
export function placesOf(ontology: Ontology, mappings: readonly Mapping[]): { tables: string; dataSources: string } {
  const tables = new Set(mappings.flatMap(tablesOf));
  const sources = new Set(mappings.map((mapping) => ontology.dataSources.get(mapping.dataSource)?.name ?? ''));
  return { tables: [...tables].join(','), dataSources: [...sources].join(',') };
}

export interface ColumnSource {
  /** Key of the mapping's output column. */
  readonly column: string;
  readonly sourceTable: string;
  readonly sourceColumn: string;
}

/** Returns the physical columns that each output column of a mapping is computed from. */
export function columnSources(mapping: Mapping): readonly ColumnSource[] {
  if (mapping.source.kind === 'opaque') return [];
  return selectsOf(mapping.source.query).flatMap((select) => {
    const tables = aliasesOf(select.from);
    return select.items.flatMap(({ expression }, index) => {
      const column = mapping.columns[index];
      if (column === undefined || column.key === '' || expression.kind === 'star') return [];
      return collectNames(expression).references.map(({ parts }) => {
        const sourceTable = tableOf(parts.at(-2)?.name, tables);
        return { column: column.key, sourceTable, sourceColumn: parts.at(-1)?.name ?? '' };
      });
    });
  });
}

function selectsOf(query: Query<Written>): Extract<Query<Written>, { kind: 'select' }>[] {
  return query.kind === 'select' ? [query] : [...selectsOf(query.left), ...selectsOf(query.right)];
}

/** Returns the tables by the name or alias that qualifies their columns. */
function aliasesOf(source: Source<Written> | undefined): Map<string, string> {
  if (source === undefined || source.kind === 'derived') return new Map();
  if (source.kind === 'join') return new Map([...aliasesOf(source.left), ...aliasesOf(source.right)]);
  const { parts } = source.table;
  const alias = source.alias?.name ?? parts.at(-1)?.name ?? '';
  return new Map([[nameKey(alias), parts.map((part) => part.name).join('.')]]);
}

function tableOf(qualifier: string | undefined, tables: ReadonlyMap<string, string>): string {
  if (qualifier !== undefined) return tables.get(nameKey(qualifier)) ?? qualifier;
  return tables.size === 1 ? ([...tables.values()][0] ?? '') : '';
}
