import { type CreateMapping, type LinkEnd } from '../../compiler/statement';
import { type Select, type SelectItem, type Source, type Written } from '../../model';
import { type NamedEnd, type NamedLink } from './name-relationships';
import { type NamedTable, namesOf } from './named-table';
import { toIdentifiers } from './ontology-name';

type Selected = Pick<Select<Written>, 'items' | 'from'>;

/** Returns CREATE MAPPING of a table into its concept, by default with all columns of the table. */
export function draftMapping(table: NamedTable, selected = selectAll(table)): CreateMapping {
  return mapping(`map_${table.name}`, { kind: 'concepts', concepts: toIdentifiers([table.name]) }, selected);
}

/** Returns CREATE MAPPING of this name for a link table. Its columns besides the keys become link columns. */
export function draftLinkMapping({ table, ends }: NamedLink, name: string): CreateMapping {
  return mapping(name, { kind: 'link', ends: ends.map((end) => linkEnd(table, end)) }, selectAll(table));
}

function mapping(name: string, target: CreateMapping['target'], selected: Selected): CreateMapping {
  const query = {
    kind: 'select',
    distinct: false,
    groupBy: [],
    rollup: false,
    windows: [],
    orderBy: [],
    ...selected,
  } as const;
  const source = { kind: 'parsed', query } as const;
  return { kind: 'create-mapping', orReplace: false, name: { name }, declarations: [], target, source };
}

function linkEnd(table: NamedTable, { to, key, name }: NamedEnd): LinkEnd {
  return {
    relationship: { name },
    columns: toIdentifiers(namesOf(table, key.columns)),
    concept: { name: to.name },
    targetColumns: toIdentifiers(namesOf(to, key.targetColumns)),
  };
}

/** Selects every column AS its property. */
function selectAll(table: NamedTable): Selected {
  const items = table.columns.map(({ source: column, name }): SelectItem<Written> => {
    const expression = { kind: 'reference', reference: { parts: toIdentifiers([column.name]) } } as const;
    return { expression, alias: { name } };
  });
  return { items, from: tableOf(table) };
}

/** Returns the table of the data source as a source of FROM. */
export function tableOf({ source }: NamedTable): Source<Written> {
  return { kind: 'table', table: { parts: toIdentifiers([source.name]) } };
}
