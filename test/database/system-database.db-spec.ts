import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isUniqueViolation, openSystemDatabase, runTransaction, type Knex } from '../../src/system-database';
import { type AuditEntry } from '../../src/model';
import { AuditBatchesRepository } from '../../src/audit/audit-batches.repository';
import { MIGRATIONS } from '../../src/system-database/migrations';
import { packedAudit } from '../../src/system-database/migrations/11-packed-audit';
import { connectSystemDatabase } from '../../src/system-database/connecting/connect-system-database';
import { migrateSystemDatabase } from '../../src/system-database/migrate-system-database';
import { createMariaDbDatabase, type MariaDbDatabase } from '../support/mariadb';
import { createPostgreSqlDatabase, type PostgreSqlDatabase } from '../support/postgresql';
import { describeWithMariaDb, describeWithPostgreSql } from '../support/services';

const TABLES =
  'users roles user_roles grants api_tokens ontologies ontology_versions data_source_secrets audit_batches service_keys service_marks async_results'.split(
    ' ',
  );
const NOW = '2026-01-02T03:04:05.678Z';
const USER = { id: 'u'.padEnd(36, '1'), name: 'Ana', name_key: 'ana', password_hash: 'x', created_at: NOW };

const ENTRY: Omit<AuditEntry, 'statement'> = {
  time: NOW,
  user: 'ana',
  ontology: 'shop',
  ontologyId: null,
  version: null,
  rows: 1,
  milliseconds: 2,
  outcome: 'success',
  requestId: 'r1',
};

const migrationsOf = (database: Knex): Promise<string[]> => database('schema_migrations').orderBy('id').pluck('name');

