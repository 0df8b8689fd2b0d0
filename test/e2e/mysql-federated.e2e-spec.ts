import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import { type OwnMariaDb, startOwnMariaDb } from '../support/own-mariadb';
import { type RunningService, startService } from '../support/service';
import { describeWith, hasProgram } from '../support/services';

/** The folder where MariaDB looks for what it needs as a client: no option and no variable changes it. */
const PLUGINS = '/usr/lib/mysql/plugin';
const LOG_IN = 'caching_sha2_password.so';
/** Where Debian has the log-in of MySQL 8, for other clients than MariaDB itself. */
const OF_CLIENTS = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/libmariadb3/plugin/${LOG_IN}`;
const ARE_THERE = hasProgram('mariadbd') && existsSync(OF_CLIENTS) && existsSync(join(PLUGINS, 'ha_connect.so'));

describeWith('mariadb-plugin-connect', ARE_THERE, 'another MariaDB', () => {
  let service: RunningService;
  let server: OwnMariaDb;
  let isLinked = false;
  let link: string;
  beforeAll(async () => {
    service = await startService({ DATABASE_URL: '', MYSQL_PORT: '0' });
    isLinked = !existsSync(join(PLUGINS, LOG_IN));
    if (isLinked) symlinkSync(OF_CLIENTS, join(PLUGINS, LOG_IN));
    server = await startOwnMariaDb(['--plugin-load-add=ha_federatedx', '--plugin-load-add=ha_connect']);
    const { admin, token, mysqlPort } = service;
    link = `mysql://${admin.name}:${token}@127.0.0.1:${mysqlPort}/world`;
    await server.run(['CREATE DATABASE here']);
  }, 120_000);
  afterAll(async () => {
    await server.drop();
    await service.close();
    if (isLinked) rmSync(join(PLUGINS, LOG_IN));
  });

  /** Runs statements in one session, and returns the rows of the last one. */
  async function ask(...statements: readonly string[]): Promise<readonly unknown[]> {
    const connection = await mysql.createConnection({ host: '127.0.0.1', port: server.port, user: 'root', database: 'here', rowsAsArray: true }); // prettier-ignore
    try {
      let rows: RowDataPacket[] = [];
      for (const statement of statements) [rows] = await connection.query<RowDataPacket[]>(statement);
      return rows;
    } finally {
      await connection.end();
    }
  }

  it('reads a concept by FederatedX, and joins it with its own tables', async () => {
    await ask(
      `CREATE TABLE city (city_id INT NOT NULL PRIMARY KEY, name VARCHAR(200), country_code VARCHAR(3), population INT) ENGINE=FEDERATED CONNECTION='${link}/city'`,
      'CREATE TABLE visit (city_id INT, year INT)',
      'INSERT INTO visit VALUES (2198148, 2020), (1796236, 2021)',
    );
    expect(await ask('SELECT COUNT(*) FROM city')).toEqual([[135_233]]);
    expect(await ask('SELECT name, year FROM visit JOIN city USING (city_id) ORDER BY year')).toEqual([['Suva', 2020], ['Shanghai', 2021]]); // prettier-ignore
    await expect(ask("INSERT INTO city VALUES (1, 'a', 'b', 2)")).rejects.toThrow(/only read/);
    await ask('DELETE FROM city WHERE city_id = 2198148').catch(() => undefined);
    expect(await ask('SELECT COUNT(*) FROM city')).toEqual([[135_233]]);
  }, 60_000);

  it('finds the columns of a concept by CONNECT', async () => {
    await ask(
      "SET sql_mode = ''",
      `CREATE TABLE country ENGINE=CONNECT TABLE_TYPE=MYSQL CONNECTION='${link}/country'`,
    );
    expect(await ask("SELECT country_code, area_km2, is_un_member FROM country WHERE name = 'Fiji'")).toEqual([['FJI', 18272, 1]]); // prettier-ignore
    expect(await ask('SHOW COLUMNS FROM country')).toContainEqual(['country_code', 'varchar(768)', 'NO', '', null, '']);
  }, 60_000);
}, 'REQUIRE_PROGRAMS'); // prettier-ignore
