import { CompileFigures } from '../../src/query';
import { Client } from '../support/client';
import { PLAIN_CAPABILITIES, RawMysql } from '../support/raw-mysql';
import { askRaw, raw } from '../support/raw-statements';
import { type RunningService, startService } from '../support/service';

/** Statements with `#`, and their values. */
const STATEMENTS: readonly (readonly [sql: string, values: readonly string[]])[] = [
  ['SELECT city_id, name FROM city WHERE city_id = #', ['1796236', '745044', '0', "'1796236'", "'x'", '1.5', '99999999999999999999']],
  ['SELECT name FROM city WHERE name = # ORDER BY city_id LIMIT 3', ["'Suva'", "'Nadi'", "'nobody'", "''", "'O''Neil'", '5']],
  ['SELECT name, population > 5 AS p FROM city WHERE population >= # AND NOT name = # ORDER BY 1 LIMIT 4', ['5', '10000000', "'Shanghai'", "'x'"]],
  ['SELECT c.name, `in_country[country].name` AS country FROM world.city c WHERE `in_country[country].name` = # AND c.population > # ORDER BY c.name', ["'Fiji'", "'Malta'", '70000', '1000']],
  ['SELECT nam FROM city WHERE population > #', ['5', '5000000', "'x'"]],
  ['SELECT name FROM city WHERE population > # AND nam = #', ['5', '5000000', "'abc'"]],
  ['SELECT name FROM country WHERE is_un_member = # AND area_km2 < # ORDER BY name', ['1', '0', '500', "'a'"]],
  ['SELECT COUNT(*) AS n, DATABASE() AS d FROM country WHERE name < #', ["'C'", "'M'", "'Z'"]],
  ['SELECT region_code, COUNT(*) AS n FROM country WHERE area_km2 > # GROUP BY region_code HAVING n > 2 ORDER BY n, region_code', ['1', '100000']],
  ['SELECT name FROM city WHERE city_id IN (#, #) OR name IN (#) ORDER BY name, city_id', ['1796236', '745044', '0', "'1796236'", "'Suva'", "'x'", '1.5', 'NULL']],
  ['SELECT name FROM country WHERE area_km2 NOT IN (#, 5, #) AND population BETWEEN # AND # ORDER BY name LIMIT 5', ['1', '100000', "'500000'", "'x'", '1e6']],
  ['SELECT name FROM country WHERE name NOT BETWEEN # AND # AND region_code IN (#) ORDER BY name LIMIT 9', ["'B'", "'C'", "'Z'", '5', "'EUR'"]],
  ['SELECT name FROM country WHERE capital IN (#) AND name BETWEEN # AND 3', ["'B'", '5']],
  ["SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = # AND TABLE_NAME = #", ["'world'", "'city'", "'none'"]],
  ['SELECT name FROM nothing WHERE id = #', ['1', '100']],
]; // prettier-ignore

/** Returns the statement with each pair of its values: the second value stands in the second place, the first one in all others. */
function textsOf([sql, values]: (typeof STATEMENTS)[number]): readonly string[] {
  return values.flatMap((one) => values.map((other) => sql.replace('#', one).replace('#', other).replaceAll('#', one)));
}

describe('statements that differ only in their values', () => {
  let [reusing, parsing]: readonly RunningService[] = [];
  beforeAll(async () => {
    reusing = await startService({ DATABASE_URL: '', MYSQL_PORT: '0' });
    parsing = await startService({ DATABASE_URL: '', MYSQL_PORT: '0', PLAN_CACHE_SIZE: '0' });
  }, 60_000);
  afterAll(async () => {
    for (const service of [reusing, parsing]) await service?.close();
  });

  const logIn = ({ mysqlPort, admin, token }: RunningService) =>
    RawMysql.logIn(mysqlPort!, admin.name, token, 'world', PLAIN_CAPABILITIES);
  const parsed = ({ app }: RunningService): number => app.get(CompileFigures, { strict: false }).parsed;

  it.each(STATEMENTS)('have the answers of statements that are parsed: %s', async (...statement) => {
    const [first, second] = [await logIn(reusing!), await logIn(parsing!)];
    for (const text of textsOf(statement))
      expect([text, await askRaw(first, raw.query(text))]).toEqual([text, await askRaw(second, raw.query(text))]);
    first.close();
    second.close();
  });

  it.each<[text: (id: number) => string, noted: string]>([
    [(id) => `SELECT name AS once FROM city WHERE city_id = ${id}`, 'SELECT name AS once FROM city WHERE city_id = ?'],
    [(id) => `SELECT name AS listed FROM city WHERE city_id IN (${id}, 5) AND name NOT IN ('${id}')`, 'SELECT name AS listed FROM city WHERE city_id IN (?, ?) AND name NOT IN (?)'],
    [(id) => `SELECT name AS between_once FROM city WHERE city_id BETWEEN ${id} AND ${2 * id}`, 'SELECT name AS between_once FROM city WHERE city_id BETWEEN ? AND ?'],
  ])('are parsed once, and noted as they were written: %s', async (text, noted) => {
    const client = await logIn(reusing!);
    const before = parsed(reusing!);
    for (let id = 1; id <= 20; id++) await askRaw(client, raw.query(text(id)));
    expect(parsed(reusing!) - before).toBe(1);
    await askRaw(client, raw.query(text(1)));
    client.close();
    const admin = new Client(reusing!.api, reusing!.token);
    const audited = await admin.select('SELECT statement, outcome FROM svc.sys_audit', { ontology: 'system' });
    const own = audited.filter(({ statement }) => statement === noted);
    expect(own).toHaveLength(21);
    for (const { outcome } of own) expect(outcome).toBe('success');
  }); // prettier-ignore
});
