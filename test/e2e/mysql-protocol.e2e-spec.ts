import type { Connection } from 'mysql2/promise';
import { TokensService } from '../../src/auth';
import { MysqlServerService, SERVER_VERSION } from '../../src/mysql-protocol';
import { COMMAND } from '../../src/mysql-protocol/packets/protocol';
import { type Knex, SYSTEM_DATABASE } from '../../src/system-database';
import { Client, rowsOf } from '../support/client';
import { askMysql, connectMysql, refusalOf } from '../support/mysql-client';
import { answerOf, errorIn, logInPayload, nonceIn, RawMysql } from '../support/raw-mysql';
import { type RunningService, startService } from '../support/service';
import { type PeopleService, startDefinedPeople } from '../support/people-service';
import { waitFor } from '../support/wait-for';

let people: PeopleService;
let connection: Connection;

beforeAll(async () => {
  people = await startDefinedPeople({ DATABASE_URL: '', MYSQL_PORT: '0' });
  connection = await connectMysql(people.service, { database: 'world' });
});
afterAll(async () => {
  await connection.end();
  await people.close();
});

const rows = async (sql: string, values?: Parameters<typeof askMysql>[2]) =>
  (await askMysql(connection, sql, values)).rows;
const refused = (sql: string, values?: Parameters<typeof askMysql>[2]) => refusalOf(askMysql(connection, sql, values));
const open = (client: Client, user: string, database = 'people') =>
  connectMysql(people.service, { user, password: client.token, database });

