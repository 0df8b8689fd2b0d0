import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { makeBearer } from '../support/bearer';
import { Client, rowsOf } from '../support/client';
import { createMariaDbDatabase, type MariaDbDatabase } from '../support/mariadb';
import { getToken, type RunningService, startService } from '../support/service';
import { describeWithMariaDb } from '../support/services';

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

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

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

  it('no token, password, bearer or salt lies in the system database in any form; tokens as their hashes', async () => {
    const bearers = USERS.map(bearerOf);
    const tokens = await Promise.all(bearers.map((bearer) => getToken(here.api, bearer)));
    await admin.sql(`SELECT '${tokens[0]}'`, { ontology: 'shop' });
    await admin.sql("CREATE USER eve PASSWORD 'zq refused password'; SELECT nothing", { ontology: 'shop' });
    expect((await new Client(there.api, tokens[0]!).get('get_ontologies')).status).toBe(200);
    rowsOf(await admin.sql('SELECT time FROM svc.sys_audit', { ontology: 'system' }));
    const secrets = [...tokens, here.token, there.token, ...bearers, ...PASSWORDS, SOURCE, 'zq refused password'];
    const hidden = [...secrets, ...tokens.map((token) => token.replace('tk_', '')), here.salt, here.admin.password];
    const dump = await store.dump();
    for (const hash of [...tokens, here.token].map(sha256)) expect(dump).toContain(hash);
    expect(dump).toContain('nowhere.invalid');
    expect(hidden.flatMap(formsOf).filter((form) => dump.includes(form))).toEqual([]);
  }, 60_000);

  it('a token revoked on one instance is refused on the other within a second', async () => {
    const token = await getToken(here.api, bearerOf('ana'));
    const elsewhere = new Client(there.api, token);
    expect((await elsewhere.get('get_ontologies')).status).toBe(200);
    rowsOf(await admin.sql('REVOKE TOKENS FROM USER ana', { ontology: 'system' }));
    const revoked = performance.now();
    let [asked, status] = [revoked, 200];
    while (status === 200 && asked - revoked < 10_000) {
      asked = performance.now();
      ({ status } = await elsewhere.get('get_ontologies'));
    }
    expect(status).toBe(401);
    expect(asked - revoked).toBeLessThan(1000);
    expect((await new Client(here.api, token).get('get_ontologies')).status).toBe(401);
  }, 30_000);
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
