import type { DialectName } from '../../../src/model';
import type { Dice } from './dice';
import {
  COLUMN_TYPES,
  DOMAINS,
  keyOf,
  printValue,
  randomValue,
  type ColumnType,
  type Domain,
  type Value,
} from './values';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly notNull: boolean;
}

export interface ForeignKey {
  readonly columns: readonly string[];
  readonly table: string;
  readonly targetColumns: readonly string[];
}

/** A table with constraints, which its rows meet. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly primaryKey: readonly string[];
  readonly uniqueKeys: readonly (readonly string[])[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly rows: readonly (readonly Value[])[];
}

/** Columns that contain keys of another table. */
export interface Reference {
  readonly columns: readonly string[];
  readonly table: string;
}

/** A table with additional information for the generator of ontologies. */
export interface TableDraft extends Table {
  readonly domain: Domain;
  /** The columns that identify its rows, declared or not; empty for a table of links or of values. */
  readonly key: readonly string[];
  readonly references: readonly Reference[];
  readonly kind: string | undefined;
  /** The other columns. */
  readonly data: readonly Column[];
  /** The numbers of the keys of its rows (`keyOf`). */
  readonly numbers: readonly number[];
}

/** Rows and constraints of a table under construction. */
interface Making {
  readonly columns: Column[];
  readonly values: ((row: number) => readonly Value[])[];
}

/** Generates three to seven tables: of entities with overlapping keys and references, of links, and of single values. */
export function randomTables(dice: Dice): readonly TableDraft[] {
  const domains = dice.times(dice.int(1, 2), () => dice.pick(DOMAINS));
  const entities: TableDraft[] = [];
  const count = dice.int(2, 4);
  while (entities.length < count) entities.push(entityTable(dice, dice.pick(domains), entities));
  const others = dice.times(dice.int(1, 3), (index) => sideTable(dice, `t${count + index + 1}`, entities));
  return [...entities, ...others];
}

function entityTable(dice: Dice, domain: Domain, others: readonly TableDraft[]): TableDraft {
  const name = `t${others.length + 1}`;
  const constraint = dice.pick(['primary', 'primary', 'primary', 'unique', 'nullable', 'none', 'none']);
  const kin = others.filter((other) => sameDomain(other.domain, domain) && other.key.length > 0);
  const above = dice.chance(45) ? dice.find(kin) : undefined;
  const numbers = keyNumbers(dice, constraint, above);
  const key = domain.map((_, index) => `${name}_k${index + 1}`);
  const mayBeNull = constraint === 'nullable' || (constraint === 'none' && dice.chance(50));
  const making: Making = {
    columns: key.map((column, index) => ({ name: column, type: domain[index] ?? 'integer', notNull: constraint === 'unique' || (constraint === 'none' && !mayBeNull && dice.chance(40)) })), // prettier-ignore
    values: [(row) => keyOf(domain, numbers[row] ?? 0).map((part) => (mayBeNull && dice.chance(8) ? null : part))],
  };
  const kind = dice.chance(50) ? addKind(dice, name, making) : undefined;
  const self = { name, domain, key, numbers };
  const references = dice.times(dice.int(0, 2), (index) => {
    const target = dice.chance(25) ? self : dice.pick([...others, self]);
    return addReference(dice, `${name}_r${index + 1}`, target, making);
  });
  const data = addData(dice, name, making);
  const rows = numbers.map((_, row) => making.values.flatMap((make) => make(row)));
  const ofKin = above !== undefined && above.primaryKey.length > 0 && dice.chance(80) ? [{ columns: key, table: above.name }] : []; // prettier-ignore
  return withKeys(dice, [...references, ...ofKin], others, {
    name, domain, key, references, kind, data, numbers, rows,
    columns: making.columns,
    primaryKey: constraint === 'primary' ? key : [],
    uniqueKeys: constraint === 'unique' || constraint === 'nullable' ? [key] : [],
    foreignKeys: [],
  }); // prettier-ignore
}

function keyNumbers(dice: Dice, constraint: string, above: TableDraft | undefined): readonly number[] {
  const pool = above === undefined ? dice.times(dice.int(3, 28), (index) => index) : [...new Set(above.numbers)];
  const most = dice.chance(20) ? 25 : 8;
  const distinct = dice.shuffle(dice.some(pool, 0, most));
  return constraint === 'none'
    ? distinct.flatMap((number) => (dice.chance(12) ? [number, number] : [number]))
    : distinct;
}

function addKind(dice: Dice, name: string, making: Making): string {
  const type = dice.pick(['string', 'string', 'integer'] as const);
  const column = { name: `${name}_kind`, type, notNull: dice.chance(60) };
  const kinds: readonly Value[] = type === 'string' ? ['x', 'y', 'z'] : [1, 2, 3];
  making.columns.push(column);
  making.values.push(() => [!column.notNull && dice.chance(10) ? null : dice.pick(kinds)]);
  return column.name;
}

type Target = Pick<TableDraft, 'name' | 'domain' | 'key' | 'numbers'>;

function addReference(dice: Dice, name: string, target: Target, making: Making): Reference {
  const columns = target.domain.map((_, index) => (target.domain.length === 1 ? name : `${name}${'ab'[index]}`));
  const notNull = target.numbers.length > 0 && dice.chance(35);
  const dangles = dice.chance(25);
  making.columns.push(...columns.map((column, index) => ({ name: column, type: target.domain[index] ?? 'integer', notNull }))); // prettier-ignore
  making.values.push(() => {
    const isNull = !notNull && (target.numbers.length === 0 || dice.chance(20));
    if (isNull) return columns.map(() => null);
    return keyOf(target.domain, dangles && dice.chance(20) ? 27 : dice.pick(target.numbers));
  });
  return { columns, table: target.name };
}