describe('a client of the MySQL protocol', () => {
  it('reads concepts and views as tables of the ontology that is its database', async () => {
    const first = 'ORDER BY population DESC LIMIT 2';
    const expected = [{ name: 'Shanghai', population: 22315474 }, { name: 'Istanbul', population: 14804116 }];
    for (const table of ['city', 'world.city', '`world`.`city`', 'dsvc.city', 'World.CITY'])
      expect(await rows(`SELECT name, population FROM ${table} ${first}`)).toEqual(expected);
    for (const table of ['capitals', 'world.capitals', 'vsvc.capitals'])
      expect(await rows(`SELECT capital FROM ${table} WHERE capital = 'Suva'`)).toEqual([{ capital: 'Suva' }]);
  }); // prettier-ignore

  it('reads related concepts by paths, without a join', async () => {
    const sql = "SELECT c.name, `in_country[country].name` AS country FROM world.city c WHERE `in_country[country].name` = 'Fiji' AND c.population > 70000 ORDER BY c.name"; // prettier-ignore
    expect(await rows(sql)).toEqual([{ name: 'Suva', country: 'Fiji' }]);
  });

  it('writes columns with their table and database, as tools do', async () => {
    const sql = 'SELECT `world`.`city`.`name`, `city`.`population` FROM `world`.`city` WHERE `world`.`city`.`name` = \'Suva\'';
    expect(await rows(sql)).toEqual([{ name: 'Suva', population: 77366 }]);
    expect(await rows("SELECT `world`.`currency`.* FROM `world`.`currency` WHERE entity_id = 'EUR'")).toMatchObject([{ entity_id: 'EUR' }]);
  }); // prettier-ignore

  it('reads the same rows as POST query/', async () => {
    const admin = new Client(people.service.api, people.service.token);
    const statements = [
      'SELECT * FROM country ORDER BY country_code',
      'SELECT * FROM vsvc.languages_by_reach ORDER BY 1',
      'WITH big AS (SELECT name, population FROM city WHERE population > 5000000) SELECT * FROM big ORDER BY name',
      'SELECT region_code, COUNT(*) AS n, AVG(area_km2) AS a FROM country GROUP BY region_code ORDER BY region_code',
    ];
    for (const sql of statements) {
      const expected = rowsOf(await admin.sql(sql));
      for (const values of [undefined, []]) {
        const found = await rows(sql, values);
        expect(found.map(asText)).toEqual(expected.map(asText));
        expect(found.length).toBeGreaterThan(0);
      }
    }
  });

  it('prepares statements and executes them with values of all types', async () => {
    const sql = 'SELECT name FROM city WHERE population > ? AND name LIKE ? ORDER BY population DESC LIMIT 2';
    expect(await rows(sql, [1000000, 'S%'])).toEqual([{ name: 'Shanghai' }, { name: 'Shenzhen' }]);
    expect(await rows(sql, [1000000, 'B%'])).toEqual([{ name: 'Buenos Aires' }, { name: 'Beijing' }]);
    expect(await rows('SELECT ? AS a, ? AS b, ? AS c, ? AS d', ["O'Neil", 12, null, true])).toEqual([{ a: "O'Neil", b: 12, c: null, d: 1 }]); // prettier-ignore
    expect(await rows('SELECT name FROM city WHERE city_id = ?', [1796236n])).toEqual([{ name: 'Shanghai' }]);
    expect(await rows('SELECT name FROM city WHERE city_id = ?', ['1796236'])).toEqual([{ name: 'Shanghai' }]);
    expect(await refused('SELECT name FROM city WHERE city_id = ?', ['x'])).toMatchObject({ errno: 1525 });
    expect(await refused('SELECT nam FROM city WHERE city_id = ?', [1])).toMatchObject({
      errno: 1054,
      sqlState: '42S22',
    });
  });

  it('may have parameters for the numbers of LIMIT', async () => {
    const sql = 'SELECT name FROM city WHERE population > ? ORDER BY population DESC LIMIT ? OFFSET ?';
    expect(await rows(sql, [1000000, 2, 1])).toEqual([{ name: 'Istanbul' }, { name: 'Buenos Aires' }]);
    expect(await rows(sql, [1000000, '1', 0])).toEqual([{ name: 'Shanghai' }]);
    expect(await rows('SELECT name FROM city ORDER BY population DESC LIMIT ?, ?', [2, 1])).toEqual([{ name: 'Buenos Aires' }]); // prettier-ignore
    expect(await rows('SELECT * FROM (SELECT name FROM city ORDER BY population DESC LIMIT ?) AS t WHERE name <> ?', [2, 'Shanghai'])).toEqual([{ name: 'Istanbul' }]); // prettier-ignore
    for (const bad of [-1, 1.5, 'x', '', null]) expect(await refused(sql, [1, bad, 0])).toMatchObject({ errno: 1210 });
  });

  it('has a current database, and none before it uses one', async () => {
    const other = await connectMysql(people.service);
    const ask = async (sql: string) => (await askMysql(other, sql)).rows;
    expect(await ask('SELECT DATABASE() AS d, SCHEMA() AS s')).toEqual([{ d: null, s: null }]);
    expect(await refusalOf(ask('SELECT * FROM city'))).toMatchObject({ errno: 1046, sqlState: '3D000' });
    expect(await ask("SELECT name FROM world.city WHERE name = 'Suva'")).toEqual([{ name: 'Suva' }]);
    await ask('USE People');
    expect(await ask('SELECT DATABASE() AS d')).toEqual([{ d: 'people' }]);
    expect(await ask('SELECT COUNT(*) AS n FROM person')).toEqual([{ n: 3 }]);
    await other.changeUser({ database: 'world' });
    expect(await ask('SELECT DATABASE() AS d')).toEqual([{ d: 'world' }]);
    expect(await refusalOf(ask('SELECT * FROM world.city, people.person'))).toMatchObject({ errno: 1235 });
    expect(await refusalOf(ask('USE nowhere'))).toEqual({ errno: 1049, sqlState: '42000', message: 'unknown ontology "nowhere"' }); // prettier-ignore
    await other.end();
  });

  it.each<[string, number, string, string]>([
    ['SELECT nam FROM city', 1054, '42S22', 'there is no property or path "nam" here at line 1, column 8: did you mean "name"?'],
    ['SELECT name FROM citty', 1146, '42S02', 'there is no concept "citty" in this ontology at line 1, column 18: did you mean "city"?'],
    ['SELECT name FROM information_schema.tabels', 1146, '42S02', 'there is no table "tabels" in information_schema at line 1, column 37: did you mean "tables"?'],
    ['SELEC 1', 1064, '42000', 'a statement cannot begin with "SELEC" at line 1, column 1: did you mean "SELECT"?'],
    ['SELECT 1; SELECT 2', 1064, '42000', 'the text contains several statements at line 1, column 11: the client must allow several statements in one command'],
    ['SELECT @@versoin', 1193, 'HY000', 'there is no variable "versoin" at line 1, column 8: did you mean "version"?'],
    ['SET character_set_results = latin1', 1115, '42000', 'the character set "latin1" is not supported at line 1, column 5: use utf8mb4'],
    ['SET version = 5', 1238, 'HY000', 'the variable "version" cannot be set at line 1, column 5'],
    ['SET GLOBAL sql_mode = 1', 1227, '42000', 'global variables cannot be set: SET SESSION sql_mode sets the one of this session at line 1, column 5'],
    ['SET autocommit = 7', 1231, '42000', 'the variable "autocommit" cannot have the value "7" at line 1, column 5: the values are ON, OFF'],
    ["INSERT INTO city VALUES (1)", 1290, 'HY000', 'clients of the MySQL protocol only read at line 1, column 1: send definitions to POST query/ or to the console'],
    ['DROP CONCEPT city', 1290, 'HY000', 'clients of the MySQL protocol only read at line 1, column 1: send definitions to POST query/ or to the console'],
    ['SHOW TOKEN FOR admin', 1290, 'HY000', 'clients of the MySQL protocol only read at line 1, column 6: send definitions to POST query/ or to the console'],
    ['KILL 4000000', 1094, 'HY000', 'there is no connection with the id 4000000'],
    ['', 1064, '42000', 'the text contains no statement'],
  ])('is refused %s with the number and state of MySQL and our message', async (sql, errno, sqlState, message) => {
    expect(await refused(sql)).toEqual({ errno, sqlState, message });
    expect(await rows('SHOW WARNINGS')).toEqual([{ Level: 'Error', Code: errno, Message: message }]);
  }); // prettier-ignore

  it('sends what drivers send on their own', async () => {
    await rows('SET NAMES utf8mb4 COLLATE utf8mb4_general_ci');
    await rows('/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE=\'NO_AUTO_VALUE_ON_ZERO\' */');
    expect(await rows('SELECT @@sql_mode AS now, @OLD_SQL_MODE AS before_, @nothing AS nothing')).toEqual([{ now: 'NO_AUTO_VALUE_ON_ZERO', before_: '', nothing: null }]);
    await rows("SET SESSION sql_mode = CONCAT(@@sql_mode, ',STRICT_TRANS_TABLES'), @@session.time_zone = '+00:00', autocommit = OFF");
    expect(await rows('SELECT @@SESSION.sql_mode AS m, @@autocommit AS a, @@global.time_zone AS z')).toEqual([{ m: 'NO_AUTO_VALUE_ON_ZERO,STRICT_TRANS_TABLES', a: 0, z: '+00:00' }]);
    await rows('SET autocommit = DEFAULT, sql_mode = DEFAULT, time_zone = DEFAULT');
    await rows('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
    expect(await rows('SELECT @@transaction_isolation AS i')).toEqual([{ i: 'READ-COMMITTED' }]);
    for (const sql of ['START TRANSACTION READ ONLY', 'SAVEPOINT a', 'ROLLBACK TO SAVEPOINT a', 'COMMIT', 'BEGIN', 'ROLLBACK', 'LOCK TABLES city READ', 'UNLOCK TABLES'])
      expect(await rows(sql)).toMatchObject({ affectedRows: 0 });
    expect(await rows('SELECT /*!40001 SQL_NO_CACHE */ COUNT(*) AS n FROM `capital`')).toEqual([{ n: 241 }]);
    expect(await rows('SELECT 1 AS a /* a comment */')).toEqual([{ a: 1 }]);
    expect(await rows("SELECT '/*! not opened */' AS a")).toEqual([{ a: '/*! not opened */' }]);
    expect(await rows('SELECT VERSION() AS v, @@version_comment AS c')).toEqual([{ v: SERVER_VERSION, c: 'Ontology Query Service' }]);
  }); // prettier-ignore

  it('cuts results where it sets a limit', async () => {
    await rows('SET sql_select_limit = 3');
    expect(await rows('SELECT name FROM city')).toHaveLength(3);
    expect(await rows('SELECT name FROM city LIMIT 2')).toHaveLength(2);
    await rows('SET sql_select_limit = DEFAULT');
    expect(await rows('SELECT name FROM capital')).not.toHaveLength(3);
    expect(await rows('SELECT FOUND_ROWS() AS n')).not.toEqual([{ n: 3 }]);
  });

  it('sends several statements in one command where it says so', async () => {
    const several = await connectMysql(people.service, { database: 'world', multipleStatements: true });
    const [results] = await several.query('SET @x = 2; SELECT 1 AS a; SELECT DATABASE() AS d;');
    expect(results).toMatchObject([{ affectedRows: 0 }, [{ a: 1 }], [{ d: 'world' }]]);
    expect(await refusalOf(several.query('SELECT 1; SELECT nothing FROM city; SELECT 2'))).toMatchObject({
      errno: 1054,
    });
    expect(await rows('SELECT 1 AS a')).toEqual([{ a: 1 }]);
    await several.end();
  });

  it('also reads the statements of the ontology language', async () => {
    expect(await rows('SHOW ONTOLOGIES')).toMatchObject([{ ontology: 'people' }, { ontology: 'world' }]);
    expect(await rows("DESCRIBE CONCEPT dsvc.capital OPTIONS (graph_depth = '0')")).toContainEqual(expect.objectContaining({ col_name: 'name', key: '' })); // prettier-ignore
    const [explained] = await rows('EXPLAIN SELECT name FROM city');
    expect(explained?.PLAN).toContain('map_city');
    expect(await rows('SELECT concept FROM svc.sys_concepts LIMIT 1')).toEqual([{ concept: 'thing' }]);
  });
});

describe('the log-in', () => {
  it('accepts an API token of the user, and the user "token" for one of any user', async () => {
    const ana = await people.reader('Ana');
    for (const user of ['Ana', 'ana', 'token']) {
      const client = await open(ana, user);
      expect((await askMysql(client, 'SELECT USER() AS u')).rows).toEqual([{ u: 'Ana' }]);
      await client.end();
    }
  });

  it.each<[string, () => { user?: string; password?: string; database?: string }, number]>([
    ['a token of another user', () => ({ user: 'Ben' }), 1045],
    ['the password of the user', () => ({ password: people.service.admin.password }), 1045],
    ['no password', () => ({ password: '' }), 1045],
    ['another token', () => ({ password: people.service.token.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) }), 1045],
    ['an unknown user', () => ({ user: 'nobody' }), 1045],
    ['an unknown database', () => ({ database: 'nowhere' }), 1049],
  ])('is refused with %s', async (_, options, errno) => {
    expect(await refusalOf(connectMysql(people.service, options()))).toMatchObject({ errno });
  }); // prettier-ignore

  it('counts failures against the address, and ends with the token', async () => {
    const eve = await people.reader('eve');
    const client = await open(eve, 'eve');
    const admin = new Client(people.service.api, people.service.token);
    rowsOf(await admin.sql('DROP USER eve', { ontology: 'system' }));
    await waitFor(async () => (await refusalOf(askMysql(client, 'SELECT 1')).catch(() => undefined))?.errno === 1045);
    await expect(askMysql(client, 'SELECT 1')).rejects.toThrow();
    client.destroy();
    for (let failure = 0; failure < 5; failure++)
      expect(await refusalOf(open(eve, 'mallory'))).toMatchObject({ errno: 1045 });
    expect(await refusalOf(open(eve, 'mallory'))).toMatchObject({ errno: 1226 });
  });
});

