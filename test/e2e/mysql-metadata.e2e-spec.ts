import type { Connection } from 'mysql2/promise';
import { Client, rowsOf } from '../support/client';
import { askMysql, connectMysql, refusalOf } from '../support/mysql-client';
import { type RunningService, startService } from '../support/service';

/** An ontology with keys of several columns, a view whose name a concept has, and types of every kind. */
const SHOP = `CREATE ONTOLOGY shop DESCRIPTION = 'What the shop sells';
  CREATE DATASOURCE d TYPE duckdb OPTIONS (path = 'shop.duckdb');
  ALTER ONTOLOGY shop SET check_mappings = 'off';
  CREATE PROPERTY name string DESCRIPTION = 'As on the invoice';
  CREATE CONCEPT customer (customer_id integer, name string, PRIMARY KEY (customer_id), LABEL (name)) DESCRIPTION = 'Who buys';
  CREATE CONCEPT line (order_id bigint, number smallint, customer_id integer, price decimal(10,2), rate double, weight float, any_price decimal, gift boolean, day date, at_time time, moment timestamp,
    PRIMARY KEY (order_id, number),
    CONSTRAINT bought_by FOREIGN KEY (customer_id) REFERENCES customer (customer_id) INVERSEOF bought);
  CREATE CONCEPT note (order_id bigint, number smallint, text string, PRIMARY KEY (order_id, number, text),
    CONSTRAINT about FOREIGN KEY (order_id, number) REFERENCES line (order_id, number));
  CREATE MAPPING m INTO (customer) AS SELECT id AS customer_id, name AS name FROM c;
  CREATE VIEW names DESCRIPTION = 'All names' AS SELECT name FROM dsvc.customer;
  CREATE VIEW customer AS SELECT name AS nobody FROM dsvc.customer;`;

let service: RunningService;
let connection: Connection;

beforeAll(async () => {
  service = await startService({ DATABASE_URL: '', MYSQL_PORT: '0' });
  rowsOf(await new Client(service.api, service.token).sql(SHOP, { ontology: 'system' }));
  connection = await connectMysql(service, { database: 'shop' });
});
afterAll(async () => {
  await connection.end();
  await service.close();
});

const ask = (sql: string) => askMysql(connection, sql);
const rows = async (sql: string) => (await ask(sql)).rows;
const values = async (sql: string) => (await rows(sql)).map((row) => Object.values(row));

