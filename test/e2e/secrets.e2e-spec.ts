import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { makeBearer } from '../support/bearer';
import { Client, rowsOf } from '../support/client';
import { createMariaDbDatabase, type MariaDbDatabase } from '../support/mariadb';
import { getToken, type RunningService, startService } from '../support/service';
import { describeWithMariaDb } from '../support/services';
import { runTool } from '../support/tool';

/** Where both instances keep everything: its URL, and all of it as bytes. */
interface Store {
  readonly url: string;
  readonly dump: () => Promise<string>;
  readonly drop: () => Promise<void>;
}

const PASSWORDS = ['zq password of ana', 'zq password of ben', 'zq later password of ben'];
const SOURCE = 'zq password of a data source';
const USERS = ['ana', 'ben'];

/** A text in each form in which it could lie somewhere. */
function formsOf(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const shifted = [0, 1, 2].map((by) =>
    Buffer.concat([Buffer.alloc(by), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  return [text, bytes.toString('hex'), encodeURIComponent(text), text.toUpperCase(), ...shifted];
}

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();

function suite(openStore: () => Promise<Store>): void {
  let store: Store;
  let here: RunningService;
  let there: RunningService;
  let admin: Client;
  beforeAll(async () => {
    store = await openStore();
    here = await startService({ DATABASE_URL: store.url });
    there = await startService({ DATABASE_URL: store.url });
    admin = new Client(here.api, here.token);
    const [ana, ben, later] = PASSWORDS;
    const users = `CREATE USER ana PASSWORD '${ana}'; CREATE USER ben PASSWORD '${ben}'; DROP USER ben; CREATE USER ben PASSWORD '${later}'`;
    rowsOf(await admin.sql(users, { ontology: 'system' }));
    const source = `TYPE mysql OPTIONS (host = 'nowhere.invalid', user = 'u', password = '${SOURCE}', database = 'd')`;
    rowsOf(await admin.sql(`CREATE ONTOLOGY shop; CREATE DATASOURCE far ${source}`, { ontology: 'system' }));
    rowsOf(await admin.sql(`CREATE OR REPLACE DATASOURCE far ${source}`, { ontology: 'shop' }));
  }, 60_000);
  afterAll(async () => {
    await Promise.all([here.close(), there.close()]);
    await store.drop();
  });

  const passwordOf = (user: string): string => PASSWORDS[user === 'ana' ? 0 : 2]!;
  const bearerOf = (user: string): string => makeBearer(user, passwordOf(user), here.salt);

  it('stores no token, password, bearer or salt in the system database; tokens as hashes of hashes only', async () => {
    const bearers = USERS.map(bearerOf);
    const tokens = await Promise.all(bearers.map((bearer) => getToken(here.api, bearer)));
    await admin.sql(`SELECT '${tokens[0]}'`, { ontology: 'shop' });
    await admin.sql("CREATE USER eve PASSWORD 'zq refused password'; SELECT nothing", { ontology: 'shop' });
    expect((await new Client(there.api, tokens[0]!).get('get_ontologies')).status).toBe(200);
    rowsOf(await admin.sql('SELECT time FROM svc.sys_audit', { ontology: 'system' }));
    const secrets = [...tokens, here.token, there.token, ...bearers, ...PASSWORDS, SOURCE, 'zq refused password'];
    const hidden = [...secrets, ...tokens.map((token) => token.replace('tk_', '')), here.salt, here.admin.password];
    const dump = await store.dump();
    for (const hash of [...tokens, here.token].map((token) => sha256(token))) {
      expect(dump).toContain(sha256(hash).toString('hex'));
      expect(dump).not.toContain(hash.toString('hex'));
    }
    expect(dump).toContain('nowhere.invalid');
    expect(hidden.flatMap(formsOf).filter((form) => dump.includes(form))).toEqual([]);
  }, 60_000);

  it('rejects a token on all instances within a second after one revokes it', async () => {
    const token = await getToken(here.api, bearerOf('ana'));
    const elsewhere = new Client(there.api, token);
    expect((await elsewhere.get('get_ontologies')).status).toBe(200);
    rowsOf(await admin.sql('REVOKE TOKENS FROM USER ana', { ontology: 'system' }));
    expect(await millisecondsUntilDead(elsewhere)).toBeLessThan(1000);
    expect((await new Client(here.api, token).get('get_ontologies')).status).toBe(401);
  }, 30_000);

  it.each([
    ['has another password', ['set-password', 'ben'], 'zq third password of ben\n'],
    ['is disabled', ['disable', 'ben'], ''],
  ])('rejects a token on all instances within a second, and for good, whose user %s, by a tool', async (_, words, input) => {
    const password = 'zq password before the end';
    const settings = { DATABASE_URL: store.url, DATA_DIR: here.dataDir, API_AUTH_SALT: here.salt };
    const tool = async (words: readonly string[], typed = ''): Promise<string> => {
      const before = process.env;
      process.env = { ...before, ...settings };
      try {
        return await runTool(['user', ...words], typed);
      } finally {
        process.env = before;
      }
    };
    await tool(['set-password', 'ben'], `${password}\n`);
    const bearer = makeBearer('ben', password, here.salt);
    const clients = [new Client(here.api, await getToken(here.api, bearer)), new Client(there.api, await getToken(there.api, bearer))]; // prettier-ignore
    for (const client of clients) expect((await client.get('get_ontologies')).status).toBe(200);
    await tool(words, input);
    const times = await Promise.all(clients.map(millisecondsUntilDead));
    expect(Math.max(...times)).toBeLessThan(1000);
    for (const { api } of [here, there]) await expect(getToken(api, bearer)).rejects.toThrow('auth_missing_credentials');
    await tool(['enable', 'ben']);
    await sleep(600);
    for (const client of clients) expect((await client.get('get_ontologies')).status).toBe(401);
  }, 60_000); // prettier-ignore
}

/** How long after now a client was answered for the last time; it must be refused in the end. */
async function millisecondsUntilDead(client: Client): Promise<number> {
  const begin = performance.now();
  let [asked, status] = [begin, 200];
  while (status === 200 && asked - begin < 10_000) {
    asked = performance.now();
    ({ status } = await client.get('get_ontologies'));
  }
  expect(status).toBe(401);
  return asked - begin;
}

async function openSqlite(): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-test-'));
  return Promise.resolve({
    url: `sqlite:${join(folder, 'system.db')}`,
    dump: () => Promise.resolve(readdirSync(folder).map((file) => readFileSync(join(folder, file), 'latin1')).join('\n')), // prettier-ignore
    drop: () => rm(folder, { recursive: true }),
  });
}

async function openMariaDb(): Promise<Store> {
  const database: MariaDbDatabase = await createMariaDbDatabase('secrets');
  const dump = async (): Promise<string> => {
    const connection = await mysql.createConnection(database.url);
    try {
      const [tables] = await connection.query({ sql: 'SHOW TABLES', rowsAsArray: true });
      const cells: string[] = [];
      for (const [table] of tables as unknown as string[][]) {
        const [rows] = await connection.query({ sql: `SELECT * FROM \`${table}\``, rowsAsArray: true });
        for (const cell of (rows as unknown[][]).flat()) cells.push(Buffer.isBuffer(cell) ? cell.toString('latin1') : String(cell)); // prettier-ignore
      }
      return cells.join('\n');
    } finally {
      await connection.end();
    }
  };
  return { url: database.url, dump, drop: database.drop };
}

describe('secrets over SQLite', () => {
  suite(openSqlite);
});
describeWithMariaDb('secrets over MariaDB', () => {
  suite(openMariaDb);
});