it('opens many connections at once', async () => {
  const many = await Promise.all(Array.from({ length: 40 }, () => connectMysql(people.service, { database: 'world' })));
  const found = await Promise.all(many.map((client) => askMysql(client, "SELECT name FROM city WHERE name = 'Suva'")));
  expect(found.every(({ rows }) => rows[0]?.name === 'Suva')).toBe(true);
  await Promise.all(many.map((client) => client.end()));
});

it('is not possible while first hashes of tokens are stored, which would be passwords', async () => {
  const service = await startService({ MYSQL_PORT: '0' });
  const server = service.app.get(MysqlServerService, { strict: false });
  const marks = service.app.get<Knex>(SYSTEM_DATABASE, { strict: false })<{ name: string; value: string }>('service_marks');
  await marks.where({ name: 'token_hashes' }).update({ value: 'both' });
  expect(await server.listen()).toBeUndefined();
  await service.app.get(TokensService, { strict: false }).finishMigration();
  expect(await server.listen()).toBeGreaterThan(0);
  await service.close();
}); // prettier-ignore

describe('rights', () => {
  it('are those of the user: masks, row filters, schemas and ontologies', async () => {
    const ana = await people.reader('Cleo');
    const client = await open(ana, 'Cleo');
    const ask = async (sql: string) => (await askMysql(client, sql)).rows;
    const seen = [{ name: 'Ana', email: 'XXXXXXXXX', city: 'Rome' }];
    expect(await ask('SELECT name, email, city FROM person ORDER BY id')).toEqual(seen);
    expect(await ask("SELECT name FROM person WHERE email LIKE '%example%'")).toEqual([]);
    const [prepared] = await client.execute('SELECT name, email, city FROM person WHERE id > ?', [0]);
    expect(prepared).toEqual(seen);
    expect(await ask('SHOW DATABASES')).toEqual([{ Database: 'information_schema' }, { Database: 'people' }, { Database: 'world' }]);
    expect(await ask('SHOW GRANTS')).toEqual([{ 'Grants for Cleo@%': "GRANT USAGE ON *.* TO 'Cleo'@'%'" }, { 'Grants for Cleo@%': "GRANT SELECT ON `people`.* TO 'Cleo'@'%'" }]);
    expect(await refusalOf(ask('SELECT * FROM world.city'))).toMatchObject({ errno: 1142, sqlState: '42000' });
    expect(await ask("SELECT table_name FROM information_schema.tables WHERE table_schema = 'world'")).toEqual([]);
    await client.end();
  }); // prettier-ignore

  it('and statements are in the audit log, with the protocol and without values', async () => {
    const dora = await people.reader('Dora');
    const client = await open(dora, 'Dora');
    await askMysql(client, "SELECT name FROM person WHERE name = 'concealed'");
    await client.execute('SELECT name FROM person WHERE id = ?', [4711]);
    await refusalOf(askMysql(client, "SELECT nam FROM person WHERE name = 'concealed'"));
    await refusalOf(askMysql(client, "SELEC 'concealed'"));
    await client.end();
    const admin = new Client(people.service.api, people.service.token);
    const log = await admin.select("SELECT ontology, statement, row_count, outcome, protocol FROM svc.sys_audit WHERE user_name = 'Dora' AND protocol = 'mysql' ORDER BY time", { ontology: 'system' }); // prettier-ignore
    expect(log.map((row) => Object.values(row))).toEqual([
      ['system', 'log_in', 0, 'success', 'mysql'],
      ['people', 'SELECT name FROM person WHERE name = ?', 0, 'success', 'mysql'],
      ['people', 'SELECT name FROM person WHERE id = ?', 0, 'success', 'mysql'],
      ['people', 'SELECT nam FROM person WHERE name = ?', 0, 'plan_unknown_name', 'mysql'],
      ['system', 'SELEC ?', 0, 'statement_malformed', 'mysql'],
    ]);
  });
});