function addData(dice: Dice, name: string, making: Making): readonly Column[] {
  const data = dice.times(dice.int(1, 5), (index): Column => ({ name: `${name}_c${index + 1}`, type: dice.pick(COLUMN_TYPES), notNull: dice.chance(30) })); // prettier-ignore
  making.columns.push(...data);
  making.values.push(() => data.map(({ type, notNull }) => (!notNull && dice.chance(25) ? null : randomValue(dice, type)))); // prettier-ignore
  return data;
}

/** Returns the table with these foreign keys, and sometimes a unique key of another column, if its rows meet them. */
function withKeys(
  dice: Dice,
  references: readonly Reference[],
  others: readonly TableDraft[],
  table: TableDraft,
): TableDraft {
  // prettier-ignore
  const foreignKeys = references
    .filter(() => dice.chance(70))
    .flatMap(({ columns, table: name }) => {
      const target = name === table.name ? table : others.find((other) => other.name === name);
      const isKey = target !== undefined && [target.primaryKey, ...target.uniqueKeys].includes(target.key);
      if (!isKey || target === table || !isMet(table, columns, target)) return [];
      return [{ columns, table: name, targetColumns: target.key }];
    });
  const unique = table.data.filter(({ name, type }) => type !== 'double' && dice.chance(20) && isUnique(table, [name]));
  return { ...table, foreignKeys, uniqueKeys: [...table.uniqueKeys, ...unique.map(({ name }) => [name])] };
}

function cellsOf(table: Table, columns: readonly string[]): readonly (readonly Value[])[] {
  const places = columns.map((name) => table.columns.findIndex((column) => column.name === name));
  return table.rows.map((row) => places.map((place) => row[place] ?? null)).filter((cells) => !cells.includes(null));
}

function isMet(table: Table, columns: readonly string[], target: TableDraft): boolean {
  const known = new Set(cellsOf(target, target.key).map((cells) => JSON.stringify(cells)));
  return cellsOf(table, columns).every((cells) => known.has(JSON.stringify(cells)));
}

function isUnique(table: Table, columns: readonly string[]): boolean {
  const cells = cellsOf(table, columns).map((row) => JSON.stringify(row));
  return new Set(cells).size === cells.length;
}

/** Generates a table of links between two tables, or of additional values of one. */
function sideTable(dice: Dice, name: string, entities: readonly TableDraft[]): TableDraft {
  const making: Making = { columns: [], values: [] };
  const ends = dice.times(dice.chance(65) ? 2 : 1, (index) => addReference(dice, `${name}_r${index + 1}`, dice.pick(entities), making)); // prettier-ignore
  const isKeyed = dice.chance(50) && making.columns.every((column) => column.notNull);
  const data = addData(dice, name, making);
  const made = dice.times(dice.int(0, 12), (row) => making.values.flatMap((make) => make(row)));
  const columns = ends.flatMap((end) => end.columns);
  const distinct = new Map(made.map((row) => [JSON.stringify(row.slice(0, columns.length)), row]));
  return withKeys(dice, ends, entities, {
    name, data, columns: making.columns, domain: [], key: [], references: ends, kind: undefined, numbers: [],
    rows: isKeyed ? [...distinct.values()] : made,
    primaryKey: isKeyed ? columns : [], uniqueKeys: [], foreignKeys: [],
  }); // prettier-ignore
}

export function sameDomain(one: Domain, other: Domain): boolean {
  return one.length === other.length && one.every((type, index) => type === other[index]);
}

const NATIVE: Readonly<Record<ColumnType, string>> = {
  smallint: 'SMALLINT', integer: 'INTEGER', bigint: 'BIGINT', decimal: 'DECIMAL(10,2)', double: 'DOUBLE',
  string: 'VARCHAR(20)', boolean: 'BOOLEAN', date: 'DATE', time: 'TIME', timestamp: 'TIMESTAMP',
}; // prettier-ignore
const NATIVE_OF_MYSQL: Readonly<Partial<Record<ColumnType, string>>> = { time: 'TIME(6)', timestamp: 'DATETIME(6)' };

/** Returns the statements that create a table with its rows. */
export function createTable(table: Table, dialect: DialectName): readonly string[] {
  const columns = table.columns.map(({ name, type, notNull }) => {
    const native = (dialect === 'mysql' ? NATIVE_OF_MYSQL[type] : undefined) ?? NATIVE[type];
    return `${name} ${native}${notNull ? ' NOT NULL' : ''}`;
  });
  const list = (names: readonly string[]): string => `(${names.join(', ')})`;
  const constraints = [
    ...(table.primaryKey.length > 0 ? [`PRIMARY KEY ${list(table.primaryKey)}`] : []),
    ...table.uniqueKeys.map((key) => `UNIQUE ${list(key)}`),
    ...table.foreignKeys.map((key) => `FOREIGN KEY ${list(key.columns)} REFERENCES ${key.table} ${list(key.targetColumns)}`), // prettier-ignore
  ];
  const create = `CREATE TABLE ${table.name} (${[...columns, ...constraints].join(', ')})`;
  const rows = table.rows.map((row) => `(${row.map(printValue).join(', ')})`);
  return rows.length === 0 ? [create] : [create, `INSERT INTO ${table.name} VALUES ${rows.join(', ')}`];
}
