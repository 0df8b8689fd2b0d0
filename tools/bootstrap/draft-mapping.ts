import { type CreateMapping, type LinkEnd } from '../../src/compiler/statement';
import { type Query, type SelectItem, type Written } from '../../src/model';
import { type NamedEnd, type NamedLink } from './name-relationships';
import { type NamedTable, namesOf } from './named-table';
import { toIdentifiers } from './ontology-name';

/** Returns CREATE MAPPING of a table into its concept. */
export function draftMapping(table: NamedTable): CreateMapping {
  return mapping(table, { kind: 'concepts', concepts: toIdentifiers([table.name]) });
}

/** Returns CREATE MAPPING of a link table. Its columns besides the keys become link columns. */
export function draftLinkMapping({ table, ends }: NamedLink): CreateMapping {
  return mapping(table, { kind: 'link', ends: ends.map((end) => linkEnd(table, end)) });
}

function mapping(table: NamedTable, target: CreateMapping['target']): CreateMapping {
  return {
    kind: 'create-mapping',
    orReplace: false,
    name: { name: `map_${table.name}` },
    declarations: [],
    target,
    source: { kind: 'parsed', query: selectAll(table) },
  };
}

function linkEnd(table: NamedTable, { to, key, name }: NamedEnd): LinkEnd {
  return {
    relationship: { name },
    columns: toIdentifiers(namesOf(table, key.columns)),
    concept: { name: to.name },
    targetColumns: toIdentifiers(namesOf(to, key.targetColumns)),
  };
}

/** Returns a query that selects every column AS its property. */
function selectAll({ source, columns }: NamedTable): Query<Written> {
  return {
    kind: 'select',
    distinct: false,
    items: columns.map(({ source: column, name }): SelectItem<Written> => {
      const expression = { kind: 'reference', reference: { parts: toIdentifiers([column.name]) } } as const;
      return { expression, alias: { name } };
    }),
    from: { kind: 'table', table: { parts: toIdentifiers([source.name]) } },
    groupBy: [],
    rollup: false,
    windows: [],
    orderBy: [],
  };
}
