import type { DialectName } from '../../../src/model';

export interface Column {
  readonly name: string;
  readonly type: 'number' | 'text';
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly (number | string | null)[])[];
}

const number = (name: string): Column => ({ name, type: 'number' });
const text = (name: string): Column => ({ name, type: 'text' });

/** Three small tables that share columns pairwise, with NULL, repeated values and rows without a partner. */
export const TABLES: readonly Table[] = [
  {
    name: 't1',
    columns: [number('id1'), number('k'), number('a'), number('b'), text('s')],
    rows: [
      [1, 1, 1, 7, 'x'],
      [2, 2, 1, null, 'y'],
      [3, 2, 2, 5, 'x'],
      [4, null, 2, 4, 'ab'],
      [5, 4, null, 1, null],
    ],
  },
  {
    name: 't2',
    columns: [number('id2'), number('k'), number('a'), number('c'), text('s')],
    rows: [
      [1, 1, 1, 2, 'x'],
      [2, 2, 2, 1, 'x'],
      [3, 2, 1, null, 'y'],
      [4, 3, 2, 3, 'b'],
      [5, null, null, 2, null],
    ],
  },
  {
    name: 't3',
    columns: [number('id3'), number('k'), number('c'), text('u')],
    rows: [
      [1, 2, 1, 'x'],
      [2, 2, 2, 'c'],
      [3, 4, null, 'y'],
      [4, null, 3, null],
    ],
  },
];

/** Returns the statements that create the tables on an engine. */
export function createTables(dialect: DialectName): readonly string[] {
  return TABLES.flatMap(({ name, columns, rows }) => {
    const types = { number: 'INTEGER', text: dialect === 'mysql' ? 'VARCHAR(20) COLLATE utf8mb4_bin' : 'VARCHAR' };
    const list = columns.map(
      (column, index) => `${column.name} ${types[column.type]}${index === 0 ? ' PRIMARY KEY' : ''}`,
    );
    const values = rows.map((row) => `(${row.map((cell) => (typeof cell === 'string' ? `'${cell}'` : String(cell))).join(', ')})`); // prettier-ignore
    return [`CREATE TABLE ${name} (${list.join(', ')})`, `INSERT INTO ${name} VALUES ${values.join(', ')}`];
  });
}

/** Concepts with the same names and properties, each over its table, so that one SELECT reads the tables and the concepts. */
export const CONCEPTS = TABLES.map(({ name, columns }) => {
  const properties = columns.map((column) => `${column.name} ${column.type === 'number' ? 'integer' : 'string'}`);
  const [key] = columns;
  const names = columns.map((column) => column.name).join(', ');
  return (
    `CREATE CONCEPT ${name} (${properties.join(', ')}, PRIMARY KEY (${key?.name ?? ''}));` +
    `CREATE MAPPING map_${name} INTO (${name}) AS SELECT ${names} FROM ${name};`
  );
}).join('\n');
