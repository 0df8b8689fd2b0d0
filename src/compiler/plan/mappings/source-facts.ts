import {
  nameKey,
  type ForeignKeyFacts,
  type Mapping,
  type Query,
  type ScalarTypeName,
  type SourceFacts,
  type SourceTable,
} from '../../../model';
import { comparisonOf, DECLARED_COMPARISON, type Resolved } from '../../values';
import type { Planning } from '../scope/planning';

const NOTHING = {
  keys: [],
  notNull: new Set<string>(),
  exact: new Set<string>(),
  comparisons: new Map<string, string>(),
  foreignKeys: [],
  disjointFrom: new Set<string>(),
};
/** Types whose equal values always have the same representation. */
const EXACT: ReadonlySet<string> = new Set<ScalarTypeName>(['boolean', 'smallint', 'integer', 'bigint', 'date']);

const OF_TABLES = new WeakMap<SourceTable, SourceFacts>();
const OF_MAPPINGS = new WeakMap<Mapping, SourceFacts>();

/**
 * Returns the facts about a table from the catalogue of the data source. For an unknown table, only its identity is
 * known.
 */
export function tableFacts(planning: Planning, parts: readonly string[]): SourceFacts {
  const table = planning.findTable(parts);
  if (table === undefined) {
    return { id: tableId(parts.join('.')), ...NOTHING };
  }
  let facts = OF_TABLES.get(table);
  if (facts === undefined) {
    facts = readTable(table);
    OF_TABLES.set(table, facts);
  }
  return facts;
}

function readTable(table: SourceTable): SourceFacts {
  const comparisons = new Map<string, string>();
  for (const column of table.columns) {
    const comparison = comparisonOf(column);
    if (comparison !== undefined) comparisons.set(nameKey(column.name), comparison);
  }
  const keys = [table.primaryKey, ...table.uniqueKeys].map((key) => key.map(nameKey));
  return {
    id: tableId(table.name),
    isBaseTable: !table.isView,
    columns: new Set(table.columns.map((column) => nameKey(column.name))),
    keys: keys.filter((key) => key.length > 0 && key.every((column) => comparisons.has(column))),
    comparisons,
    notNull: new Set(table.columns.filter((column) => !column.nullable).map((column) => nameKey(column.name))),
    exact: new Set(
      table.columns.filter(({ type }) => type && EXACT.has(type.name)).map((column) => nameKey(column.name)),
    ),
    foreignKeys: table.foreignKeys.map((key) => ({
      columns: key.columns.map(nameKey),
      target: tableId(key.table),
      targetColumns: key.targetColumns.map(nameKey),
    })),
    disjointFrom: new Set(),
  };
}

/** Returns the facts that the author of a mapping declares about its rows, by output column. */
export function mappingFacts(mapping: Mapping): SourceFacts {
  let facts = OF_MAPPINGS.get(mapping);
  if (facts === undefined) {
    facts = {
      id: mappingId(nameKey(mapping.name)),
      mapping: mapping.name,
      keys: mapping.unique,
      notNull: new Set(mapping.notNull),
      exact: new Set(),
      comparisons: new Map(mapping.unique.flat().map((column) => [column, DECLARED_COMPARISON])),
      foreignKeys: mapping.foreignKeys.map((key) => ({ ...key, target: mappingId(key.mapping) })),
      disjointFrom: new Set(mapping.disjointFrom.map(mappingId)),
    };
    OF_MAPPINGS.set(mapping, facts);
  }
  return facts;
}

/**
 * Returns the resolved query of a mapping. If it returns all rows of one table, the mapping's declarations also apply
 * to that table. A query with a condition returns only part of the rows, so its declarations do not.
 */
export function declareOnTable(planning: Planning, mapping: Mapping, query: Query<Resolved>): Query<Resolved> {
  const names = tableColumns(query);
  if (names === undefined || query.kind !== 'select' || query.from?.kind !== 'table') return query;
  const declared = mappingFacts(mapping);
  const known = query.from.facts;
  if (known === undefined || !declares(declared)) return query;
  const translated = translate(declared, names);
  const facts: SourceFacts = {
    ...known,
    keys: [...known.keys, ...translated.keys],
    notNull: new Set([...known.notNull, ...translated.notNull]),
    comparisons: new Map([...translated.comparisons, ...known.comparisons]),
    foreignKeys: [
      ...known.foreignKeys,
      ...mapping.foreignKeys.flatMap((key, index) => {
        const columns = translated.foreignKeys[index];
        return columns === undefined ? [] : [columns, ...toTable(planning, key, columns)];
      }),
    ],
  };
  return { ...query, from: { ...query.from, facts } };
}

function declares({ keys, notNull, foreignKeys }: SourceFacts): boolean {
  return keys.length > 0 || notNull.size > 0 || foreignKeys.length > 0;
}

function translate(
  facts: SourceFacts,
  names: ReadonlyMap<string, string>,
): Pick<SourceFacts, 'keys' | 'notNull' | 'comparisons' | 'foreignKeys'> {
  const rename = (columns: Iterable<string>): readonly string[] =>
    [...columns].map((column) => names.get(column) ?? column);
  return {
    keys: facts.keys.map(rename),
    notNull: new Set(rename(facts.notNull)),
    comparisons: new Map(
      [...facts.comparisons].map(([column, comparison]) => [names.get(column) ?? column, comparison]),
    ),
    foreignKeys: facts.foreignKeys.map((key) => ({ ...key, columns: rename(key.columns) })),
  };
}

/** Converts a foreign key to a mapping of one whole table into a foreign key to that table. */
function toTable(
  planning: Planning,
  { mapping, targetColumns }: Mapping['foreignKeys'][number],
  key: ForeignKeyFacts,
): readonly ForeignKeyFacts[] {
  const source = planning.ontology.mappings.get(mapping)?.source;
  if (source?.kind !== 'parsed' || source.query.kind !== 'select' || source.query.from?.kind !== 'table') return [];
  const names = tableColumns(source.query);
  if (names === undefined) return [];
  const { id } = tableFacts(
    planning,
    source.query.from.table.parts.map((part) => part.name),
  );
  return [{ ...key, target: id, targetColumns: targetColumns.map((column) => names.get(column) ?? column) }];
}

/** A phase in which a column has a name, resolved or as written. */
interface ColumnPhase {
  readonly reference:
    { readonly name: string } | { readonly parts: readonly { readonly name: string }[]; readonly quote?: 'double' };
  readonly table: object;
}

/**
 * Returns the columns of a query over all rows of one table, by their output names. Returns undefined for any other
 * query.
 */
function tableColumns<P extends ColumnPhase>(query: Query<P>): ReadonlyMap<string, string> | undefined {
  if (query.kind !== 'select' || query.from?.kind !== 'table' || !isWhole(query)) return undefined;
  const names = new Map<string, string>();
  for (const { expression, alias } of query.items) {
    if (expression.kind !== 'reference') return undefined;
    const name = nameOf(expression.reference);
    names.set(nameKey(alias?.name ?? name), nameKey(name));
  }
  return names;
}

function nameOf(reference: ColumnPhase['reference']): string {
  return 'name' in reference ? reference.name : (reference.parts.at(-1)?.name ?? '');
}

function isWhole<P extends ColumnPhase>(query: Extract<Query<P>, { kind: 'select' }>): boolean {
  const cuts = [query.with, query.where, query.having, query.qualify, query.limit, query.offset];
  return cuts.every((cut) => cut === undefined) && !query.distinct && query.groupBy.length === 0;
}

function tableId(name: string): string {
  return `table ${name}`;
}

function mappingId(key: string): string {
  return `mapping ${key}`;
}
