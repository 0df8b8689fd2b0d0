import type { Connection } from 'mysql2/promise';
import type { DialectName } from '../../src/model';
import { Client } from '../support/client';
import { defineSource } from '../support/define-source';
import { askMysql, connectMysql, refusalOf } from '../support/mysql-client';
import { type RunningService, startService } from '../support/service';
import { describeWithMariaDb, describeWithPostgreSql } from '../support/services';

const TABLES = [
  `CREATE TABLE item (id INTEGER PRIMARY KEY, small SMALLINT, big BIGINT, price DECIMAL(20, 4), rate DOUBLE PRECISION, name VARCHAR(200), day DATE, at_time TIME, moment TIMESTAMP, flag SMALLINT)`,
  `INSERT INTO item VALUES
    (1, -32768, 9007199254740993, 1234567890123456.7891, 0.1, 'plain', '2024-02-29', '08:30:00', '2024-02-29 12:30:00', 1),
    (2, 32767, -9007199254740993, -0.0001, 1e300, 'ä€😀''"', '1999-12-31', '23:59:59', '1999-12-31 23:59:59', 0),
    (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    (4, 0, 0, 0, 0, '', '2000-01-01', '00:00:00', '2000-01-01 00:00:00', 1)`,
];
const SCRIPT = `CREATE CONCEPT item (id integer, small smallint, big bigint, price decimal(20,4), rate double, name string, day date, at_time time, moment timestamp, flag boolean, PRIMARY KEY (id));
  CREATE MAPPING m INTO (item) AS SELECT id AS id, small AS small, big AS big, price AS price, rate AS rate, name AS name, day AS day, at_time AS at_time, moment AS moment, flag AS flag FROM item`;

/** Statements whose values have all types, known and unknown ones. */
const STATEMENTS = [
  'SELECT * FROM item ORDER BY id',
  'SELECT id + 1 AS a, big + 1 AS b, price * 2 AS c, rate / 3 AS d, CONCAT(name, 1) AS e, price IS NULL AS f FROM item ORDER BY id',
  'SELECT COUNT(*) AS n, SUM(big) AS s, AVG(price) AS a, MIN(day) AS d, MAX(moment) AS m FROM item',
  'SELECT id, ROW_NUMBER() OVER (ORDER BY id DESC) AS place FROM item ORDER BY id',
  "SELECT NULL AS n, 'x' AS s, 12345678901234567890 AS big, 1.50 AS d, TRUE AS t, DATE '2024-02-29' AS day FROM item WHERE id = 1",
  "SELECT CASE WHEN id = 1 THEN 1 ELSE 2.5 END AS mixed, IF(id = 1, name, day) AS text FROM item ORDER BY id",
]; // prettier-ignore

function readsAlike(dialect: DialectName): void {
  let service: RunningService;
  let connection: Connection;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    service = await startService({ MYSQL_PORT: '0', QUERY_TIMEOUT_MS: '2000' });
    drop = await defineSource(service, dialect, { ontology: 'sql_clients', tables: TABLES, script: SCRIPT });
    connection = await connectMysql(service, { database: 'sql_clients', dateStrings: true, supportBigNumbers: true, bigNumberStrings: true }); // prettier-ignore
  });
  afterAll(async () => {
    await connection.end();
    await service.close();
    await drop();
  });

  it.each(STATEMENTS)('reads the same values as text, prepared and by POST query/: %s', async (sql) => {
    const text = await askMysql(connection, sql);
    const prepared = await askMysql(connection, sql, []);
    expect(prepared.columns).toEqual(text.columns);
    expect(prepared.rows.map(printed)).toEqual(text.rows.map(printed));
    const admin = new Client(service.api, service.token);
    const expected = await admin.select(sql, { ontology: 'sql_clients' });
    expect(text.rows.map(printed)).toEqual(expected.map(printed));
  });

  it.each<[string, readonly (string | number | boolean | bigint | Date | null)[], readonly number[]]>([
    ['big = ?', [9007199254740993n], [1]],
    ['price = ?', ['-0.0001'], [2]],
    ['rate = ?', [1e300], [2]],
    ['rate < ?', [0.5], [1, 4]],
    ['name = ?', ['ä€😀\'"'], [2]],
    ['day = ?', ['2024-02-29'], [1]],
    ['moment < ?', ['2000-01-01 00:00:00'], [2]],
    ['at_time > ?', ['08:00:00'], [1, 2]],
    ['flag = ?', [true], [1, 4]],
    ['small IN (?, ?)', [32767, 0], [2, 4]],
    ['id = ? OR name = ?', [3, ''], [3, 4]],
  ])('compares with the values of parameters: %s', async (condition, values, ids) => {
    const { rows } = await askMysql(connection, `SELECT id FROM item WHERE ${condition} ORDER BY id`, values);
    expect(rows.map(({ id }) => Number(id))).toEqual(ids);
  });

  it('ends statements that take too long, by the limit of the service and that of the client', async () => {
    const tables = Array.from({ length: 16 }, (_, index) => `i${index}`);
    const cross = tables.map((table) => `item ${table}`).join(', ');
    const slow = `SELECT COUNT(*) AS n FROM ${cross} WHERE ${tables.map((table) => `${table}.id`).join(' + ')} = 1`;
    const begin = performance.now();
    expect(await refusalOf(askMysql(connection, slow))).toMatchObject({ errno: 3024 });
    const atLimit = performance.now() - begin;
    await askMysql(connection, 'SET max_execution_time = 300');
    expect(await refusalOf(askMysql(connection, slow))).toMatchObject({ errno: 3024 });
    expect(performance.now() - begin - atLimit).toBeLessThan(atLimit);
    await askMysql(connection, 'SET max_execution_time = 3600000');
    const again = performance.now();
    expect(await refusalOf(askMysql(connection, slow))).toMatchObject({ errno: 3024 });
    expect(performance.now() - again).toBeLessThan(2 * atLimit);
    await askMysql(connection, 'SET max_execution_time = DEFAULT');
  }, 30_000);
}

describe('DuckDB by the MySQL protocol', () => {
  readsAlike('duckdb');
});
describeWithMariaDb('MariaDB by the MySQL protocol', () => {
  readsAlike('mysql');
});
describeWithPostgreSql('PostgreSQL by the MySQL protocol', () => {
  readsAlike('postgresql');
});

/** Returns a row with values as the JSON answers print them. */
function printed(row: Readonly<Record<string, unknown>>): Readonly<Record<string, string | null>> {
  const print = (value: string | number | boolean | null): string | null => {
    if (value === null) return null;
    return typeof value === 'boolean' ? String(Number(value)) : String(value);
  };
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, print(value as string)]));
}
