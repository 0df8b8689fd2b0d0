import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DialectName } from '../../src/model';
import { addUser } from '../support/add-user';
import { type Answer, Client, rowsOf } from '../support/client';
import { writeDuckDb } from '../support/engines';
import { createDatabase, type Database } from '../support/define-source';
import { type RunningService, startService } from '../support/service';
import { describeWithMariaDb, describeWithPostgreSql } from '../support/services';

const TABLES = [
  'CREATE TABLE places (id INTEGER, city VARCHAR(20))',
  'CREATE TABLE roads (a INTEGER, b INTEGER, length_km INTEGER)',
  "INSERT INTO places VALUES (1, 'Oslo')",
];
const CONCEPT = 'CREATE CONCEPT place (place_id integer, city string, PRIMARY KEY (place_id));';
const NAMES = 'in a mapping, write names in backticks or double quotes, strings in single quotes';

/** Statements of mappings, and the refusal: its message, its hint and the column in which the name stands. */
const FAULTS: readonly (readonly [what: string, select: string, message: string, hint: string, at: string])[] = [
  ['a table', 'SELECT id AS place_id, city FROM `place`', 'its data source has no table `place`', 'did you mean "places"?', '`place`'],
  ['a column', 'SELECT id AS place_id, citty AS city FROM places', 'its table `places` has no column `citty`', 'did you mean "city"?', 'citty'],
  ['a column with an alias in front', 'SELECT p.id AS place_id, p.citi AS city FROM places p', 'its table `p` has no column `citi`', 'did you mean "city"?', 'citi'],
  ['an alias', 'SELECT pl.id AS place_id, q.city FROM places pl', 'its FROM has no table `q`', NAMES, 'q.'],
  ['a column of a join', 'SELECT id AS place_id, city FROM places JOIN roads ON a = idd', 'none of its tables `places`, `roads` has a column `idd`', 'did you mean "id"?', 'idd'],
  ['a column in USING', 'SELECT p.id AS place_id, p.city FROM places p JOIN places q USING (idx)', 'none of its tables `p`, `q` has a column `idx`', 'did you mean "id"?', 'idx'],
  ['a column of a derived table', 'SELECT x.k AS place_id, x.city FROM (SELECT id AS key_id, city FROM places) x', 'its table `x` has no column `k`', NAMES, 'k AS'],
  ['a column of a common table', 'WITH x AS (SELECT id, town FROM places) SELECT id AS place_id, town AS city FROM x', 'its table `places` has no column `town`', NAMES, 'town'],
  ['a column of a sub-query', 'SELECT id AS place_id, city FROM places WHERE id IN (SELECT lenght_km FROM roads)', 'its table `roads` has no column `lenght_km`', 'did you mean "length_km"?', 'lenght_km'],
  ['a text in double quotes', 'SELECT id AS place_id, city FROM places WHERE city = "Bergen"', 'its table `places` has no column `Bergen`', NAMES, '"Bergen"'],
]; // prettier-ignore

const FITTING: readonly string[] = [
  'SELECT p.id AS place_id, p.city FROM places p WHERE EXISTS (SELECT 1 FROM roads WHERE a = p.id OR b = id)',
  'WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i AS place_id, city FROM n, places',
  'SELECT id AS place_id, MAX(city) AS city FROM places GROUP BY id HAVING place_id > 0 ORDER BY city',
  'SELECT q.k AS place_id, q.city FROM (SELECT * FROM places) q(k, city)',
  'SELECT id AS place_id, city FROM places UNION ALL SELECT a, NULL FROM roads ORDER BY place_id',
  'SELECT PLACES.ID AS place_id, City AS city FROM places',
];