/** Returns a row with all values as strings: drivers have other types for booleans and decimals than JSON. */
function asText(row: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const text = (value: unknown): string => (typeof value === 'boolean' ? String(Number(value)) : String(value));
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, text(value)]));
}

describe('a data source that leads to the service itself', () => {
  it('is refused by its first statement', async () => {
    const { service } = people;
    const admin = new Client(service.api, service.token);
    const options = `host = '127.0.0.1', port = '${service.mysqlPort}', database = 'world', user = 'admin', password = '${service.token}'`;
    const script = `CREATE ONTOLOGY circle; CREATE DATASOURCE d TYPE mysql OPTIONS (${options});
      ALTER ONTOLOGY circle SET check_mappings = 'off';
      CREATE CONCEPT city (city_id integer, name string, PRIMARY KEY (city_id));
      CREATE MAPPING m INTO (city) AS SELECT city_id AS city_id, name AS name FROM city`;
    rowsOf(await admin.sql(script, { ontology: 'system' }));
    const { status, body } = await admin.sql('SELECT name FROM city', { ontology: 'circle' });
    expect([status, body.error?.code, body.data]).toEqual([
      502,
      'source_refused',
      'the data source is an ontology query service itself',
    ]);
    const tested = rowsOf(await admin.sql('TEST DATASOURCE d', { ontology: 'circle' }));
    expect(tested).toMatchObject([{ code: 'source_refused', result: 'failed' }]);
  }, 20_000);
});

