import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DialectName } from '../../src/model';
import { addUserWith } from './add-user';
import { Client, rowsOf } from './client';
import { writeDuckDb } from './engines';
import { createDatabase } from './define-source';
import { startService } from './service';

type Cell = string | number | boolean | null;

const ITEMS: readonly (readonly Cell[])[] = [
  [1, 'ant', 'red', '10.50', 1.5, '9007199254740993', true, '2024-02-29', '2024-02-29 12:00:00.5', '08:00:00', 3],
  [2, 'Ant', 'red', '10.50', 1.5, '9007199254740993', false, '2024-02-29', '2024-02-29 12:00:00.5', '08:00:00', 3],
  [3, 'ant', null, '-3.25', 0.1, '-42', true, '1970-01-01', '1970-01-01 00:00:00', '23:59:59.999999', -3],
  [4, null, 'blue', null, null, null, null, null, null, null, null],
  [5, 'bee', 'green', '10.50', 1e10, '9223372036854775807', false, '1999-12-31', '1999-12-31 23:59:59.999999', null, 0],
  [6, '', 'green', '0.00', -1.25, '0', true, null, '2024-02-29 12:00:00.5', '00:00:00', 32767],
  [7, 'O\'Brien \\ "q"', 'red', '99999999.99', 0.1, '1', null, '2000-01-01', null, '12:30:00', -32768],
  [8, 'Zoë', 'blue', '-3.25', null, '9007199254740992', true, '1970-01-01', '1970-01-01 00:00:00', '08:00:00', null],
  [9, 'zoe', 'blue', '-3.25', 1.5, null, false, '2024-02-29', '2038-01-19 03:14:07', '08:00:00.25', 3],
  [10, '北京', 'red', '1.00', 2, '7', true, '2024-03-01', '2024-02-29 12:00:00', '08:00:00', 3],
  [11, '😀', null, '1.00', 2, '7', true, '2024-03-01', '2024-02-29 12:00:00', null, 3],
  [12, 'a'.repeat(150), null, null, null, null, null, null, null, null, null],
  [13, `${'a'.repeat(150)}b`, 'green', '1.00', 0.1, '7', false, '2024-03-01', null, '12:30:00', 0],
];
const PARTS: readonly (readonly Cell[])[] = [
  ...[1, 1, 2, 3, 3, 3, 5, null, 99, 13].map((item, index) => [100 + index, item, `part ${index % 3}`]),
];
const TAGS: readonly (readonly Cell[])[] = [[1, 'x'], [1, 'y'], [2, 'x'], [3, null], [5, 'z'], [5, 'é']]; // prettier-ignore
const WORDS: readonly (readonly Cell[])[] = ['a', 'A', 'b', 'B', 'ä', 'Ä', 'é', 'e', 'c-1', 'c_1', 'c1', 'i', 'j', 'y', ''].map((word, index) => [word, index % 4]); // prettier-ignore
/** Rows that differ only in their key. */
const LOG: readonly (readonly Cell[])[] = ['up', 'up', 'up', 'up', 'down', 'down', null, null, 'down', 'up'].map((line, index) => [index, line, index > 6 ? null : index % 2]); // prettier-ignore

const TYPES: Readonly<Record<DialectName, Readonly<Record<string, string>>>> = {
  mysql: { colour: "ENUM('red', 'green', 'blue')", at: 'DATETIME(6)', clock: 'TIME(6)', word: 'VARCHAR(20) COLLATE utf8mb4_bin' }, // prettier-ignore
  duckdb: { colour: "ENUM('red', 'green', 'blue')", at: 'TIMESTAMP', clock: 'TIME', word: 'VARCHAR(20)' },
  postgresql: { colour: "ENUM('red', 'green', 'blue')", at: 'TIMESTAMP', clock: 'TIME', word: 'VARCHAR(20)' },
};

function tables(dialect: DialectName): readonly string[] {
  const { colour = '', at = '', clock = '', word = '' } = TYPES[dialect];
  const insert = (table: string, rows: readonly (readonly Cell[])[]): string =>
    `INSERT INTO ${table} VALUES ${rows.map((row) => `(${row.map((cell) => print(cell, dialect)).join(', ')})`).join(', ')}`;
  return [
    `CREATE TABLE item (id INTEGER PRIMARY KEY, name VARCHAR(200), colour ${colour}, price DECIMAL(10,2), weight DOUBLE, big BIGINT, flag BOOLEAN, born DATE, seen ${at}, clock ${clock}, grade SMALLINT)`,
    insert('item', ITEMS),
    'CREATE TABLE part (id INTEGER PRIMARY KEY, item INTEGER, title VARCHAR(20))',
    insert('part', PARTS),
    'CREATE TABLE tag (item INTEGER, tag VARCHAR(20))',
    insert('tag', TAGS),
    `CREATE TABLE word (word ${word} PRIMARY KEY, grp INTEGER)`,
    insert('word', WORDS),
    'CREATE TABLE log (id INTEGER PRIMARY KEY, line VARCHAR(20), n INTEGER)',
    insert('log', LOG),
    'CREATE TABLE number (n INTEGER PRIMARY KEY)',
  ];
}

