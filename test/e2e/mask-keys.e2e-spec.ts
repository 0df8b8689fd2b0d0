import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { addUser } from '../support/add-user';
import { makeBearer } from '../support/bearer';
import { Client, rowsOf } from '../support/client';
import { writeDuckDb } from '../support/engines';
import { createMariaDbDatabase, type MariaDbDatabase } from '../support/mariadb';
import { getToken, type RunningService, startService } from '../support/service';
import {
  makeServiceFolder,
  SALT,
  type ServiceProcess,
  spawnService,
  startServiceProcess,
  sweepUp,
} from '../support/service-process';
import { describeWithMariaDb } from '../support/services';
import { onEachSystemDatabase } from '../support/system-databases';
import { waitFor } from '../support/wait-for';

const PHONES = ['0611', '0622', '0633', '0644', '0655'];
const TABLES = [
  'CREATE TABLE person (id INTEGER PRIMARY KEY, phone VARCHAR(20), mobile VARCHAR(20), login VARCHAR(20))',
  `INSERT INTO person VALUES ${PHONES.map((phone, id) => `(${id}, '${phone}', '${phone}', '${phone}')`).join(', ')}`,
];
const MODEL = `
  CREATE CONCEPT account (login string, phone string, PRIMARY KEY (login));
  CREATE CONCEPT person (id integer, mobile string) INHERITS (account);
  CREATE MAPPING map_person INTO (person) AS SELECT id, phone, mobile, login FROM person;
  CREATE POLICY p1 MASK PROPERTY phone WITH hash();
  CREATE POLICY p2 MASK PROPERTY mobile WITH hash();
  CREATE POLICY p3 MASK PROPERTY login WITH hash();`;
const QUESTION = 'SELECT phone, mobile, login, entity_id FROM dsvc.person ORDER BY id';

