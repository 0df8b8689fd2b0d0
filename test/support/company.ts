import { type SampleDatabase } from './sample-databases';

type Value = string | number | boolean | null;
type Column = readonly [name: string, type: string];
type Table = readonly [name: string, columns: readonly Column[], rows: readonly (readonly Value[])[]];

const TABLES: readonly Table[] = [
  [
    'department',
    [['country', 'VARCHAR(10)'], ['code', 'VARCHAR(10)'], ['name', 'VARCHAR(50)'], ['budget', 'DECIMAL(12,2)'], ['founded', 'DATE']], // prettier-ignore
    [
      ['NO', 'R|D', 'Research', '1000000.50', '1999-12-31'],
      ['NO', 'OPS', 'Operations', '0.00', null],
      ['DE', 'A\\B', 'Abteilung', '-500.25', '2024-02-29'],
      ['DE', 'OPS', null, null, '2000-01-01'],
      ['S|E', '\\|', 'Ånd', '7.00', '2001-05-05'],
    ],
  ],
  [
    'employee',
    [
      ['id', 'INTEGER'],
      ['name', 'VARCHAR(50)'],
      ['email', 'VARCHAR(50)'],
      ['boss', 'INTEGER'],
      ['country', 'VARCHAR(10)'],
      ['code', 'VARCHAR(10)'],
      ['salary', 'DECIMAL(10,2)'],
      ['born', 'DATE'],
      ['hired', 'DATETIME(6)'],
      ['active', 'BOOLEAN'],
      ['rating', 'DOUBLE'],
      ['badge', 'BIGINT'],
      ['grade', 'SMALLINT'],
      ['shift', 'TIME(6)'],
    ],
    [
      [1, 'Ada Lovelace', 'ada@x.org', null, 'NO', 'R|D', '5000.00', '1990-02-28', '2020-01-01 08:30:00', true, 4.5, '9007199254740993', 1, '08:00:00'], // prettier-ignore
      [2, "O'Brien", 'ob@x.org', 1, 'NO', 'R|D', '3000.10', '1985-12-31', '2020-01-01 08:30:00.5', false, -1.25, -42, -3, '16:30:15.25'], // prettier-ignore
      [3, 'Zoë 北京 😀', null, 1, 'NO', 'OPS', null, null, null, null, null, null, null, null],
      [4, '100%_sure [x]', '', 2, 'DE', 'A\\B', '-10.00', '2000-02-29', '1999-12-31 23:59:59.999999', true, 0, 0, 0, '00:00:00'], // prettier-ignore
      [5, 'back\\slash "q", ^r', 'b@x.org', 2, 'DE', 'OPS', '3000.10', '1970-01-01', '1970-01-01 00:00:00', false, 1e10, '9223372036854775807', 32767, '23:59:59'], // prettier-ignore
      [6, null, null, null, null, 'R|D', '0.00', '2024-01-01', '2024-02-29 12:00:00', true, 0.1, 1, 2, '12:00:00.000001'], // prettier-ignore
    ],
  ],
  [
    'contractor',
    [['id', 'INTEGER'], ['name', 'VARCHAR(50)'], ['rate', 'DECIMAL(8,1)']], // prettier-ignore
    [
      [1, 'Ada Lovelace', '99.9'],
      [2, 'Kai', null],
      [7, 'A|B', '-1.5'],
    ],
  ],
  [
    'project',
    [['id', 'INTEGER'], ['title', 'VARCHAR(50)'], ['country', 'VARCHAR(10)'], ['led_in', 'VARCHAR(10)']], // prettier-ignore
    [
      [10, 'Apollo', 'NO', 'R|D'],
      [20, 'Äther', 'DE', 'A\\B'],
      [30, null, null, null],
    ],
  ],
  [
    'assignment',
    [['employee_id', 'INTEGER'], ['project_id', 'INTEGER'], ['job', 'VARCHAR(20)'], ['hours', 'DECIMAL(6,1)']], // prettier-ignore
    [
      [1, 10, 'lead', '10.5'],
      [1, 20, 'dev', '0.0'],
      [2, 10, 'dev', '3.0'],
      [4, 20, null, null],
      [4, 99, 'ghost', '1.0'],
    ],
  ],
];

/**
 * A company with values that break careless compilers: NULLs, other scripts, quotes, backslashes, `|` in keys, equal keys in two
 * concepts.
 */
export function company(): SampleDatabase {
  const create = ([name, columns]: Table): string =>
    `CREATE TABLE ${name} (${columns.map(([column, type]) => `${column} ${type}`).join(', ')})`;
  const insert = (escaped: Escape, [name, , rows]: Table): string =>
    `INSERT INTO ${name} VALUES ${rows.map((row) => `(${row.map((value) => literal(escaped, value)).join(', ')})`).join(', ')}`;
  return {
    mysql: TABLES.flatMap((table) => [create(table), insert((text) => text.replaceAll('\\', '\\\\'), table)]),
    duckdb: TABLES.flatMap((table) => [
      create(table).replace('DATETIME(6)', 'TIMESTAMP').replace('TIME(6)', 'TIME'),
      insert((text) => text, table),
    ]),
  };
}

type Escape = (text: string) => string;

function literal(escaped: Escape, value: Value): string {
  return typeof value === 'string' ? `'${escaped(value).replaceAll("'", "''")}'` : String(value).toUpperCase();
}
