import { mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { Client } from '../support/client';
import { makeBearer } from '../support/bearer';
import { createMariaDbDatabase, type MariaDbDatabase } from '../support/mariadb';
import { getToken, type RunningService, startService } from '../support/service';
import { describeWithMariaDb, MARIADB_URL } from '../support/services';

/** What a failure takes, whatever it is, and how much the machine of the tests may add. */
const OPENING_MS = 2_500;
const MARGIN_MS = 2_000;
const MARIADB_PORT = MARIADB_URL.port || '3306';

interface Told {
  readonly name: string;
  readonly gist: string;
  readonly hint: string | undefined;
  readonly milliseconds: number;
}

describeWithMariaDb('a data source that cannot be opened', () => {
  let database: MariaDbDatabase;
  let listeners: Server[];
  const sockets = new Set<{ destroy: () => void }>();
  let service: RunningService | undefined;

  beforeEach(async () => {
    database = await createMariaDbDatabase('failures');
    await database.run(['CREATE TABLE parts (id INT PRIMARY KEY)', 'INSERT INTO parts VALUES (1)']);
    listeners = await Promise.all([undefined, 'SSH-2.0-x\r\n', 'HTTP/1.1 400 Bad Request\r\n\r\n'].map(listen));
  });
  afterEach(async () => {
    await service?.close();
    for (const socket of sockets) socket.destroy();
    for (const listener of listeners) listener.close();
    await database.drop();
  });

  function listen(greeting: string | undefined): Promise<Server> {
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      if (greeting !== undefined) socket.end(greeting);
    });
    return new Promise((resolve) => server.listen(0, '127.0.0.1', () => { resolve(server); })); // prettier-ignore
  }

  async function start(settings: Readonly<Record<string, string>> = {}): Promise<Client> {
    service = await startService({ POOL_SIZE: '2', CHECK_MAPPINGS: 'off', ...settings });
    mkdirSync(join(service.dataDir, 'sources'));
    mkdirSync(join(service.dataDir, 'certificates'));
    writeFileSync(join(service.dataDir, 'sources', 'note.duckdb'), 'this is not a database');
    writeFileSync(join(service.dataDir, 'certificates', 'note.pem'), 'this is no certificate');
    return new Client(service.api, service.token);
  }

  const portOf = (server: Server): string => String((server.address() as AddressInfo).port);

  const mysql = (changes: Readonly<Record<string, string>>): string => {
    const options = { ...Object.fromEntries(database.options), ...changes };
    return `mysql OPTIONS (${Object.entries(options).map(([name, value]) => `${name} = '${value}'`).join(', ')})`; // prettier-ignore
  };

  /** Everything that a data source may meet where it leads, by name. */
  const failures = (): Readonly<Record<string, string>> => ({
    'closed port': mysql({ port: '1' }),
    'silent port': mysql({ port: portOf(listeners[0]!) }),
    'port of SSH': mysql({ port: portOf(listeners[1]!) }),
    'port of HTTP': mysql({ port: portOf(listeners[2]!) }),
    'own port': mysql({ port: new URL(service!.url).port }),
    'own port by name': mysql({ host: 'localhost', port: new URL(service!.url).port }),
    'unknown host': mysql({ host: 'absent.invalid' }),
    'link-local address': mysql({ host: '169.254.169.254', port: '80' }),
    'link-local address in another form': mysql({ host: '::ffff:169.254.169.254' }),
    'wrong password': mysql({ password: 'wrong' }),
    'unknown database': mysql({ database: 'absent_database' }),
    'no TLS': mysql({ port: portOf(listeners[1]!), ssl_mode: 'required' }),
    'server without TLS': mysql({ port: MARIADB_PORT, ssl_mode: 'required' }),
    'missing certificate': mysql({ ssl_mode: 'verify_ca', ssl_ca: 'absent.pem' }),
    'file that is no certificate': mysql({ ssl_mode: 'verify_ca', ssl_ca: 'note.pem' }),
    'missing file': "duckdb OPTIONS (path = 'absent.duckdb')",
    'file that is no database': "duckdb OPTIONS (path = 'note.duckdb')",
    'missing files': "files OPTIONS (path = 'absent_*.csv')",
  });

  async function define(admin: Client, name: string, type: string): Promise<void> {
    const script = `CREATE ONTOLOGY ${name}; CREATE DATASOURCE d TYPE ${type}; CREATE CONCEPT part (id integer, PRIMARY KEY (id));
      CREATE MAPPING parts INTO (part) AS SELECT id FROM parts`;
    const { status, text } = await admin.sql(script, { ontology: name });
    expect([status, text]).toEqual([200, expect.anything()]);
  }

  async function author(admin: Client): Promise<Client> {
    const script = "CREATE USER ana PASSWORD 'of ana'; GRANT ADMIN ON ontology.o_0 TO USER ana";
    const grants = Object.keys(failures()).map((_, index) => `GRANT ADMIN ON ontology.o_${index} TO USER ana`);
    expect((await admin.sql([script, ...grants].join(';'), { ontology: 'system' })).status).toBe(200);
    return new Client(service!.api, await getToken(service!.api, makeBearer('ana', 'of ana', service!.salt)));
  }

  /** Five at a time, so that more ask than there are connections. */
  function askAll(client: Client): Promise<readonly Told[]> {
    return Promise.all(
      Object.keys(failures()).flatMap((name, index) =>
        Array.from({ length: 5 }, async () => {
          const begin = performance.now();
          const { status, headers, body } = await client.get(`q/o_${index}/concept/part`);
          const milliseconds = performance.now() - begin;
          const gist = `${status} ${headers.get('retry-after')} ${String(body.data)} ${body.error?.code}`;
          return { name, gist, hint: body.error?.hint, milliseconds };
        }),
      ),
    );
  }

  it('returns the same error after the same time for every cause, and the cause to administrators only', async () => {
    const admin = await start();
    for (const [index, type] of Object.values(failures()).entries()) await define(admin, `o_${index}`, type);
    const client = await author(admin);
    // the drivers are loaded by now
    await askAll(client);
    const answers = await askAll(client);
    expect(new Set(answers.map(({ gist }) => gist))).toEqual(new Set(['503 1 the data source is not available source_unavailable'])); // prettier-ignore
    expect(new Set(answers.map(({ hint }) => hint))).toEqual(new Set([undefined]));
    const others = answers.filter(({ milliseconds }) => milliseconds < OPENING_MS - 20 || milliseconds > OPENING_MS + MARGIN_MS); // prettier-ignore
    expect(others).toEqual([]);
    const reasons = new Map((await askAll(admin)).map(({ name, hint }) => [name, hint]));
    expect(Object.fromEntries(reasons)).toEqual({
      'closed port': expect.stringContaining('ECONNREFUSED') as string,
      'silent port': expect.stringMatching(/ETIMEDOUT|too long/) as string,
      'port of SSH': expect.any(String) as string,
      'port of HTTP': expect.any(String) as string,
      'own port': expect.stringContaining('may not connect to this address') as string,
      'own port by name': expect.stringContaining('may not connect to this address') as string,
      'unknown host': expect.stringContaining('absent.invalid') as string,
      'link-local address': expect.stringContaining('may not connect to this address') as string,
      'link-local address in another form': expect.stringContaining('may not connect to this address') as string,
      'wrong password': expect.stringContaining('Access denied') as string,
      'unknown database': expect.stringContaining('absent_database') as string,
      'no TLS': expect.any(String) as string,
      'server without TLS': '"ssl_mode" requires TLS, which the server of the data source does not support',
      'missing certificate': 'the option "ssl_ca" is neither PEM nor the path of a readable file',
      'file that is no certificate': expect.stringContaining('not certificates') as string,
      'missing file': 'there is no file with this path',
      'file that is no database': expect.stringContaining('not a valid DuckDB database file') as string,
      'missing files': 'no file matches the path',
    });
  }, 60_000);

  it('reports the cause to callers with ADMIN on it where hosts are listed, and connects to listed hosts only', async () => {
    const admin = await start({ ALLOWED_DATA_SOURCE_HOSTS: 'localhost, 10.1.0.0/16,169.254.0.0/16' });
    const types = [
      mysql({ host: 'localhost' }),
      mysql({ host: 'LOCALHOST' }),
      mysql({ host: '127.0.0.1' }),
      mysql({ host: '::ffff:127.0.0.1' }),
      mysql({ host: '169.254.169.254' }),
      mysql({ host: `127.0.0.1:${MARIADB_PORT},localhost:${MARIADB_PORT}` }),
    ];
    for (const [index, type] of types.entries()) await define(admin, `o_${index}`, type);
    const client = await author(admin).catch(() => admin);
    const answers = await Promise.all(types.map((_, index) => client.get(`q/o_${index}/concept/part`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 503, 503, 503, 200]);
    for (const { body } of answers.slice(2, 5)) {
      expect(body.error?.hint).toBe('data sources may not connect to this address: see ALLOWED_DATA_SOURCE_HOSTS');
    }
  }, 60_000);

  it('reports errors of its definition at once', async () => {
    const admin = await start();
    const types = [mysql({ port: 'x' }), mysql({ ssl_mode: 'none' }), "files OPTIONS (path = '../x.csv')"];
    for (const [index, type] of types.entries()) await define(admin, `o_${index}`, type);
    for (const index of types.keys()) {
      const begin = performance.now();
      const { status } = await admin.get(`q/o_${index}/concept/part`);
      expect(status).toBe(502);
      expect(performance.now() - begin).toBeLessThan(OPENING_MS);
    }
  }, 30_000);
});
