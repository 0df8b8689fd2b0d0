import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DialectName } from '../../src/model';
import { addUser } from '../support/add-user';
import { Client, rowsOf } from '../support/client';
import { writeDuckDb } from '../support/engines';
import { createMariaDbDatabase, type MariaDbDatabase } from '../support/mariadb';
import { type RunningService, startService } from '../support/service';
import { describeWithMariaDb } from '../support/services';

const TABLES = [
  'CREATE TABLE places (id INTEGER, city VARCHAR(20), concealed VARCHAR(20))',
  'CREATE TABLE roads (a INTEGER, b INTEGER)',
  'CREATE VIEW cities AS SELECT id, concealed FROM places',
  'ALTER TABLE places DROP COLUMN concealed',
];
const QUOTES = 'in a mapping, write names in backticks or double quotes, strings in single quotes';
const CONCEPT = `CREATE CONCEPT place (place_id integer, city string, PRIMARY KEY (place_id));
  CREATE CONCEPT other (other_id integer, PRIMARY KEY (other_id));`;

/** Mappings, a statement, and what its hint says before that of quotes. */
const CASES: readonly (readonly [what: string, mapping: string, read: string, told: RegExp])[] = [
  ['a condition in double quotes', 'CREATE OR REPLACE MAPPING m INTO (place) AS SELECT id AS place_id, city FROM places p WHERE city = "Oslo"', 'SELECT * FROM place', /^mapping "m" reads the column "Oslo" for the concept "place"; $/],
  ['a qualified column', 'CREATE OR REPLACE MAPPING m INTO (place) AS SELECT id AS place_id, p.town AS city FROM places p', 'SELECT * FROM place', /^mapping "m" reads the column "town" for the property "city" of the concept "place"; $/],
  ['a column in a calculation', "CREATE OR REPLACE MAPPING m INTO (place) AS SELECT id AS place_id, CONCAT(town, '!') AS city FROM places", 'SELECT city FROM place', /^mapping "m" reads the column "town" for the property "city" of the concept "place"; $/],
  ['a text that is not parsed', "CREATE OR REPLACE MAPPING m INTO (place) WITHOUT PARSING AS SELECT id AS place_id, Town AS city FROM places WHERE city <> 'town'", 'SELECT * FROM place', /^mapping "m" reads the column "Town" for the concept "place"; $/],
  ['a sub-query', 'CREATE OR REPLACE MAPPING m INTO (place) AS SELECT id AS place_id, city FROM places WHERE id IN (SELECT c FROM roads)', 'SELECT * FROM place', /^mapping "m" reads the column "c" for the concept "place"; $/],
  ['one of two mappings', 'CREATE OR REPLACE MAPPING m INTO (place) AS SELECT id AS place_id, city FROM places; CREATE MAPPING n INTO (other) AS SELECT town AS other_id FROM places', 'SELECT * FROM other', /^mapping "n" reads the column "town" for the property "other_id" of the concept "other"; $/],
  ['a column that only a view of the data source names', 'CREATE OR REPLACE MAPPING m INTO (place) AS SELECT id AS place_id FROM cities', 'SELECT * FROM place', /^$/],
]; // prettier-ignore

function suite(dialect: DialectName): void {
  let service: RunningService;
  let database: MariaDbDatabase | undefined;
  let admin: Client;
  let reader: Client;

  beforeAll(async () => {
    service = await startService({ CHECK_MAPPINGS: 'off' });
    admin = new Client(service.api, service.token);
    const sources = join(service.dataDir, 'sources');
    mkdirSync(sources, { recursive: true });
    let options = "path = 'places.duckdb'";
    if (dialect === 'mysql') {
      database = await createMariaDbDatabase('columns');
      await database.run(TABLES);
      options = [...database.options].map(([name, value]) => `${name} = '${value}'`).join(', ');
    } else {
      await writeDuckDb(join(sources, 'places.duckdb'), TABLES);
    }
    rowsOf(await admin.sql(`CREATE ONTOLOGY lacking; CREATE DATASOURCE source TYPE ${dialect} OPTIONS (${options}); ${CONCEPT}`, { ontology: 'system' })); // prettier-ignore
    reader = await addUser(service, { name: 'reader', ontology: 'lacking' });
  }, 60_000);
  afterAll(async () => {
    await service.close();
    await database?.drop();
  });

  it.each(CASES)('is reported with the mapping that names it: %s', async (_, mapping, read, hint) => {
    rowsOf(await admin.sql(mapping, { ontology: 'lacking' }));
    for (const client of [reader, admin]) {
      const { status, text, body } = await client.sql(read, { ontology: 'lacking' });
      expect(status).toBe(502);
      expect(body).toMatchObject({ error: { code: 'source_refused' } });
      expect(text).not.toMatch(/concealed|clause|Candidate|LINE 1/i);
      if (body.error?.hint === undefined) {
        expect(hint.source).toBe('^$');
        continue;
      }
      expect(body.data).toBe('the data source rejected the statement: a column does not exist');
      expect(body.error.hint.endsWith(QUOTES)).toBe(true);
      expect(body.error.hint.slice(0, -QUOTES.length)).toMatch(hint);
    }
    const [script] = await reader.select('SHOW CREATE ONTOLOGY lacking', { ontology: 'lacking' });
    expect(JSON.stringify(script)).toContain('MAPPING `m`');
  });
}

describe('a column that a data source of type duckdb lacks', () => {
  suite('duckdb');
});
describeWithMariaDb('a column that a data source of type mysql lacks', () => {
  suite('mysql');
});