describe('behind a proxy of TRUST_PROXY', () => {
  /** Logs in after what a proxy sends, and returns the host of the connection as PROCESSLIST shows it, or the number of the error. */
  async function hostAfter(
    service: RunningService,
    header: Buffer,
    token = service.token,
  ): Promise<string | number | undefined> {
    const raw = await RawMysql.connect(service.mysqlPort!);
    const greeting = (await raw.next())!.payload;
    raw.write(header);
    raw.send(logInPayload(service.admin.name, answerOf(token, nonceIn(greeting))), 1);
    const first = await raw.next();
    const refused = errorIn(first);
    if (refused !== undefined) return refused;
    await raw.next();
    raw.send(
      Buffer.concat([Buffer.from([COMMAND.query]), Buffer.from('SELECT HOST FROM information_schema.PROCESSLIST')]),
    );
    const [row] = [await raw.next(), await raw.next(), await raw.next()].slice(2);
    raw.close();
    return row?.payload.subarray(1).toString();
  }

  it('a client has the address that the proxy names, for limits and for TLS', async () => {
    const service = await startService({ MYSQL_PORT: '0', TRUST_PROXY: '127.0.0.0/8', MYSQL_ALLOW_PLAIN: 'true' });
    const text = (address: string) => Buffer.from(`PROXY TCP4 ${address} 10.0.0.1 4711 3307\r\n`);
    expect(await hostAfter(service, text('192.0.2.7'))).toBe('192.0.2.7');
    expect(await hostAfter(service, Buffer.alloc(0))).toBe('127.0.0.1');
    for (let failure = 0; failure < 5; failure++)
      expect(await hostAfter(service, text('192.0.2.8'), 'wrong')).toBe(1045);
    expect(await hostAfter(service, text('192.0.2.8'), 'wrong')).toBe(1226);
    expect(await hostAfter(service, text('192.0.2.8'))).toBe('192.0.2.8');
    expect(await hostAfter(service, text('192.0.2.9'))).toBe('192.0.2.9');
    expect(await hostAfter(service, text('nowhere'))).toBe(1835);
    await service.close();
    const closed = await startService({ MYSQL_PORT: '0', TRUST_PROXY: '127.0.0.0/8' });
    expect(await hostAfter(closed, text('192.0.2.7'))).toBe(3159);
    await closed.close();
  }, 30_000);

  it('others cannot name an address', async () => {
    expect(await hostAfter(people.service, Buffer.from('PROXY TCP4 192.0.2.7 10.0.0.1 4711 3307\r\n'))).toBe(1153);
  });
});

