import { type Knex } from 'knex';
import { isMySql, isPostgreSql } from '../connecting/connect-system-database';

type Columns = (table: Knex.CreateTableBuilder) => void;

/**
 * The first tables. Names are stored as written and, lower-cased by `nameKey`, as a key. Times are ISO-8601 strings in UTC
 * (`Date.toISOString()`), which sort and compare in the same way on all engines.
 */
export const firstTables: Knex.Migration = {
  async up(database) {
    for (const [name] of TABLES.toReversed()) await dropWhenEmpty(database, name);
    for (const [name, columns] of TABLES) await createTableOnce(database, name, columns);
  },
  async down(database) {
    for (const [name] of TABLES.toReversed()) await database.schema.dropTableIfExists(name);
  },
};

const NAME = 128;
/** Lower-casing can make a name longer. */
const NAME_KEY = 256;
const TIME = 24;

const TABLES: readonly (readonly [string, Columns])[] = [
  [
    'users',
    (table) => {
      id(table).primary();
      named(table);
      table.string('password_hash', 255).notNullable();
      table.string('email', 320).nullable();
      table.boolean('disabled').notNullable().defaultTo(false);
      table.string('created_at', TIME).notNullable();
    },
  ],
  [
    'roles',
    (table) => {
      id(table).primary();
      named(table);
    },
  ],
  [
    'user_roles',
    (table) => {
      owned(table, 'user_id', 'users');
      owned(table, 'role_id', 'roles').index();
      table.primary(['user_id', 'role_id']);
    },
  ],
  [
    'grants',
    (table) => {
      id(table).primary();
      table.string('grantee_kind', 8).notNullable();
      table.string('grantee_id', 36).notNullable();
      table.string('right_name', 16).notNullable();
      table.string('resource_kind', 16).notNullable();
      table.string('ontology_key', NAME_KEY).nullable().index();
      table.string('part_key', NAME_KEY).nullable();
      table.index(['grantee_kind', 'grantee_id']);
    },
  ],
  [
    'api_tokens',
    (table) => {
      id(table).primary();
      owned(table, 'user_id', 'users').index();
      table.string('name', NAME).nullable();
      table.specificType('hash', 'char(64)').notNullable().unique();
      table.string('created_at', TIME).notNullable();
      table.string('expires_at', TIME).nullable();
      table.string('revoked_at', TIME).nullable();
    },
  ],
  [
    'ontologies',
    (table) => {
      id(table).primary();
      named(table);
      table.text('description').notNullable();
      id(table, 'version');
      table.string('created_by', NAME).notNullable();
      table.string('created_at', TIME).notNullable();
    },
  ],
  [
    'ontology_versions',
    (table) => {
      id(table).primary();
      owned(table, 'ontology_id', 'ontologies');
      table.specificType('parent', 'char(36)').nullable();
      table.string('author', NAME).notNullable();
      table.string('created_at', TIME).notNullable();
      table.text('statements', 'longtext').notNullable();
      table.text('script', 'longtext').notNullable();
      table.index(['ontology_id', 'created_at']);
    },
  ],
  [
    'data_source_secrets',
    (table) => {
      owned(table, 'ontology_id', 'ontologies');
      table.string('data_source_key', NAME_KEY).notNullable();
      table.text('secret').notNullable();
      table.primary(['ontology_id', 'data_source_key']);
    },
  ],
];

/**
 * Drops a table if it is empty. MySQL cannot roll back a definition: an interrupted start may have created a table without its keys, to
 * which nothing has been written.
 */
async function dropWhenEmpty(database: Knex, name: string): Promise<void> {
  if (!(await database.schema.hasTable(name))) return;
  if ((await database(name).first(database.raw('1'))) === undefined) await database.schema.dropTable(name);
}

async function createTableOnce(database: Knex, name: string, columns: Columns): Promise<void> {
  if (await database.schema.hasTable(name)) return;
  await database.schema.createTable(name, (table) => {
    if (isMySql(database)) {
      table.charset('utf8mb4');
      table.collate('utf8mb4_bin');
    }
    columns(table);
  });
  if (isPostgreSql(database) && (await database.schema.hasColumn(name, 'name_key')))
    await sortByCodePoint(database, name);
}

/** Sorts names as the other engines do, whatever the locale of the database. */
async function sortByCodePoint(database: Knex, table: string): Promise<void> {
  await database.raw(`ALTER TABLE ?? ALTER COLUMN name_key TYPE varchar(${NAME_KEY}) COLLATE "C"`, [table]);
}

function id(table: Knex.CreateTableBuilder, column = 'id'): Knex.ColumnBuilder {
  return table.specificType(column, 'char(36)').notNullable();
}

function named(table: Knex.CreateTableBuilder): void {
  table.string('name', NAME).notNullable();
  table.string('name_key', NAME_KEY).notNullable().unique();
}

function owned(table: Knex.CreateTableBuilder, column: string, owner: string): Knex.ColumnBuilder {
  const reference = id(table, column);
  table.foreign(column).references('id').inTable(owner).onDelete('CASCADE');
  return reference;
}