function statesItsPromises(urlOf: () => string): void {
  let databases: Knex[] = [];
  const open = () => openSystemDatabase({ databaseUrl: urlOf(), dataDir: '' });

  beforeAll(async () => {
    databases = await Promise.all([open(), open(), open()]);
  });
  afterAll(async () => {
    await Promise.all(databases.map((database) => database.destroy()));
  });

  it('is migrated once by instances that start at the same time', async () => {
    const [database] = databases as [Knex];
    for (const table of TABLES) expect(await database.schema.hasTable(table)).toBe(true);
    expect(await migrationsOf(database)).toEqual([...MIGRATIONS.keys()]);
  });

  it('starts again after an instance died while it migrated', async () => {
    const [database] = databases as [Knex];
    await database('schema_migrations').delete();
    if ((database.client as Knex.Client).driverName !== 'better-sqlite3') {
      await database('schema_migrations_lock').update({ is_locked: 1 });
    }
    const again = await open();
    databases.push(again);
    expect(await migrationsOf(again)).toEqual([...MIGRATIONS.keys()]);
  });

  it('is refused by name when a later release has migrated it', async () => {
    const [database] = databases as [Knex];
    await database('schema_migrations').insert({ name: '99-later', batch: 2, migration_time: new Date() });
    await expect(open()).rejects.toThrow('the system database has the schema of a later release, with 99-later');
    await database('schema_migrations').where({ name: '99-later' }).delete();
  });

  it('distinguishes a taken name from other failures', async () => {
    const [database] = databases as [Knex];
    await database('users').insert(USER);
    const refusal = async (row: object) => database('users').insert(row).then(() => undefined, (error: unknown) => error); // prettier-ignore
    expect(isUniqueViolation(await refusal({ ...USER, id: 'another' }))).toBe(true);
    expect(isUniqueViolation(await refusal({ ...USER, name_key: 'another' }))).toBe(true);
    expect(isUniqueViolation(await refusal({ ...USER, id: 'a', name_key: 'a', password_hash: null }))).toBe(false);
    expect(await database('users').select('id', 'name', 'email', 'disabled', 'created_at')).toEqual([
      { id: USER.id, name: 'Ana', email: null, disabled: 0, created_at: NOW },
    ]);
  });

  it('keeps values out of errors, because errors are logged', async () => {
    const [database] = databases as [Knex];
    const row = { ...USER, id: 'a', name_key: 'a', password_hash: 'a secret', created_at: null };
    const error = await database('users').insert(row).then(() => undefined, (refusal: unknown) => refusal); // prettier-ignore
    expect(error).toEqual(
      expect.objectContaining({ message: expect.stringMatching(/insert into [`"]users[`"]/) as string }),
    );
    const { message, stack } = error as Error;
    expect(message + (stack ?? '')).not.toMatch(/a secret/);
  });

  it('distinguishes names that differ in accents or trailing characters', async () => {
    const [database] = databases as [Knex];
    await database('roles').insert(
      ['role', 'rôle', 'role_', 'ROLE'].map((name) => ({ id: name, name, name_key: name })),
    );
    expect(await database('roles').where({ name_key: 'role' }).select('name')).toEqual([{ name: 'role' }]);
  });

  it('deletes the rows of a deleted ontology, and rejects rows of an unknown one', async () => {
    const [database] = databases as [Knex];
    const ontology = { id: 'o1', name: 'Shop', name_key: 'shop', description: '', version: 'v1', created_by: 'ana' };
    await database('ontologies').insert({ ...ontology, created_at: NOW });
    const script = 'é'.repeat(100_000);
    const version = { id: 'v1', ontology_id: 'o1', author: 'ana', created_at: NOW, statements: script, script };
    await database('ontology_versions').insert(version);
    await database('data_source_secrets').insert({ ontology_id: 'o1', data_source_key: 'd', secret: 's' });
    expect(await database('ontology_versions').first('script')).toEqual({ script });
    await expect(
      database('ontology_versions').insert({ ...version, id: 'v2', ontology_id: 'nobody' }),
    ).rejects.toThrow();
    await database('ontologies').where({ id: 'o1' }).delete();
    expect(await database('ontology_versions')).toEqual([]);
    expect(await database('data_source_secrets')).toEqual([]);
  });

  it('grants the right to define data sources to users who have defined one when it is migrated, and to no other users', async () => {
    const [database] = databases as [Knex];
    const former = '2025-01-01T00:00:00.000Z';
    const statements = {
      maker: "CREATE DATASOURCE `d` TYPE duckdb OPTIONS (`path` = 'd.duckdb');",
      replacer: 'CREATE OR REPLACE DATASOURCE `d` TYPE duckdb;',
      writer: "CREATE ONTOLOGY `o` DESCRIPTION = 'says\nCREATE DATASOURCE `d` TYPE duckdb;';",
      dropper: 'DROP DATASOURCE `d`;',
      namesake: 'CREATE DATASOURCE `d` TYPE duckdb;',
    };
    const ontology = { id: 'o2', name: 'o', name_key: 'o', description: '', version: 'v', created_by: 'ana' };
    await database('ontologies').insert({ ...ontology, created_at: NOW });
    for (const [name, text] of Object.entries(statements)) {
      const user = { ...USER, id: name, name, name_key: name, created_at: name === 'namesake' ? NOW : former };
      const at = name === 'namesake' ? former : NOW;
      await database('users').insert(user);
      const version = { id: `of ${name}`, ontology_id: 'o2', author: name, created_at: at, statements: text };
      await database('ontology_versions').insert({ ...version, script: '' });
    }
    await database('schema_migrations').where({ name: '4-data-source-right' }).delete();
    await migrateSystemDatabase(database);
    const grants = await database('grants').orderBy('grantee_id').select('grantee_id', 'right_name', 'resource_kind');
    const right = { right_name: 'CREATE DATASOURCE', resource_kind: 'all' };
    expect(grants).toEqual(['maker', 'replacer'].map((grantee_id) => ({ grantee_id, ...right })));
  });

  it('adds the second hashes of tokens when it is migrated, and keeps the first for instances of an earlier release', async () => {
    const [database] = databases as [Knex];
    const user = { ...USER, id: 'owner', name: 'owner', name_key: 'owner' };
    await database('users').insert(user);
    const hash = 'ab'.repeat(32);
    await database('api_tokens').insert({ id: 'earlier', user_id: 'owner', hash, created_at: NOW });
    await database('service_marks').delete();
    await database('schema_migrations').where({ name: '8-token-hashes' }).delete();
    await migrateSystemDatabase(database);
    const second = createHash('sha256').update(Buffer.from(hash, 'hex')).digest('hex');
    expect(await database('api_tokens').where({ id: 'earlier' }).select('hash', 'second_hash')).toEqual([
      { hash, second_hash: second },
    ]);
    expect(await database('service_marks').select()).toEqual([{ name: 'token_hashes', value: 'both' }]);
  });

  it('reads entries of the audit log that an earlier release has written, and leaves entries that it can read', async () => {
    const [database] = databases as [Knex];
    const batches = new AuditBatchesRepository(database);
    const [earlier, later] = ['SELECT 1', 'SELECT é'].map((statement) => ({ ...ENTRY, statement }));
    await database('audit_batches').insert({ entry_count: 1, entries: JSON.stringify([earlier]) });
    await batches.insert([later, later] as AuditEntry[]);
    expect(await batches.list()).toEqual([earlier, later, later]);
    await packedAudit.down?.(database);
    const left = await database('audit_batches').orderBy('id').pluck<string[]>('entries');
    expect(left.map((entries) => JSON.parse(entries) as unknown)).toEqual([[earlier], [later, later]]);
    await packedAudit.up(database);
    expect(await batches.list()).toEqual([earlier, later, later]);
  });

  it('loses no update of concurrent transactions', async () => {
    await databases[0]!('roles').insert({ id: 'counter', name: '0', name_key: 'counter' });
    const increment = async (database: Knex) =>
      runTransaction(database, async (transaction) => {
        const query = transaction('roles').where({ id: 'counter' });
        const { name } = await query.clone().forUpdate().first<{ name: string }>('name');
        await query.clone().update({ name: String(Number(name) + 1) });
      });
    await Promise.all(Array.from({ length: 30 }, (_, index) => increment(databases[index % 3]!)));
    expect(await databases[0]!('roles').where({ id: 'counter' }).first('name')).toEqual({ name: '30' });
  });

  it('rolls back the writes of a failed transaction', async () => {
    const failing = runTransaction(databases[0]!, async (transaction) => {
      await transaction('roles').insert({ id: 'gone', name: 'gone', name_key: 'gone' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await databases[1]!('roles').where({ id: 'gone' })).toEqual([]);
  });
}

describe('the system database on SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'system-database-test-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  statesItsPromises(() => `sqlite:${join(folder, 'a folder', 'not there', 'system.db')}`);

  it('runs in write-ahead mode and with foreign keys', async () => {
    const database = await openSystemDatabase({ databaseUrl: '', dataDir: folder });
    expect(await database.raw('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    expect(await database.raw('PRAGMA foreign_keys')).toEqual([{ foreign_keys: 1 }]);
    await database.destroy();
  });
});

describeWithPostgreSql('the system database on PostgreSQL', () => {
  let database: PostgreSqlDatabase;
  beforeAll(async () => {
    database = await createPostgreSqlDatabase('system_database');
  });
  afterAll(() => database.drop());
  statesItsPromises(() => database.url);

  it('sorts names as the other engines do, whatever the locale of the database', async () => {
    const look = await connectSystemDatabase(database.url);
    const columns = await look('information_schema.columns')
      .where({ column_name: 'name_key' })
      .select('collation_name');
    expect(columns).toEqual(['users', 'roles', 'ontologies'].map(() => ({ collation_name: 'C' })));
    await look.destroy();
  });

  it('reads again on a new connection when the server has ended one, and repeats a transaction', async () => {
    const [used, other] = await Promise.all([1, 2].map(() => connectSystemDatabase(database.url)));
    const endOthers = () => other!.raw('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()'); // prettier-ignore
    await used!('users').first('id');
    await endOthers();
    expect(await used!('roles').where({ id: 'gone' })).toEqual([]);
    let attempts = 0;
    await runTransaction(used!, async (transaction) => {
      if (++attempts === 1) await endOthers();
      await transaction('roles').insert({ id: 'kept', name: 'kept', name_key: 'kept' });
    });
    expect(attempts).toBe(2);
    expect(await other!('roles').where({ id: 'kept' }).pluck('name')).toEqual(['kept']);
    await Promise.all([used, other].map((each) => each!.destroy()));
  });
});

describeWithMariaDb('the system database on MariaDB', () => {
  let database: MariaDbDatabase;
  beforeAll(async () => {
    database = await createMariaDbDatabase('system_database');
  });
  afterAll(() => database.drop());
  statesItsPromises(() => database.url);

  it('creates the same tables after a migration that stopped between a table and its keys', async () => {
    const definitions: string[] = [];
    const migrated = await tablesOf(await createMariaDbDatabase('whole'), async ({ url }) => {
      const recorded = await connectSystemDatabase(url);
      recorded.on('query', ({ sql }: { readonly sql: string }) => /^(create|alter) table/.test(sql) && definitions.push(sql)); // prettier-ignore
      await migrateSystemDatabase(recorded);
      await recorded.destroy();
    });
    const ends = ['users', 'data_source_secrets'].map((table) => 1 + definitions.findIndex((sql) => sql.startsWith(`create table \`${table}\``))); // prettier-ignore
    for (const end of ends) {
      expect(definitions[end]).toMatch(/^alter table/);
      const resumed = await tablesOf(await createMariaDbDatabase('cut'), async ({ url, run }) => {
        await run(definitions.slice(0, end));
        await (await openSystemDatabase({ databaseUrl: url, dataDir: '' })).destroy();
      });
      expect(resumed).toEqual(migrated);
    }
  }, 60_000);
});

/** Returns the result of `make` in a new database, which is dropped afterwards. */
async function tablesOf(
  database: MariaDbDatabase,
  make: (database: MariaDbDatabase) => Promise<void>,
): Promise<readonly unknown[]> {
  const look = await connectSystemDatabase(database.url);
  try {
    await make(database);
    const [tables] = (await look.raw('SHOW TABLES')) as [readonly Readonly<Record<string, string>>[]];
    const names = tables.map((table) => Object.values(table)[0]!);
    return await Promise.all(names.map(async (name) => ((await look.raw(`SHOW CREATE TABLE ${name}`)) as unknown[])[0])); // prettier-ignore
  } finally {
    await look.destroy();
    await database.drop();
  }
}