/** Options with which a data source cannot be opened, made of its own, and what administrators see of the reason. */
const REDEFINED: Readonly<Record<DialectName, (options: string) => readonly (readonly [string, RegExp])[]>> = {
  mysql: (options) => [
    [options.replace(/database = '[^']*'/, "database = 'absent'"), /Unknown database 'absent'/],
    [options.replace(/password = '[^']*'/, "password = 'wrong'"), /Access denied/],
  ],
  duckdb: () => [["path = 'absent'", /there is no file/]],
  postgresql: (options) => [
    [options.replace(/database = '[^']*'/, "database = 'absent'"), /database "absent" does not exist/],
    [options.replace(/user = '[^']*'/, "user = 'absent'"), /"absent"/],
  ],
};
const NO_SERVER = "host = '127.0.0.1', port = '1', database = 'x', user = 'x'";
const AWAY: Readonly<Record<DialectName, string>> = {
  mysql: NO_SERVER,
  duckdb: "path = 'absent'",
  postgresql: NO_SERVER,
};

function suite(dialect: DialectName): void {
  let service: RunningService;
  let database: Database | undefined;
  let admin: Client;
  let options: string;
  const define = (statements: string): Promise<Answer> => admin.sql(statements, { ontology: 'checked' });
  const mapping = (select: string): string => `CREATE OR REPLACE MAPPING m INTO (place) AS ${select}`;
  const scriptOf = async (): Promise<string> =>
    JSON.stringify(await admin.select('SHOW CREATE ONTOLOGY checked', { ontology: 'checked' }));

  beforeAll(async () => {
    service = await startService();
    admin = new Client(service.api, service.token);
    const sources = join(service.dataDir, 'sources');
    mkdirSync(sources, { recursive: true });
    options = "path = 'places.duckdb'";
    database = await createDatabase(dialect, 'checks');
    if (database !== undefined) {
      await database.run(TABLES);
      options = [...database.options].map(([name, value]) => `${name} = '${value}'`).join(', ');
    } else {
      await writeDuckDb(join(sources, 'places.duckdb'), TABLES);
    }
    rowsOf(await admin.sql(`CREATE ONTOLOGY checked; CREATE DATASOURCE source TYPE ${dialect} OPTIONS (${options}); ${CONCEPT}`, { ontology: 'system' })); // prettier-ignore
  }, 60_000);
  afterAll(async () => {
    await service.close();
    await database?.drop();
  });

  it.each(FAULTS)('refuses a mapping that misspells %s', async (_, select, message, hint, at) => {
    const text = `-- a comment\n${mapping(select)}`;
    const { status, body } = await define(text);
    expect([status, body.data]).toEqual([400, `mapping \`m\`: ${message}`]);
    const place = { line: 2, column: (text.split('\n')[1] ?? '').indexOf(at) + 1 };
    expect(body.error).toMatchObject({ code: 'ontology_invalid', hint, position: place });
    expect(await scriptOf()).not.toContain('MAPPING');
  });

  it.each(FITTING)('accepts %s without a warning', async (select) => {
    const { status, body } = await define(mapping(select));
    expect([status, body.warnings]).toEqual([200, undefined]);
    rowsOf(await define('DROP MAPPING m'));
  });

  it('lists the further faults of a request in the hint', async () => {
    const { status, body } = await define(
      `${mapping('SELECT idd AS place_id, citty AS city FROM places')}; CREATE MAPPING n INTO (place) AS SELECT a AS place_id FROM road`,
    );
    expect([status, body.data]).toEqual([400, 'mapping `m`: its table `places` has no column `idd`']);
    expect(body.error?.hint).toBe(
      'did you mean "id"?; mapping `m`: its table `places` has no column `citty`; mapping `n`: its data source has no table `road`',
    );
  });

  it('has the data source prepare a mapping WITHOUT PARSING, without running it', async () => {
    const text = (select: string): string => `CREATE OR REPLACE MAPPING m INTO (place) WITHOUT PARSING AS ${select}`;
    const lacking = await define(text('SELECT id AS place_id, town AS city FROM places'));
    expect([lacking.status, lacking.body.data]).toEqual([400, 'mapping `m`: there is no column `town`']);
    expect(lacking.body.error?.position).toEqual({ line: 1, column: 84 });
    const absent = await define(text('SELECT id AS place_id, city FROM placess'));
    expect([absent.status, absent.body.data]).toEqual([
      400,
      'mapping `m`: its data source rejects it (source_refused)',
    ]);
    expect(absent.body.error?.hint).toMatch(/placess/);
    rowsOf(await define(text('SELECT id AS place_id, city FROM places')));
    rowsOf(await define('DROP MAPPING m'));
  });

  it('warns instead if check_mappings is warn, and before any other rows', async () => {
    const wrong = mapping('SELECT id AS place_id, citty AS city FROM places');
    const answer = await define(`ALTER ONTOLOGY checked SET check_mappings = 'warn';\n${wrong}`);
    const warnings = ['line 2, column 68: mapping `m`: its table `places` has no column `citty`; did you mean "city"?'];
    expect([answer.status, answer.body.warnings]).toEqual([200, warnings]);
    expect(answer.text).toMatch(/"warnings":\[.*\],"status":"success"}$/);
    for (const read of ['SELECT place_id FROM place', 'SHOW CONCEPTS', 'EXPLAIN SELECT place_id FROM place'])
      expect((await define(`${wrong}; ${read}`)).body.warnings).toHaveLength(1);
    expect((await define('SHOW CONCEPTS')).body.warnings).toBeUndefined();
    rowsOf(await define('DROP MAPPING m'));
  });

  it('does not contact the data source if check_mappings is off', async () => {
    const { status, body } = await define(
      `ALTER ONTOLOGY checked SET check_mappings = 'off'; ${mapping('SELECT id AS place_id FROM nothing')}`,
    );
    expect([status, body.warnings]).toEqual([200, undefined]);
    rowsOf(await define("DROP MAPPING m; ALTER ONTOLOGY checked SET check_mappings = 'refuse'"));
  });

  it('checks the mappings of a data source again when it is redefined, and reports the reason to administrators', async () => {
    rowsOf(await define(mapping('SELECT id AS place_id, city FROM places')));
    const redefined = REDEFINED[dialect](options);
    for (const [away, why] of redefined) {
      const answer = await define(`CREATE OR REPLACE DATASOURCE source TYPE ${dialect} OPTIONS (${away})`);
      expect([answer.status, answer.body.warnings]).toEqual([200, [expect.stringMatching(why)]]);
      expect(answer.body.warnings?.[0]).toMatch(/^data source `source` cannot be read \(source_unavailable: .*\): not checked: `m`$/); // prettier-ignore
    }
    rowsOf(await define(`CREATE OR REPLACE DATASOURCE source TYPE ${dialect} OPTIONS (${options}); DROP MAPPING m`));
  });

  it('reports why a data source cannot be read only to callers with ADMIN on it, after the same time', async () => {
    const editor = await addUser(service, { name: `editor_${dialect}`, ontology: 'checked' });
    rowsOf(await admin.sql(`GRANT EDIT ON ontology.checked TO USER editor_${dialect}; GRANT ADMIN ON datasource.checked.away TO USER editor_${dialect}`, { ontology: 'checked' })); // prettier-ignore
    const away = AWAY[dialect];
    rowsOf(await define(`CREATE DATASOURCE away TYPE ${dialect} OPTIONS (${away})`));
    const since = Date.now();
    const { status, body } = await editor.sql(
      'CREATE MAPPING n INTO (place) USING away AS SELECT id AS place_id FROM places',
      { ontology: 'checked' },
    );
    expect([status, body.warnings]).toEqual([
      200,
      ['data source `away` cannot be read (source_unavailable): not checked: `n`'],
    ]);
    expect(Date.now() - since).toBeGreaterThan(2_400);
    rowsOf(await define('DROP DATASOURCE away CASCADE'));
  });
}

describe('a mapping on a data source of type duckdb', () => {
  suite('duckdb');
});
describeWithMariaDb('a mapping on a data source of type mysql', () => {
  suite('mysql');
});
describeWithPostgreSql('a mapping on a data source of type postgresql', () => {
  suite('postgresql');
});
