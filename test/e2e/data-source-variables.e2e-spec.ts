import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPERATOR } from '../../src/auth';
import { EnginesService } from '../../src/engines';
import { DataSourcesService, OntologyRegistry } from '../../src/ontologies';
import { addUser, addUserWith } from '../support/add-user';
import { Client, rowsOf } from '../support/client';
import { createMariaDbDatabase, type MariaDbDatabase } from '../support/mariadb';
import { type RunningService, startService } from '../support/service';
import { describeWithMariaDb } from '../support/services';
import { waitFor } from '../support/wait-for';

const [FIRST, SECOND] = ['zq first secret', 'zq second secret'];
const MODEL =
  'CREATE CONCEPT part (id integer, PRIMARY KEY (id)); CREATE MAPPING m INTO (part) USING db AS SELECT id FROM parts';

describeWithMariaDb('a password in an environment variable', () => {
  const folder = mkdtempSync(join(tmpdir(), 'variables-'));
  let database: MariaDbDatabase;
  let service: RunningService;
  let admin: Client;
  let author: Client;
  let rogue: Server;
  let caught = 0;

  /** The settings that list `SHOP_PASSWORD` for the server of the tests, `FREE` for any, and `UNSET` without a value. */
  const settings = (): Readonly<Record<string, string>> => {
    const server = `${database.options.get('host')}:${database.options.get('port')}`;
    return {
      DATABASE_URL: `sqlite:${join(folder, 'system.db')}`,
      CHECK_MAPPINGS: 'warn',
      DATA_SOURCE_ENVS: `SHOP_PASSWORD@${server},FREE,UNSET@${server}`,
      SHOP_PASSWORD: FIRST,
      FREE: FIRST,
      NOT_LISTED: FIRST,
    };
  };
  const start = async (others: Readonly<Record<string, string>> = {}): Promise<void> => {
    await service?.close(); // eslint-disable-line @typescript-eslint/no-unnecessary-condition -- the first start
    service = await startService({ ...settings(), ...others });
    admin = new Client(service.api, service.token);
  };
  const options = (changes: Readonly<Record<string, string>> = {}): string => {
    const given = {
      ...Object.fromEntries(database.options),
      user: database.name,
      password: "env('SHOP_PASSWORD')",
      ...changes,
    };
    return Object.entries(given).map(([name, value]) => `${name} = ${value.startsWith('env(') ? value : `'${value}'`}`).join(', '); // prettier-ignore
  };
  const source = (changes?: Readonly<Record<string, string>>): string =>
    `CREATE OR REPLACE DATASOURCE db TYPE mysql OPTIONS (${options(changes)})`;
  const roguePort = (): string => String((rogue.address() as AddressInfo).port);
  const define = (ontology: string, changes?: Readonly<Record<string, string>>) =>
    admin.sql(`CREATE ONTOLOGY ${ontology}; ${source(changes)}; ${MODEL}`, { ontology: 'system' });
  const read = (client: Client, ontology = 'shop') => client.sql('SELECT id FROM part', { ontology });
  const password = (value: string): string => `ALTER USER '${database.name}'@'%' IDENTIFIED BY '${value}'`;

  beforeAll(async () => {
    database = await createMariaDbDatabase('envs');
    await database.run([
      'CREATE TABLE parts (id INT PRIMARY KEY)',
      'INSERT INTO parts VALUES (1)',
      `CREATE USER '${database.name}'@'%' IDENTIFIED BY '${FIRST}'`,
      `GRANT SELECT ON ${database.name}.* TO '${database.name}'@'%'`,
    ]);
    rogue = createServer((socket) => {
      caught += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => rogue.listen(0, '127.0.0.1', resolve));
    await start();
    rowsOf(await define('shop'));
    author = await addUserWith(service, 'ana', 'GRANT ADMIN ON ontology.shop', 'GRANT CREATE ON ALL', 'GRANT CREATE DATASOURCE ON ALL'); // prettier-ignore
  }, 60_000);
  afterAll(async () => {
    await service.close();
    rogue.close();
    await database.run([`DROP USER '${database.name}'@'%'`]);
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  it('is read when the data source is opened, and shown by its name only', async () => {
    expect(rowsOf(await read(admin))).toEqual([{ id: 1 }]);
    const [created] = await admin.select('SHOW CREATE ONTOLOGY shop', { ontology: 'shop' });
    const history = await admin.select('SHOW HISTORY', { ontology: 'shop' });
    for (const text of [String(created?.script), JSON.stringify(history)])
      expect(text).toContain("`password` = env('SHOP_PASSWORD')");
    expect(rowsOf(await admin.sql(String(created?.script), { ontology: 'system' }))).toEqual([]);
    expect(rowsOf(await read(admin))).toEqual([{ id: 1 }]);
    const stored = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'latin1')).join(); // prettier-ignore
    expect(stored).toContain('SHOP_PASSWORD');
    expect(stored).not.toContain(FIRST);
  });

  it('is hidden like the other options from callers without ADMIN on the data source', async () => {
    const reader = await addUser(service, { name: 'reader', ontology: 'shop' });
    const [created] = await reader.select('SHOW CREATE ONTOLOGY shop', { ontology: 'shop' });
    expect(String(created?.script)).toContain('CREATE OR REPLACE DATASOURCE `db` TYPE mysql;');
  });

  it('shares an engine with a data source that has the same password, and with no other', async () => {
    rowsOf(await define('written', { password: FIRST }));
    rowsOf(await define('free', { password: "env('FREE')" }));
    rowsOf(await define('wrong', { password: 'wrong' }));
    const { app } = service;
    const fingerprint = async (name: string): Promise<string> => {
      const ontology = await app.get(OntologyRegistry).get(OPERATOR, name);
      return app.get(EnginesService).fingerprintOf(await app.get(DataSourcesService).connectionOf(ontology, 'db'));
    };
    expect(await fingerprint('written')).toBe(await fingerprint('shop'));
    expect(await fingerprint('free')).toBe(await fingerprint('shop'));
    expect(await fingerprint('wrong')).not.toBe(await fingerprint('shop'));
  });

  it.each([
    ['a variable that is not listed', { password: "env('NOT_LISTED')" }],
    ['a variable that does not exist', { password: "env('ABSENT')" }],
    ['the name of another case', { password: "env('shop_password')" }],
    ['a key of objects', { password: "env('__proto__')" }],
    ['a setting of the service', { password: "env('API_AUTH_SALT')" }],
    ['a variable of another host', { host: 'rogue.example' }],
    ['a variable of another port', { port: '1' }],
    ['a variable of one of several hosts', { host: '127.0.0.1,rogue.example' }],
    ['a variable without a host', { password: "env('FREE')" }],
    ['no host', { host: '' }],
  ])('rejects %s with the same error and its place, for authors', async (_, changes) => {
    const query = `CREATE PROPERTY p string;\n${source(changes)}`;
    const refused = await author.sql(query, { ontology: 'shop' });
    const variable = /env\('(\w+)'\)/.exec(query)![1]!;
    expect([refused.status, refused.body]).toMatchObject([
      400,
      {
        data: `the environment variable "${variable}" may not be the password of this data source`,
        error: {
          code: 'ontology_invalid',
          hint: 'DATA_SOURCE_ENVS must list it with each host of the data source; alone it is for callers with ADMIN ON ALL',
          position: { line: 2, column: query.split('\n')[1]!.indexOf('env(') + 5 },
        },
      },
    ]);
  });

  it('is sent to no other server, whichever way an author tries', async () => {
    const [rogueHost, free] = [{ host: '127.0.0.1', port: roguePort() }, { password: "env('FREE')" }];
    rowsOf(await admin.sql(source({ ...rogueHost, ...free }), { ontology: 'shop' }));
    const version = String((await admin.select('SHOW HISTORY', { ontology: 'shop' }))[0]?.version);
    expect((await read(admin)).status).toBe(503);
    expect(caught).toBeGreaterThan(0);
    rowsOf(await admin.sql(source(), { ontology: 'shop' }));
    const before = await admin.select('SHOW CREATE ONTOLOGY shop', { ontology: 'shop' });
    caught = 0;
    const ways = [
      source(rogueHost),
      source({ ...rogueHost, ...free }),
      `${source(rogueHost)}; CREATE CONCEPT other (id integer, PRIMARY KEY (id)); CREATE MAPPING n INTO (other) USING db AS SELECT id FROM parts; SELECT id FROM other`,
      `DROP DATASOURCE db CASCADE; ${source(rogueHost)}`,
      `CREATE ONTOLOGY mine; ${source(rogueHost)}; ${MODEL}; SELECT id FROM part`,
      `CREATE OR REPLACE ONTOLOGY shop; ${source(rogueHost)}; ${MODEL}`,
      `DROP ONTOLOGY shop; CREATE ONTOLOGY shop; ${source({ ...rogueHost, ...free })}; ${MODEL}`,
      source({ ...rogueHost, ssl_key: "env('SHOP_PASSWORD')", password: 'x' }),
      `RESTORE ONTOLOGY shop TO VERSION '${version}'`,
    ];
    const through: string[] = [];
    for (const headers of [{ 'x-dry-run': 'false' }, { 'x-dry-run': 'true' }])
      for (const way of ways) {
        const { status } = await author.sql(way, { ontology: 'shop', headers });
        if (status !== 400) through.push(`${status}: ${way}`);
      }
    expect(through).toEqual([]);
    expect(caught).toBe(0);
    expect(await admin.select('SHOW CREATE ONTOLOGY shop', { ontology: 'shop' })).toEqual(before);
    expect(await author.select('SHOW ONTOLOGIES', { ontology: 'system' })).not.toContainEqual(expect.objectContaining({ ontology: 'mine' })); // prettier-ignore
  });

  it('may be kept by authors, and named by them for its host', async () => {
    rowsOf(await author.sql(source(), { ontology: 'shop' }));
    rowsOf(await author.sql(`CREATE ONTOLOGY second; ${source()}; ${MODEL}`, { ontology: 'system' }));
    expect(rowsOf(await read(author, 'second'))).toEqual([{ id: 1 }]);
    rowsOf(await admin.sql(source({ password: "env('FREE')" }), { ontology: 'second' }));
    rowsOf(await author.sql(source({ password: "env('FREE')" }), { ontology: 'second' }));
    expect(rowsOf(await read(author, 'second'))).toEqual([{ id: 1 }]);
  });

  it('makes the data source unavailable where it is not set, and says so to those who administrate it', async () => {
    const made = await define('lacking', { password: "env('UNSET')" });
    expect(made.body.warnings).toEqual([expect.stringContaining('the environment variable "UNSET" of its password is not set')]); // prettier-ignore
    const reader = await addUser(service, { name: 'other', ontology: 'lacking' });
    const keeper = await addUserWith(service, 'keeper', 'GRANT ADMIN ON ontology.lacking');
    const hints = await Promise.all([reader, keeper, admin].map((client) => read(client, 'lacking')));
    const hint = 'the environment variable "UNSET" of its password is not set, or its file cannot be read';
    expect(hints.map(({ status, body }) => [status, body.error?.code, body.error?.hint])).toEqual([
      [503, 'source_unavailable', undefined],
      [503, 'source_unavailable', hint],
      [503, 'source_unavailable', hint],
    ]);
    expect(hints[0]!.text).not.toContain('UNSET');
  });

  it('is read again from its file, without a restart', async () => {
    const file = join(folder, 'password');
    writeFileSync(file, `${FIRST}\n`);
    await start({ SHOP_PASSWORD: '', SHOP_PASSWORD_FILE: file });
    expect(rowsOf(await read(admin))).toEqual([{ id: 1 }]);
    await database.run([password(SECOND), `KILL USER '${database.name}'`]);
    writeFileSync(file, `${SECOND}\n`);
    await waitFor(async () => (await read(admin)).status === 200);
  });

  it('has another value after a restart, and is not read where the list no longer contains it', async () => {
    await start({ SHOP_PASSWORD: FIRST });
    expect((await read(admin)).body.error?.code).toBe('source_unavailable');
    await start({ SHOP_PASSWORD: SECOND });
    expect(rowsOf(await read(admin))).toEqual([{ id: 1 }]);
    await start({ SHOP_PASSWORD: SECOND, DATA_SOURCE_ENVS: 'SHOP_PASSWORD@elsewhere.example' });
    expect((await read(admin)).body.error).toMatchObject({
      code: 'source_unavailable',
      hint: 'DATA_SOURCE_ENVS does not list the variable "SHOP_PASSWORD" of its password for its hosts',
    });
  }, 30_000);
});