function print(cell: Cell, dialect: DialectName): string {
  if (typeof cell !== 'string') return String(cell).toUpperCase();
  const text = dialect === 'mysql' ? cell.replaceAll('\\', '\\\\') : cell;
  return `'${text.replaceAll("'", "''")}'`;
}

const MODEL = `
CREATE PROPERTY tag string MULTIVALUE;
CREATE PROPERTY half decimal(12,6) AS SELECT price / 3;
CREATE CONCEPT item (item_id integer, name string, colour string, price decimal(10,2), weight double, big bigint, flag boolean,
  born date, seen timestamp, clock time, grade smallint, name_email string, code_text string, half decimal(12,6),
  CONSTRAINT tag MULTIVALUE string, PRIMARY KEY (item_id), LABEL (name));
CREATE CONCEPT part (part_id integer, item integer, title string, PRIMARY KEY (part_id), LABEL (title),
  CONSTRAINT of_item FOREIGN KEY (item) REFERENCES item (item_id) INVERSEOF has_part);
CREATE CONCEPT word (word string, grp integer, PRIMARY KEY (word));
CREATE MAPPING map_item INTO (item) AS SELECT id AS item_id, name AS name, colour AS colour, price AS price, weight AS weight,
  big AS big, flag AS flag, born AS born, seen AS seen, clock AS clock, grade AS grade, name AS name_email, id AS code_text FROM item;
CREATE MAPPING map_part INTO (part) AS SELECT id AS part_id, item AS item, title AS title FROM part;
CREATE MAPPING map_tag INTO (item) AS SELECT item AS item_id, tag AS tag FROM tag;
CREATE MAPPING map_word INTO (word) AS SELECT word AS word, grp AS grp FROM word;
CREATE MEASURE lines integer AS SELECT COUNT(*);
CREATE CONCEPT line (line_id integer, line string, n integer, lines measure integer, PRIMARY KEY (line_id));
CREATE MAPPING map_line INTO (line) AS SELECT id AS line_id, line AS line, n AS n FROM log;
CREATE VIEW log AS SELECT line AS line, n AS n FROM line;
CREATE VIEW titles AS SELECT title AS title, \`of_item[item].name\` AS item_name, \`of_item[item].price\` AS price FROM part;
CREATE VIEW people AS SELECT entity_id, name AS name, price AS price, price / 3 AS third FROM item;
`;

const NUMBERS = `
CREATE CONCEPT number (n integer, PRIMARY KEY (n));
CREATE MAPPING map_number INTO (number) AS SELECT n AS n FROM number;
`;

/** A service over tables with ties, NULLs and values of every type, as an ontology `paging`. */
export interface PagingService {
  readonly admin: Client;
  /** May query, and sees masks. */
  readonly reader: Client;
  /** Replaces the numbers of the concept `number` of the ontology `numbers`. */
  readonly setNumbers: (numbers: readonly number[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function startPaging(dialect: DialectName): Promise<PagingService> {
  const service = await startService({ RATE_LIMIT_PER_MINUTE: '1000000', CATALOGUE_TTL_MS: '0' });
  const admin = new Client(service.api, service.token);
  const database = await createDatabase(dialect, 'paging');
  const run = async (statements: readonly string[]): Promise<void> => {
    if (database !== undefined) return database.run(statements);
    mkdirSync(join(service.dataDir, 'sources'), { recursive: true });
    return writeDuckDb(join(service.dataDir, 'sources', 'paging.duckdb'), statements);
  };
  await run(tables(dialect));
  // a DuckDB file cannot be changed while the service has it open, files can
  const setNumbers = async (numbers: readonly number[]): Promise<void> => {
    if (database === undefined)
      writeFileSync(join(service.dataDir, 'sources', 'number.csv'), `n\n${numbers.join('\n')}\n`);
    else
      await database.run(['TRUNCATE TABLE number', `INSERT INTO number VALUES ${numbers.map((n) => `(${n})`).join()}`]);
  };
  await setNumbers([1]);
  const options = database?.options ?? new Map([['path', 'paging.duckdb']]);
  const listed = [...options].map(([name, value]) => `${name} = '${value}'`).join(', ');
  const source = `CREATE DATASOURCE source TYPE ${dialect} OPTIONS (${listed});`;
  const files = "CREATE DATASOURCE files TYPE files OPTIONS (path = 'number.csv');";
  rowsOf(await admin.sql(`CREATE ONTOLOGY paging; ${source} ${MODEL}`, { ontology: 'paging' }));
  const numbers = `CREATE ONTOLOGY numbers; ${database === undefined ? files : source} ${NUMBERS}`;
  rowsOf(await admin.sql(numbers, { ontology: 'numbers' }));
  return {
    admin,
    reader: await addUserWith(service, 'reader', 'GRANT QUERY ON ALL'),
    setNumbers,
    close: async () => {
      await service.close();
      await database?.drop();
    },
  };
}
