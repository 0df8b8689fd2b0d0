import { ServiceError } from '../../../errors';
import {
  nameKey,
  printScalarType,
  sameScalarType,
  type CastType,
  type Mapping,
  type Property,
  type ScalarType,
  type ScalarTypeName,
  type Select,
  type Source,
  type SourceColumn,
  type SourceTable,
  type Written,
  type WrittenName,
} from '../../../model';
import type { Column } from '../plan';
import type { PlanContext, Planning } from '../planning';

/** What tells of the tables of data sources. */
interface WithCatalogue {
  readonly context: Pick<PlanContext, 'findTable'>;
}

const TEMPORAL: ReadonlySet<ScalarTypeName> = new Set(['date', 'time', 'timestamp']);
const NUMBERS: ReadonlySet<ScalarTypeName> = new Set(['boolean', 'smallint', 'integer', 'bigint', 'decimal', 'float', 'double']); // prettier-ignore
/** Native types of text on every engine; a UUID or a JSON reads as text, but is none. */
const TEXTS = /^(?:(?:var)?char|(?:tiny|medium|long)?text)\b/i;

/**
 * What a property is read as, where the mapping gives a column of the data source as it is: the type of the property, and
 * of one that is text what the column holds. A number is no date or time: which one it stands for nobody can guess (422).
 */
export function propertyType(
  planning: Planning,
  mapping: Mapping,
  { name, type }: Property,
): Pick<Column, 'type' | 'scale' | 'stored'> {
  const isTemporal = TEMPORAL.has(type.name);
  const column = isTemporal || type.name === 'string' ? storedColumn(planning, mapping, nameKey(name)) : undefined;
  const stored = column === undefined ? undefined : heldBy(column);
  if (isTemporal && column !== undefined && stored !== undefined && NUMBERS.has(stored)) {
    const message = `the mapping "${mapping.name}" gives "${name}", a ${printScalarType(type)}, from a column of type ${column.nativeType}`;
    throw new ServiceError('plan_bad_mapping', message, {
      hint: 'map an expression that makes it of the number, such as FROM_UNIXTIME(...) or STR_TO_DATE(..., \'%Y%m%d\')', // prettier-ignore
    });
  }
  return { type: type.name, scale: type.scale, ...(type.name === 'string' && stored && { stored }) };
}

/**
 * What a text of the data source must be cast to, where the property is none and the engine does not read texts as MySQL
 * does: the number that it begins with, the date or time that it is or else NULL. Undefined where it stays as it is.
 */
export function castOfText(planning: Planning, mapping: Mapping, { name, type }: Property): CastType | undefined {
  const cast = CASTS[type.name]?.(type);
  if (cast === undefined || planning.ontology.dataSources.get(mapping.dataSource)?.type === 'mysql') return undefined;
  const column = storedColumn(planning, mapping, nameKey(name));
  return column !== undefined && heldBy(column) === 'string' ? cast : undefined;
}

/** A `decimal` without digits stays as it is (spec 2, "Values in answers"), and a boolean, of which engines read the words. */
const CASTS: Readonly<Partial<Record<ScalarTypeName, (type: ScalarType) => CastType | undefined>>> = {
  smallint: () => ({ name: 'signed' }),
  integer: () => ({ name: 'signed' }),
  bigint: () => ({ name: 'signed' }),
  float: () => ({ name: 'double' }),
  double: () => ({ name: 'double' }),
  decimal: ({ precision, scale }) =>
    precision === undefined ? undefined : { name: 'decimal', precision, scale: scale ?? 0 },
  date: () => ({ name: 'date' }),
  time: () => ({ name: 'time', length: 6 }),
  timestamp: () => ({ name: 'datetime', length: 6 }),
};

/** The type of a column that mappings give under one key and no property types, where the catalogue tells and all of them agree. */
export function linkColumnType(
  source: WithCatalogue,
  mappings: readonly Mapping[],
  key: string,
): ScalarType | undefined {
  const giving = mappings.filter((mapping) => mapping.columns.some((column) => column.key === key));
  const [first, ...others] = giving.map((mapping) => storedColumn(source, mapping, key));
  const type = first && heldBy(first) && first.type;
  const isShared = type !== undefined && others.every((other) => other?.type && sameScalarType(other.type, type));
  return isShared ? type : undefined;
}

function heldBy({ type, nativeType }: SourceColumn): ScalarTypeName | undefined {
  return type?.name === 'string' && !TEXTS.test(nativeType) ? undefined : type?.name;
}

/** The column that a mapping gives as it is under a key, as the catalogue tells of it. */
function storedColumn({ context }: WithCatalogue, mapping: Mapping, key: string): SourceColumn | undefined {
  const select = selectOf(mapping);
  const item = select?.items[mapping.columns.findIndex((known) => known.key === key)]?.expression;
  if (select?.from === undefined || item?.kind !== 'reference') return undefined;
  const parts = tableOf(select.from, item.reference);
  const table = parts && context.findTable?.(mapping.dataSource, parts);
  return table && columnsOf(table).get(nameKey(item.reference.parts.at(-1)?.name ?? ''));
}

/** The one SELECT of a mapping, in which a name of FROM is a table. */
function selectOf({ source }: Mapping): Select<Written> | undefined {
  const query = source.kind === 'parsed' ? source.query : undefined;
  return query?.kind === 'select' && query.with === undefined ? query : undefined;
}

/** The table that a column is of: that of its qualifier, or the only one. */
function tableOf(from: Source<Written>, { parts }: WrittenName): readonly string[] | undefined {
  const qualifier = parts.at(-2)?.name;
  if (from.kind === 'join') {
    if (qualifier === undefined) return undefined;
    return tableOf(from.left, { parts }) ?? tableOf(from.right, { parts });
  }
  if (from.kind === 'derived') return undefined;
  const name = from.alias?.name ?? from.table.parts.at(-1)?.name ?? '';
  const isNamed = qualifier === undefined || nameKey(qualifier) === nameKey(name);
  return isNamed ? from.table.parts.map((part) => part.name) : undefined;
}

const COLUMNS = new WeakMap<SourceTable, ReadonlyMap<string, SourceColumn>>();

function columnsOf(table: SourceTable): ReadonlyMap<string, SourceColumn> {
  let columns = COLUMNS.get(table);
  if (columns === undefined) {
    columns = new Map(table.columns.map((column) => [nameKey(column.name), column]));
    COLUMNS.set(table, columns);
  }
  return columns;
}
