import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addUserWith } from '../support/add-user';
import { Client, rowsOf } from '../support/client';
import { type RunningService, startService } from '../support/service';

const MODEL = `
CREATE ONTOLOGY shop;
CREATE DATASOURCE plain TYPE files OPTIONS (path = 'plain/');
CREATE DATASOURCE broken TYPE duckdb OPTIONS (path = 'broken.duckdb');
CREATE DATASOURCE away TYPE mysql OPTIONS (host = '127.0.0.1', port = '1', database = 'd', user = 'u');
CREATE DATASOURCE unused TYPE files OPTIONS (path = 'plain/');
CREATE CONCEPT town (id integer, PRIMARY KEY (id));
CREATE CONCEPT road (id integer, PRIMARY KEY (id));
CREATE CONCEPT lake (id integer, PRIMARY KEY (id));
CREATE MAPPING towns INTO (town) USING plain AS SELECT id AS id FROM towns;
CREATE MAPPING roads INTO (road) USING broken AS SELECT id AS id FROM roads;
CREATE MAPPING lakes INTO (lake) USING away AS SELECT id AS id FROM lakes;
`;
const STATES = 'SELECT datasource, state, statements > 0 AS has_statements, errors > 0 AS has_errors FROM svc.sys_datasource_state ORDER BY datasource'; // prettier-ignore

let service: RunningService;
let admin: Client;

beforeAll(async () => {
  service = await startService({ CHECK_MAPPINGS: 'off' });
  mkdirSync(join(service.dataDir, 'sources', 'plain'), { recursive: true });
  writeFileSync(join(service.dataDir, 'sources', 'plain', 'towns.csv'), 'id\n1\n2\n');
  writeFileSync(join(service.dataDir, 'sources', 'broken.duckdb'), 'this is not a database');
  admin = new Client(service.api, service.token);
  rowsOf(await admin.sql(MODEL, { ontology: 'system' }));
}, 60_000);
afterAll(() => service.close());

const select = (client: Client) => client.select(STATES, { ontology: 'shop' });

it('tells which data sources answered, which did not, and which nothing was sent to', async () => {
  expect((await select(admin)).map(({ state }) => state)).toEqual(Array.from({ length: 4 }, () => 'unused'));
  expect(await admin.select('SELECT id FROM town', { ontology: 'shop' })).toHaveLength(2);
  const failing = ['road', 'lake', 'lake', 'lake'].map((concept) =>
    admin.sql(`SELECT id FROM ${concept}`, { ontology: 'shop' }),
  );
  expect((await Promise.all(failing)).map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  expect(await select(admin)).toEqual([
    { datasource: 'away', state: 'unavailable', has_statements: 0, has_errors: 1 },
    { datasource: 'broken', state: 'unavailable', has_statements: 0, has_errors: 1 },
    { datasource: 'plain', state: 'available', has_statements: 1, has_errors: 0 },
    { datasource: 'unused', state: 'unused', has_statements: 0, has_errors: 0 },
  ]);
});

it('lists the data sources that a caller has ADMIN on, and no other ones', async () => {
  const reader = await addUserWith(service, 'reader', 'GRANT QUERY ON ontology.shop');
  expect(await select(reader)).toEqual([]);
  const keeper = await addUserWith(service, 'keeper', 'GRANT ADMIN ON datasource.shop.plain');
  expect((await select(keeper)).map(({ datasource }) => datasource)).toEqual(['plain']);
});