describe('INFORMATION_SCHEMA', () => {
  it('lists ontologies, concepts and views', async () => {
    expect(await values('SELECT SCHEMA_NAME, SCHEMA_COMMENT FROM information_schema.SCHEMATA ORDER BY 1')).toEqual([
      ['information_schema', ''],
      ['shop', 'What the shop sells'],
      ['world', 'Countries, cities, languages and currencies of the Earth'],
    ]);
    expect(await values("SELECT TABLE_NAME, TABLE_TYPE, TABLE_COMMENT, ENGINE FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'SHOP' ORDER BY TABLE_NAME")).toEqual([
      ['customer', 'BASE TABLE', 'Who buys', 'ONTOLOGY'],
      ['line', 'BASE TABLE', '', 'ONTOLOGY'],
      ['names', 'VIEW', 'All names', null],
      ['note', 'BASE TABLE', '', 'ONTOLOGY'],
      ['thing', 'BASE TABLE', '', 'ONTOLOGY'],
    ]);
  }); // prettier-ignore

  it('describes columns by the types of MySQL', async () => {
    const sql = "SELECT COLUMN_NAME, COLUMN_TYPE, NUMERIC_PRECISION, NUMERIC_SCALE, CHARACTER_MAXIMUM_LENGTH, IS_NULLABLE, COLUMN_KEY, COLUMN_COMMENT FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'line' AND ORDINAL_POSITION > 3 ORDER BY ORDINAL_POSITION";
    expect(await values(sql)).toEqual([
      ['order_id', 'bigint', 19, 0, null, 'NO', 'PRI', ''],
      ['number', 'smallint', 5, 0, null, 'NO', 'PRI', ''],
      ['customer_id', 'int', 10, 0, null, 'YES', 'MUL', ''],
      ['price', 'decimal(10,2)', 10, 2, null, 'YES', '', ''],
      ['rate', 'double', 22, null, null, 'YES', '', ''],
      ['weight', 'float', 12, null, null, 'YES', '', ''],
      ['any_price', 'decimal(65,30)', 65, 30, null, 'YES', '', ''],
      ['gift', 'tinyint(1)', 3, 0, null, 'YES', '', ''],
      ['day', 'date', null, null, null, 'YES', '', ''],
      ['at_time', 'time(6)', null, null, null, 'YES', '', ''],
      ['moment', 'datetime(6)', null, null, null, 'YES', '', ''],
    ]);
    expect(await values("SELECT COLUMN_NAME, COLUMN_TYPE, COLUMN_KEY, COLUMN_COMMENT FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'shop' AND TABLE_NAME IN ('customer', 'names') ORDER BY TABLE_NAME, ORDINAL_POSITION")).toEqual([
      ['entity_id', 'varchar(768)', '', ''],
      ['entity_type', 'varchar(128)', '', ''],
      ['entity_label', 'text', '', ''],
      ['customer_id', 'int', 'PRI', ''],
      ['name', 'text', '', 'As on the invoice'],
      ['name', 'text', '', ''],
    ]);
  }); // prettier-ignore

  it('has keys and relationships as constraints', async () => {
    expect(await values("SELECT TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, ORDINAL_POSITION, REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME FROM information_schema.KEY_COLUMN_USAGE WHERE TABLE_SCHEMA = 'shop' ORDER BY TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION")).toEqual([
      ['customer', 'PRIMARY', 'customer_id', 1, null, null],
      ['line', 'line.bought_by', 'customer_id', 1, 'customer', 'customer_id'],
      ['line', 'PRIMARY', 'order_id', 1, null, null],
      ['line', 'PRIMARY', 'number', 2, null, null],
      ['note', 'note.about', 'order_id', 1, 'line', 'order_id'],
      ['note', 'note.about', 'number', 2, 'line', 'number'],
      ['note', 'PRIMARY', 'order_id', 1, null, null],
      ['note', 'PRIMARY', 'number', 2, null, null],
      ['note', 'PRIMARY', 'text', 3, null, null],
    ]);
    expect(await values("SELECT TABLE_NAME, REFERENCED_TABLE_NAME, UNIQUE_CONSTRAINT_NAME FROM information_schema.REFERENTIAL_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = 'shop' ORDER BY 1")).toEqual([
      ['line', 'customer', 'PRIMARY'],
      ['note', 'line', 'PRIMARY'],
    ]);
    expect(await values("SELECT CONSTRAINT_TYPE, COUNT(*) FROM information_schema.TABLE_CONSTRAINTS WHERE TABLE_SCHEMA = 'shop' GROUP BY CONSTRAINT_TYPE ORDER BY 1")).toEqual([
      ['FOREIGN KEY', 2],
      ['PRIMARY KEY', 3],
    ]);
    expect(await values("SELECT INDEX_NAME, COLUMN_NAME, NON_UNIQUE FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = 'shop' AND TABLE_NAME = 'note' ORDER BY INDEX_NAME, SEQ_IN_INDEX")).toEqual([
      ['note.about', 'order_id', 1],
      ['note.about', 'number', 1],
      ['PRIMARY', 'order_id', 0],
      ['PRIMARY', 'number', 0],
      ['PRIMARY', 'text', 0],
    ]);
  }); // prettier-ignore

  it('is read with joins, sub-queries, unions and windows, and describes itself', async () => {
    expect(await values("SELECT t.TABLE_NAME, COUNT(c.COLUMN_NAME) AS n FROM information_schema.TABLES t JOIN information_schema.COLUMNS c USING (TABLE_SCHEMA, TABLE_NAME) WHERE t.TABLE_SCHEMA = 'shop' GROUP BY t.TABLE_NAME ORDER BY n DESC, 1 LIMIT 2")).toEqual([['thing', 16], ['line', 14]]);
    expect(await values("SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = (SELECT DATABASE()) AND TABLE_NAME NOT IN (SELECT TABLE_NAME FROM information_schema.VIEWS WHERE TABLE_SCHEMA = 'shop') ORDER BY 1 LIMIT 1")).toEqual([['customer']]);
    const tables = await rows("SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'information_schema'");
    for (const { name } of tables) {
      const { columns } = await ask(`SELECT * FROM information_schema.${String(name)} LIMIT 1`);
      expect(columns).toEqual((await rows(`SELECT COLUMN_NAME AS c FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'information_schema' AND TABLE_NAME = '${String(name)}' ORDER BY ORDINAL_POSITION`)).map(({ c }) => c));
    }
    expect(tables.length).toBeGreaterThan(25);
  }); // prettier-ignore

  it('is a database that can be the current one', async () => {
    const other = await connectMysql(service, { database: 'INFORMATION_SCHEMA' });
    const ask = async (sql: string) => (await askMysql(other, sql)).rows.map((row) => Object.values(row));
    expect(await ask("SELECT DATABASE(), COUNT(*) FROM TABLES WHERE TABLE_SCHEMA = 'shop'")).toEqual([['information_schema', 5]]); // prettier-ignore
    expect(await ask("WITH t AS (SELECT TABLE_NAME FROM views) SELECT * FROM t WHERE TABLE_NAME = 'names'")).toEqual([['names']]); // prettier-ignore
    expect(await refusalOf(ask('SELECT * FROM customer'))).toMatchObject({ errno: 1146 });
    expect(await ask('SELECT COUNT(*) FROM world.continent')).toEqual([[6]]);
    await askMysql(other, 'USE shop');
    expect(await refusalOf(ask('SELECT COUNT(*) FROM TABLES'))).toMatchObject({ errno: 1146 });
    await other.end();
  });

  it('is not read together with concepts, and nowhere else', async () => {
    expect(await refusalOf(ask('SELECT * FROM information_schema.TABLES, names'))).toMatchObject({ errno: 1235 });
    expect(await refusalOf(ask('SELECT * FROM information_schema.nothing'))).toMatchObject({ errno: 1146 });
    const admin = new Client(service.api, service.token);
    for (const table of ['information_schema.TABLES', 'svc.`information_schema.tables`'])
      expect(await admin.sql(`SELECT * FROM ${table}`)).toMatchObject({ status: 404 });
  });
});