onEachSystemDatabase('maskkeys', (databaseUrl) => {
  let here: RunningService;
  let there: RunningService;
  let admin: Client;
  const readers = new Map<string, Client>();

  const start = async (): Promise<RunningService> => {
    const service = await startService({ DATABASE_URL: databaseUrl() });
    const sources = join(service.dataDir, 'sources');
    mkdirSync(sources, { recursive: true });
    await writeDuckDb(join(sources, 'people.duckdb'), TABLES);
    return service;
  };
  beforeAll(async () => {
    [here, there] = await Promise.all([start(), start()]);
    admin = new Client(here.api, here.token);
    for (const ontology of ['first', 'second']) {
      const source = `CREATE ONTOLOGY ${ontology}; CREATE DATASOURCE s TYPE duckdb OPTIONS (path = 'people.duckdb');`;
      rowsOf(await admin.sql(`${source} ${MODEL}`, { ontology: 'system' }));
      readers.set(ontology, await addUser(here, { name: `reader_of_${ontology}`, ontology }));
    }
  }, 60_000);
  afterAll(async () => {
    await Promise.all([here.close(), there.close()]);
  });

  const hashesOf = async (ontology: string, reader = readers.get(ontology)!): Promise<readonly (readonly string[])[]> =>
    (await reader.select(QUESTION, { ontology })).map((row) => Object.values(row) as string[]);

  it('hashes a value differently in each ontology and property, against dictionaries', async () => {
    const [first, second] = [await hashesOf('first'), await hashesOf('second')];
    const all = [...first, ...second].flat();
    expect(all).toHaveLength(40);
    expect(all.every((hash) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
    expect(new Set(all).size).toBe(40);
  });

  it('hashes a masked key alike through every concept', async () => {
    const keys = await readers.get('first')!.select('SELECT entity_id FROM dsvc.account', { ontology: 'first' });
    const ofPersons = (await hashesOf('first')).map(([, , , id]) => id);
    expect(new Set(keys.map((row) => row.entity_id))).toEqual(new Set(ofPersons));
  });

  it('hashes alike on all instances of one system database, even if they start at the same time', async () => {
    const token = await getToken(there.api, makeBearer('reader_of_first', 'pw of reader_of_first', there.salt));
    expect(await hashesOf('first', new Client(there.api, token))).toEqual(await hashesOf('first'));
  });

  it('keeps its hashes when the model changes and when it is restored', async () => {
    const known = await hashesOf('first');
    const ontology = { ontology: 'first' };
    const [{ id }] = (await admin.select('SHOW VERSION', ontology)) as readonly [{ id: string }];
    rowsOf(await admin.sql("CREATE CONCEPT another (a integer, PRIMARY KEY (a)); ALTER ONTOLOGY first SET DESCRIPTION = 'x'", ontology)); // prettier-ignore
    expect(await hashesOf('first')).toEqual(known);
    rowsOf(await admin.sql(`RESTORE ONTOLOGY first TO VERSION '${id}'`, ontology));
    expect(await hashesOf('first')).toEqual(known);
  });

  it('hashes differently in an ontology created under the name of a dropped one', async () => {
    const known = new Set((await hashesOf('second')).flat());
    const source = `CREATE DATASOURCE s TYPE duckdb OPTIONS (path = 'people.duckdb');`;
    rowsOf(await admin.sql(`DROP ONTOLOGY second`, { ontology: 'system' }));
    rowsOf(await admin.sql(`CREATE ONTOLOGY second; ${source} ${MODEL}`, { ontology: 'system' }));
    rowsOf(await admin.sql('GRANT QUERY ON ontology.second TO USER reader_of_second', { ontology: 'second' }));
    const anew = (await hashesOf('second')).flat();
    expect(anew.filter((hash) => known.has(hash))).toEqual([]);
  });

  it('shows no key in an explanation', async () => {
    const [row] = await readers.get('first')!.select(`EXPLAIN ${QUESTION}`, { ontology: 'first' });
    expect(JSON.stringify(row)).toContain('(a key of the service)');
    expect(JSON.stringify(row)).not.toMatch(/[0-9a-f]{64}/);
  });

  it('refuses to start with secrets that were sealed by another salt, with a clear error', async () => {
    const folder = makeServiceFolder();
    const settings = { DATABASE_URL: databaseUrl(), API_AUTH_SALT: 'another salt of the tests' };
    const { ended, log } = spawnService(folder, settings);
    expect((await ended).code).toBe(1);
    expect(log()).toContain(
      'API_AUTH_SALT differs from the one with which the secrets of this system database were encrypted',
    );
    rmSync(folder, { recursive: true });
  });
});

describeWithMariaDb('keys of masks and errors of MariaDB', () => {
  const folder = makeServiceFolder();
  let database: MariaDbDatabase;
  let service: ServiceProcess | undefined;
  beforeAll(async () => {
    database = await createMariaDbDatabase('maskwords');
    await database.run(TABLES);
  });
  afterAll(async () => {
    await sweepUp(folder, service);
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are not logged at any level: the log has error codes, no values and no statements', async () => {
    service = await startServiceProcess(folder, { LOG_LEVEL: 'debug' });
    const token = await service.issueToken();
    const admin = new Client(service.api, token);
    const options = [...database.options].map(([name, value]) => `${name} = '${value}'`).join(', ');
    const source = `CREATE ONTOLOGY words; CREATE DATASOURCE s TYPE mysql OPTIONS (${options});`;
    rowsOf(await admin.sql(`${source} ${MODEL}`, { ontology: 'system' }));
    const reader = await addUser({ api: service.api, token, salt: SALT }, { name: 'reader', ontology: 'words' });
    const answer = await reader.sql('SELECT EXP(LENGTH(phone) * 1000) FROM person', { ontology: 'words' });
    expect([answer.status, answer.body.error?.code]).toEqual([400, 'source_bad_value']);
    const { log } = service;
    const line = await waitFor(() => log().split('\n').find((text) => text.includes('"err":') && text.endsWith('}'))); // prettier-ignore
    const { cause } = (JSON.parse(line) as { err: { cause: object } }).err;
    expect(cause).toMatchObject({ code: 'ER_DATA_OUT_OF_RANGE', errno: 1690, sqlState: '22003', message: 'DOUBLE value is out of range in' }); // prettier-ignore
    expect(log()).not.toMatch(/sha2|[0-9a-f]{64}|concat\(/i);
  }, 60_000);
});
