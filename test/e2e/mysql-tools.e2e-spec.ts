import type { Connection } from 'mysql2/promise';
import { askMysql, connectMysql } from '../support/mysql-client';
import { type RunningService, startService } from '../support/service';

let service: RunningService;
let connection: Connection;

beforeAll(async () => {
  service = await startService({ DATABASE_URL: '', MYSQL_PORT: '0' });
  connection = await connectMysql(service, { database: 'world' });
});
afterAll(async () => {
  await connection.end();
  await service.close();
});

/** Statements that return rows, as programs send them that these tests cannot run, and others that only must not fail. */
const STATEMENTS: Readonly<Record<string, { readonly rows: readonly string[]; readonly others?: readonly string[] }>> = {
  'MySQL Connector/J': {
    rows: [
      '/* mysql-connector-j-8.4.0 (Revision: 1) */SELECT  @@session.auto_increment_increment AS auto_increment_increment, @@character_set_client AS character_set_client, @@character_set_connection AS character_set_connection, @@character_set_results AS character_set_results, @@character_set_server AS character_set_server, @@collation_server AS collation_server, @@collation_connection AS collation_connection, @@init_connect AS init_connect, @@interactive_timeout AS interactive_timeout, @@license AS license, @@lower_case_table_names AS lower_case_table_names, @@max_allowed_packet AS max_allowed_packet, @@net_write_timeout AS net_write_timeout, @@performance_schema AS performance_schema, @@query_cache_size AS query_cache_size, @@query_cache_type AS query_cache_type, @@sql_mode AS sql_mode, @@system_time_zone AS system_time_zone, @@time_zone AS time_zone, @@transaction_isolation AS transaction_isolation, @@wait_timeout AS wait_timeout',
      'SELECT @@session.transaction_read_only',
      "SHOW FULL TABLES FROM `world` LIKE '%'",
      "SHOW FULL COLUMNS FROM `city` FROM `world` LIKE '%'",
      'SHOW KEYS FROM `city` FROM `world`',
      'SHOW CREATE TABLE `world`.`city`',
      'select database()',
      '/* ping */ SELECT 1',
    ],
    others: ['SHOW WARNINGS', 'SET character_set_results = NULL', 'SET autocommit=1', "SET sql_mode='STRICT_TRANS_TABLES'", 'set session transaction read only', 'SET SQL_SELECT_LIMIT=DEFAULT', 'commit', 'rollback'],
  },
  DBeaver: {
    rows: [
      'SHOW DATABASES', 'SHOW ENGINES', 'SHOW CHARSET', 'SHOW COLLATION', 'SHOW PRIVILEGES', "SHOW VARIABLES LIKE 'lower_case_%'", 'SHOW GLOBAL STATUS', 'SHOW GLOBAL VARIABLES', 'SHOW GRANTS FOR CURRENT_USER',
      'SELECT @@GLOBAL.character_set_server,@@GLOBAL.collation_server',
      'SELECT DATABASE()',
      "SHOW FULL TABLES FROM `world`", "SHOW TABLE STATUS FROM `world` LIKE 'city'",
      "SELECT * FROM INFORMATION_SCHEMA.SCHEMATA WHERE SCHEMA_NAME = 'world'",
      "SELECT * FROM INFORMATION_SCHEMA.TABLES t WHERE t.TABLE_SCHEMA = 'world' AND t.TABLE_NAME = 'city'",
      "SELECT * FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_SCHEMA='world' AND TABLE_NAME='city' ORDER BY ORDINAL_POSITION",
      "SELECT kc.CONSTRAINT_NAME,kc.TABLE_NAME,kc.COLUMN_NAME,kc.ORDINAL_POSITION,tc.CONSTRAINT_TYPE FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS tc, INFORMATION_SCHEMA.KEY_COLUMN_USAGE kc WHERE kc.TABLE_SCHEMA=tc.TABLE_SCHEMA AND kc.TABLE_NAME=tc.TABLE_NAME AND kc.CONSTRAINT_NAME=tc.CONSTRAINT_NAME AND tc.TABLE_SCHEMA='world' ORDER BY kc.CONSTRAINT_NAME,kc.ORDINAL_POSITION",
      "SELECT * FROM INFORMATION_SCHEMA.STATISTICS WHERE TABLE_SCHEMA='world' ORDER BY TABLE_NAME,INDEX_NAME,SEQ_IN_INDEX",
      'SELECT * FROM `world`.city LIMIT 0, 200',
      'SELECT c.name FROM world.city c ORDER BY c.name DESC LIMIT 5 OFFSET 10',
    ],
    others: [
      'SHOW PLUGINS', "SELECT * FROM INFORMATION_SCHEMA.TRIGGERS WHERE EVENT_OBJECT_SCHEMA='world'", "SELECT * FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA='world' ORDER BY ROUTINE_NAME",
      "SELECT * FROM information_schema.EVENTS WHERE EVENT_SCHEMA='world'", "SELECT * FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA='world' AND PARTITION_NAME IS NOT NULL",
      "SELECT * FROM information_schema.CHECK_CONSTRAINTS WHERE CONSTRAINT_SCHEMA='world'", 'SET SQL_SAFE_UPDATES=0', "SET SESSION net_write_timeout=99999",
    ],
  },
  Metabase: {
    rows: [
      "SELECT CASE WHEN @@GLOBAL.time_zone = 'SYSTEM' THEN @@system_time_zone ELSE @@GLOBAL.time_zone END AS tz",
      "SELECT `c`.`column_name` AS `name`, `c`.`ordinal_position` - 1 AS `database-position`, NULL AS `table-schema`, `c`.`table_name` AS `table-name`, UPPER(`c`.`data_type`) AS `database-type`, `c`.`extra` = 'auto_increment' AS `database-is-auto-increment`, (`c`.`column_default` IS NULL OR LOWER(`c`.`column_default`) = 'null') AND `c`.`is_nullable` = 'NO' AND NOT `c`.`extra` = 'auto_increment' AS `database-required`, `c`.`column_key` = 'PRI' AS `pk?`, NULLIF(`c`.`column_comment`, '') AS `field-comment` FROM `information_schema`.`columns` AS `c` WHERE `c`.`table_schema` NOT IN ('information_schema', 'performance_schema', 'sys', 'mysql') AND `c`.`table_name` IN ('city') ORDER BY `table-name` ASC, `database-position` ASC",
      "SELECT `a`.`table_name` AS `fk-table-name`, `a`.`column_name` AS `fk-column-name`, `a`.`referenced_table_name` AS `pk-table-name`, `a`.`referenced_column_name` AS `pk-column-name` FROM `information_schema`.`key_column_usage` AS `a` INNER JOIN `information_schema`.`table_constraints` AS `b` USING (`constraint_schema`, `constraint_name`, `table_name`) WHERE `b`.`constraint_type` = 'FOREIGN KEY' AND `a`.`referenced_table_schema` IS NOT NULL ORDER BY `fk-table-name` ASC",
      '-- Metabase:: userID: 1 queryType: MBQL queryHash: 0a1b\nSELECT `city`.`city_id` AS `city_id`, SUBSTRING(`city`.`name`, 1, 1234) AS `substring1` FROM `city` LIMIT 10000',
      'SELECT `city`.`country_code` AS `country_code`, COUNT(*) AS `count`, COUNT(DISTINCT `city`.`hemisphere`) AS `h` FROM `city` WHERE (`city`.`population` > 1000000) AND (LOWER(`city`.`name`) LIKE \'%s%\') GROUP BY `city`.`country_code` ORDER BY `count` DESC, `city`.`country_code` ASC LIMIT 5',
      'SELECT `Country`.`name` AS `Country__name`, SUM(`city`.`population`) AS `sum` FROM `city` LEFT JOIN `country` AS `Country` ON `city`.`country_code` = `Country`.`country_code` GROUP BY `Country`.`name` ORDER BY `sum` DESC LIMIT 3',
      'SELECT FLOOR(`city`.`latitude` / 10.0) * 10.0 AS `latitude`, COUNT(*) AS `count` FROM `city` GROUP BY FLOOR(`city`.`latitude` / 10.0) * 10.0 ORDER BY 1',
      'SELECT `source`.`country_code` AS `c`, AVG(`source`.`population`) AS `avg` FROM (SELECT `city`.`country_code` AS `country_code`, `city`.`population` AS `population` FROM `city`) AS `source` GROUP BY `source`.`country_code` ORDER BY 1 LIMIT 2',
    ],
  },
  'SQLAlchemy and Superset': {
    rows: [
      'SELECT @@transaction_isolation', "SHOW VARIABLES LIKE 'sql_mode'", "SHOW VARIABLES LIKE 'lower_case_table_names'", 'SELECT VERSION()',
      "SELECT CAST('test plain returns' AS CHAR(60)) AS anon_1", "SELECT CAST('test unicode returns' AS CHAR(60)) AS anon_1", "SELECT 'x' AS some_label",
      "show collation where `Charset` = 'utf8mb4' and `Collation` = 'utf8mb4_bin'",
      'SHOW FULL TABLES FROM `world`', 'SHOW CREATE TABLE `city`', 'DESCRIBE `world`.`city`',
      'SELECT name AS name, SUM(population) AS `SUM(population)` FROM city GROUP BY name ORDER BY `SUM(population)` DESC LIMIT 10000',
      'SELECT count(*) AS `count` FROM (SELECT name FROM city LIMIT 100) AS virtual_table',
    ],
    others: ['SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ', 'ROLLBACK'],
  },
  Grafana: {
    rows: [
      "SELECT DISTINCT TABLE_SCHEMA from information_schema.TABLES where TABLE_TYPE != 'SYSTEM VIEW' ORDER BY TABLE_SCHEMA",
      "SELECT table_name FROM information_schema.tables WHERE table_schema = database() ORDER BY table_name",
      "SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = 'world' AND table_name = 'city' ORDER BY column_name",
      "SELECT UNIX_TIMESTAMP('2024-01-01 00:10:00') DIV 300 * 300 AS time, COUNT(*) AS value FROM city GROUP BY 1 ORDER BY 1",
    ],
  },
  'Tableau': {
    rows: [
      "SELECT TABLE_NAME,TABLE_COMMENT,TABLE_TYPE,TABLE_SCHEMA FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA LIKE 'world' AND ( TABLE_TYPE='BASE TABLE' OR TABLE_TYPE='VIEW' )",
      'SELECT SUM(1) AS `COL` FROM `city` `city` HAVING (COUNT(1) > 0)',
      "SELECT `city`.`country_code` AS `country_code`, SUM(`city`.`population`) AS `sum_population_ok` FROM `city` `city` WHERE (`city`.`country_code` IN ('FJI', 'BEL')) GROUP BY 1",
      'SELECT A.CONSTRAINT_NAME, A.TABLE_NAME, A.COLUMN_NAME, A.REFERENCED_TABLE_NAME, A.REFERENCED_COLUMN_NAME FROM INFORMATION_SCHEMA.KEY_COLUMN_USAGE A, INFORMATION_SCHEMA.TABLE_CONSTRAINTS B WHERE A.CONSTRAINT_SCHEMA = B.CONSTRAINT_SCHEMA AND A.TABLE_NAME = B.TABLE_NAME AND A.CONSTRAINT_NAME = B.CONSTRAINT_NAME AND A.TABLE_SCHEMA = \'world\' AND B.CONSTRAINT_TYPE = \'FOREIGN KEY\'',
      'SELECT MIN(`city`.`population`) AS `lower`, MAX(`city`.`population`) AS `upper` FROM `city` HAVING COUNT(1) > 0',
    ],
    others: ['SET SESSION sql_mode = CONCAT(@@sql_mode, \',ANSI_QUOTES\')', 'SET SESSION sql_mode = DEFAULT'],
  },
  'Power BI (Connector/NET)': {
    rows: [
      'SHOW VARIABLES', 'SHOW COLLATION', 'SELECT @@version', 'SELECT @@max_allowed_packet, @@character_set_server',
      'SELECT TIMEDIFF(NOW(), UTC_TIMESTAMP())',
      "select TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE from INFORMATION_SCHEMA.tables where TABLE_SCHEMA = 'world'",
      "SELECT c.TABLE_SCHEMA, c.TABLE_NAME, c.COLUMN_NAME, c.ORDINAL_POSITION, c.IS_NULLABLE, c.DATA_TYPE FROM INFORMATION_SCHEMA.COLUMNS c WHERE c.TABLE_SCHEMA = 'world' AND c.TABLE_NAME = 'city'",
      'select `$Table`.`name` as `name`, `$Table`.`population` as `population` from `world`.`city` `$Table` limit 1000',
      "select `rows`.`country_code` as `country_code`, sum(`rows`.`population`) as `a` from `world`.`city` `rows` group by `rows`.`country_code` limit 1001",
    ],
    others: ['SET NAMES utf8mb4', 'SET character_set_results=NULL'],
  },
  'the command line of MySQL and mysqldump': {
    rows: ['select @@version_comment limit 1', 'select USER()', 'SELECT DATABASE()', 'show databases', 'show tables', "SHOW VARIABLES LIKE 'gtid\\_mode'", 'SELECT @@GLOBAL.GTID_MODE', "show table status like 'city'", 'SHOW CREATE DATABASE IF NOT EXISTS `world`', 'show fields from `city`', 'SELECT /*!40001 SQL_NO_CACHE */ `city_id`, `name` FROM `city` LIMIT 3'],
    others: [
      "/*!40100 SET @@SQL_MODE='' */", '/*!40103 SET TIME_ZONE=\'+00:00\' */', "/*!80000 SET SESSION information_schema_stats_expiry=0 */", 'SET SESSION NET_READ_TIMEOUT= 86400, SESSION NET_WRITE_TIMEOUT= 86400', 'LOCK TABLES `city` READ /*!32311 LOCAL */', 'UNLOCK TABLES',
      'SET SQL_QUOTE_SHOW_CREATE=1', 'START TRANSACTION /*!40100 WITH CONSISTENT SNAPSHOT */', "SHOW TRIGGERS LIKE 'city'", "SHOW FUNCTION STATUS WHERE Db = 'world'", 'show events', "SELECT COLUMN_NAME, JSON_EXTRACT(HISTOGRAM, '$.\"number-of-buckets-specified\"') FROM information_schema.COLUMN_STATISTICS WHERE SCHEMA_NAME = 'world' AND TABLE_NAME = 'city'",
    ],
  },
  'R (RMariaDB) and pandas': {
    rows: ["SELECT * FROM `city` WHERE (0 = 1) OR name = 'Suva'", 'SHOW TABLES', "SELECT COUNT(*) FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_NAME = 'city'", 'SELECT AVG(population) AS m, STDDEV(population) AS s FROM city', 'SELECT * FROM (SELECT name, population FROM city) AS q01 LIMIT 11'],
    others: ["SET time_zone = '+00:00'", 'SET SESSION sql_mode = \'\''],
  },
}; // prettier-ignore

describe.each(Object.entries(STATEMENTS))('%s', (_, { rows, others = [] }) => {
  it.each(rows)('receives rows for %s', async (sql) => {
    const answer = await askMysql(connection, sql);
    expect(answer.rows.length).toBeGreaterThan(0);
    expect(new Set(answer.columns).size).toBe(answer.columns.length);
  });

  it('may send what returns no rows', async () => {
    for (const sql of others) await askMysql(connection, sql);
  });
});