describe('limits', () => {
  it('are not exceeded by what a client sets', async () => {
    const client = await connectMysql(people.service);
    for (const value of ['-5', '99999999999', "'x'", '0'])
      for (const name of ['wait_timeout', 'max_execution_time', 'sql_select_limit', 'max_allowed_packet']) {
        await askMysql(client, `SET ${name} = ${value}`);
        expect(
          (await askMysql(client, `SELECT 1 AS a FROM world.continent WHERE name = 'Asia'`)).rows.length,
        ).toBeLessThan(2);
      }
    await askMysql(client, 'SET wait_timeout = 1');
    await waitFor(async () => (await askMysql(connection, 'SHOW PROCESSLIST')).rows.length === 1);
    client.destroy();
  }, 20_000);

  it('cut results at MAX_ROWS with a warning', async () => {
    const service = await startService({ DATABASE_URL: '', MYSQL_PORT: '0', MAX_ROWS: '5' });
    const client = await connectMysql(service, { database: 'world' });
    expect((await askMysql(client, 'SELECT name FROM city')).rows).toHaveLength(5);
    expect((await askMysql(client, 'SHOW WARNINGS')).rows).toEqual([
      { Level: 'Warning', Code: 1105, Message: 'rows beyond MAX_ROWS were left out' },
    ]);
    expect((await askMysql(client, 'SELECT name FROM city LIMIT 3')).rows).toHaveLength(3);
    expect((await askMysql(client, 'SHOW WARNINGS')).rows).toEqual([]);
    expect((await askMysql(client, 'SHOW TABLES')).rows.length).toBeGreaterThan(5);
    await client.end();
    await service.close();
  });

  it('count the statements of a token in a minute, whichever connection sends them', async () => {
    const service = await startService({ MYSQL_PORT: '0', RATE_LIMIT_PER_MINUTE: '10' });
    const [first, second] = [await connectMysql(service), await connectMysql(service)];
    for (let count = 0; count < 5; count++) for (const client of [first, second]) await askMysql(client, 'SELECT 1');
    for (const client of [first, second])
      expect(await refusalOf(askMysql(client, 'SELECT 1'))).toMatchObject({ errno: 1226, sqlState: '42000' });
    await first.ping();
    for (const client of [first, second]) await client.end();
    await service.close();
  });

  it('are no limits for the length of a value, which may take several packets', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const items = names.map(
      (name) => `CONCAT(${Array.from({ length: 4 }, () => "REPEAT('x', 900000)").join(', ')}) AS ${name}`,
    );
    for (const values of [undefined, []]) {
      const [row = {}] = await rows(`SELECT ${items.join(', ')}, 1 AS f`, values);
      expect(Object.values(row).map((value) => String(value).length)).toEqual([
        3_600_000, 3_600_000, 3_600_000, 3_600_000, 3_600_000, 1,
      ]);
    }
    expect(await rows('SELECT 1 AS a')).toEqual([{ a: 1 }]);
  }, 60_000);
});