it('lists the columns of related concepts with MYSQL_PATH_COLUMNS, which a statement can read by these names', async () => {
  const other = await startService({ DATABASE_URL: '', MYSQL_PORT: '0', MYSQL_PATH_COLUMNS: 'true' });
  const client = await connectMysql(other, { database: 'world' });
  const { rows: listed } = await askMysql(client, "SHOW COLUMNS FROM city LIKE 'in\\_country%'");
  expect(listed).toContainEqual(expect.objectContaining({ Field: 'in_country[country].area_km2', Type: 'double' }));
  const { rows: many } = await askMysql(client, "SHOW COLUMNS FROM country LIKE '%city]%'");
  const steps = new Set(many.map(({ Field }) => String(Field).replace(/\..*/, '')));
  expect([...steps]).toEqual(['has_capital[city]']);
  const names = listed.map(({ Field }) => `\`city\`.\`${String(Field)}\``).join(', ');
  const { rows: [row] } = await askMysql(client, `SELECT ${names} FROM city WHERE name = 'Suva'`);
  expect(row).toMatchObject({ 'in_country[country].name': 'Fiji' });
  await client.end();
  await other.close();
}); // prettier-ignore

describe('SHOW', () => {
  it.each<[string, readonly (readonly unknown[])[]]>([
    ['SHOW DATABASES', [['information_schema'], ['shop'], ['world']]],
    ["SHOW SCHEMAS LIKE 'w%'", [['world']]],
    ['SHOW TABLES', [['customer'], ['line'], ['names'], ['note'], ['thing']]],
    ["SHOW FULL TABLES FROM Shop LIKE 'n%'", [['names', 'VIEW'], ['note', 'BASE TABLE']]],
    ["SHOW FULL TABLES WHERE Table_type = 'VIEW'", [['names', 'VIEW']]],
    ['SHOW COLUMNS FROM names', [['name', 'text', 'YES', '', null, '']]],
    ["SHOW FULL FIELDS FROM customer FROM shop LIKE 'name'", [['name', 'text', 'utf8mb4_general_ci', 'YES', '', null, '', 'select', 'As on the invoice']]],
    ["SHOW COLUMNS IN shop.customer WHERE `Key` = 'PRI'", [['customer_id', 'int', 'NO', 'PRI', null, '']]],
    ['DESCRIBE names', [['name', 'text', 'YES', '', null, '']]],
    ['DESC shop.customer name', [['name', 'text', 'YES', '', null, '']]],
    ['EXPLAIN names', [['name', 'text', 'YES', '', null, '']]],
    ['SHOW KEYS FROM customer', [['customer', 0, 'PRIMARY', 1, 'customer_id', 'A', null, null, null, '', 'BTREE', '', '', 'YES', null]]],
    ['SHOW CREATE DATABASE shop', [['shop', 'CREATE DATABASE `shop` /*!40100 DEFAULT CHARACTER SET utf8mb4 */']]],
    ['SHOW CREATE TABLE customer', [['customer', "CREATE TABLE `customer` (\n  `entity_id` varchar(768) DEFAULT NULL,\n  `entity_type` varchar(128) DEFAULT NULL,\n  `entity_label` text DEFAULT NULL,\n  `customer_id` int NOT NULL,\n  `name` text DEFAULT NULL COMMENT 'As on the invoice',\n  PRIMARY KEY (`customer_id`)\n) DEFAULT CHARSET=utf8mb4 COMMENT='Who buys'"]]],
    ['SHOW CREATE VIEW names', [['names', 'CREATE VIEW `names` AS SELECT NULL AS `name`', 'utf8mb4', 'utf8mb4_general_ci']]],
    ["SHOW VARIABLES LIKE 'character\\_set\\_client'", [['character_set_client', 'utf8mb4']]],
    ["SHOW GLOBAL VARIABLES WHERE Variable_name IN ('autocommit', 'read_only')", [['autocommit', 'ON'], ['read_only', 'ON']]],
    ['SHOW CHARACTER SET', [['utf8mb4', 'UTF-8 Unicode', 'utf8mb4_general_ci', 4]]],
    ["SHOW COLLATION WHERE `Charset` = 'utf8mb4' AND `Collation` = 'utf8mb4_bin'", [['utf8mb4_bin', 'utf8mb4', 46, '', 'Yes', 1, 'PAD SPACE']]],
    ['SHOW STORAGE ENGINES', [['ONTOLOGY', 'DEFAULT', 'Concepts and views of an ontology, read only', 'NO', 'NO', 'NO']]],
    ['SHOW GRANTS FOR CURRENT_USER()', [["GRANT USAGE ON *.* TO 'admin'@'%'"], ["GRANT SELECT ON `shop`.* TO 'admin'@'%'"], ["GRANT SELECT ON `world`.* TO 'admin'@'%'"]]],
    ['SHOW PRIVILEGES', [['Select', 'Tables', 'To retrieve rows from table']]],
    ['SHOW WARNINGS', []],
    ['SHOW PLUGINS', []],
    ['SHOW TRIGGERS FROM shop', []],
    ['SHOW EVENTS', []],
    ["SHOW PROCEDURE STATUS WHERE Db = 'shop'", []],
  ])('answers %s', async (sql, expected) => {
    expect(await values(sql)).toEqual(expected);
  }); // prettier-ignore

  it('names its columns like MySQL', async () => {
    const columnsOf = async (sql: string) => (await ask(sql)).columns;
    expect(await columnsOf('SHOW FULL TABLES')).toEqual(['Tables_in_shop', 'Table_type']);
    expect(await columnsOf('SHOW FULL COLUMNS FROM line')).toEqual(['Field', 'Type', 'Collation', 'Null', 'Key', 'Default', 'Extra', 'Privileges', 'Comment']); // prettier-ignore
    expect(await columnsOf('SHOW TABLE STATUS')).toEqual(['Name', 'Engine', 'Version', 'Row_format', 'Rows', 'Avg_row_length', 'Data_length', 'Max_data_length', 'Index_length', 'Data_free', 'Auto_increment', 'Create_time', 'Update_time', 'Check_time', 'Collation', 'Checksum', 'Create_options', 'Comment']); // prettier-ignore
    expect(await columnsOf('SHOW FULL PROCESSLIST')).toEqual(['Id', 'User', 'Host', 'db', 'Command', 'Time', 'State', 'Info']);
  }); // prettier-ignore

  it.each<[string, number]>([
    ['SHOW TABLES FROM nowhere', 1049],
    ['SHOW COLUMNS FROM nothing', 1146],
    ['SHOW CREATE TABLE nothing', 1146],
    ['SHOW INDEX FROM nowhere.city', 1049],
    ['SHOW TABELS', 1064],
  ])('rejects %s', async (sql, errno) => {
    expect(await refusalOf(ask(sql))).toMatchObject({ errno });
  });

  it('needs a database where MySQL does', async () => {
    const none = await connectMysql(service);
    for (const sql of ['SHOW TABLES', 'SHOW COLUMNS FROM customer', 'DESCRIBE customer', 'SHOW TABLE STATUS'])
      expect(await refusalOf(askMysql(none, sql))).toMatchObject({ errno: 1046, sqlState: '3D000' });
    await none.end();
  });
});
