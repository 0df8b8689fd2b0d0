import {
  nameKey,
  type Expression,
  type Mapping,
  type Query,
  type Select,
  type Source,
  type SourceColumn,
  type SourceTable,
  type TableSource,
  type Written,
  type WrittenName,
} from '../../../model';
import { isExpression } from '../../tree';
import type { PlanContext } from '../scope/planning';

/** Access to the catalogues of data sources. */
export interface WithCatalogue {
  readonly context: Pick<PlanContext, 'findTable'>;
}

/**
 * Returns the catalogue's description of the column that a mapping maps directly to a key, or undefined if it is not a
 * plain column or the catalogue does not list it.
 */
export function storedColumn({ context }: WithCatalogue, mapping: Mapping, key: string): SourceColumn | undefined {
  const select = selectOf(mapping);
  const item = select?.items[mapping.columns.findIndex((known) => known.key === key)]?.expression;
  if (select?.from === undefined || item?.kind !== 'reference') return undefined;
  const parts = tableOf(select.from, item.reference);
  const table = parts && context.findTable?.(mapping.dataSource, parts);
  return table && columnsOf(table).get(nameKey(item.reference.parts.at(-1)?.name ?? ''));
}

/** Returns the single SELECT of a mapping without WITH, in which every name in FROM is a table. */
function selectOf({ source }: Mapping): Select<Written> | undefined {
  const query = source.kind === 'parsed' ? source.query : undefined;
  return query?.kind === 'select' && query.with === undefined ? query : undefined;
}

/** Returns the table of a column: the table of its qualifier, or the only one. */
function tableOf(from: Source<Written>, { parts }: WrittenName): readonly string[] | undefined {
  const qualifier = parts.at(-2)?.name;
  if (from.kind === 'join') {
    if (qualifier === undefined) return undefined;
    return tableOf(from.left, { parts }) ?? tableOf(from.right, { parts });
  }
  if (from.kind === 'derived') return undefined;
  return isNamed(nameOf(from), { parts }) ? from.table.parts.map((part) => part.name) : undefined;
}

function nameOf({ alias, table }: TableSource<Written>): string {
  return alias?.name ?? table.parts.at(-1)?.name ?? '';
}

/** Reports whether a column can belong to the source: it has the source's name as qualifier, or no qualifier. */
function isNamed(source: string, { parts }: WrittenName): boolean {
  const qualifier = parts.at(-2)?.name;
  return qualifier === undefined || nameKey(qualifier) === nameKey(source);
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

const BYTES = /^(?:(?:var)?binary|(?:tiny|medium|long)?blob|bytea)\b/i;
/** Functions that return one of their arguments, and functions that return bytes. */
const PASSING: ReadonlySet<string> = new Set(['MIN', 'MAX', 'ANY_VALUE', 'COALESCE', 'IFNULL', 'NULLIF', 'IF']);
const OF_BYTES: ReadonlySet<string> = new Set(['UNHEX', 'FROM_BASE64', 'UUID_TO_BIN']);

/**
 * Reports whether a mapping provides bytes for a key, as far as its query and the catalogue show: a binary column, or
 * an expression over one.
 */
export function givesBytes({ context }: WithCatalogue, mapping: Mapping, key: string): boolean {
  const { source, dataSource, columns } = mapping;
  const index = columns.findIndex((known) => known.key === key);
  const findColumn = (parts: readonly string[], name: string): SourceColumn | undefined => {
    const table = context.findTable?.(dataSource, parts);
    return table && columnsOf(table).get(nameKey(name));
  };
  return source.kind === 'parsed' && index >= 0 && isOfBytes(source.query, index, findColumn);
}

type FindColumn = (parts: readonly string[], name: string) => SourceColumn | undefined;

function isOfBytes(query: Query<Written>, index: number, find: FindColumn): boolean {
  if (query.kind === 'set') return isOfBytes(query.left, index, find) || isOfBytes(query.right, index, find);
  const item = query.items[index]?.expression;
  return item !== undefined && isExpression(item) && areBytes(item, query.from, find);
}

function areBytes(value: Expression<Written>, from: Source<Written> | undefined, find: FindColumn): boolean {
  const inner = (one: Expression<Written> | undefined): boolean => one !== undefined && areBytes(one, from, find);
  switch (value.kind) {
    case 'reference':
      return from !== undefined && isColumnOfBytes(value.reference, from, find);
    case 'cast':
      return value.type.name === 'binary';
    case 'case':
      return value.branches.some(({ then }) => inner(then)) || inner(value.otherwise);
    case 'scalar-query':
      return isOfBytes(value.query, 0, find);
    case 'call':
      if (OF_BYTES.has(value.name)) return true;
      return PASSING.has(value.name) && value.arguments.some((argument) => isExpression(argument) && inner(argument));
    default:
      return false;
  }
}

function isColumnOfBytes(name: WrittenName, from: Source<Written>, find: FindColumn): boolean {
  if (from.kind === 'join') return isColumnOfBytes(name, from.left, find) || isColumnOfBytes(name, from.right, find);
  const column = name.parts.at(-1)?.name ?? '';
  if (from.kind === 'derived') {
    return isNamed(from.alias.name, name) && isOfBytes(from.query, indexOf(from.query, column), find);
  }
  if (!isNamed(nameOf(from), name)) return false;
  const found = find(from.table.parts.map((part) => part.name), column); // prettier-ignore
  return found !== undefined && BYTES.test(found.nativeType);
}

/** Returns the index of a column of a query by its name, or -1 if no item has that name. */
function indexOf(query: Query<Written>, column: string): number {
  if (query.kind === 'set') return indexOf(query.left, column);
  return query.items.findIndex(({ alias, expression }) => {
    const name = alias?.name ?? (expression.kind === 'reference' ? expression.reference.parts.at(-1)?.name : undefined);
    return name !== undefined && nameKey(name) === nameKey(column);
  });
}
