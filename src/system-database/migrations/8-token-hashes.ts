import { createHash } from 'node:crypto';
import { type Knex } from 'knex';
import { isMySql } from '../connecting/connect-system-database';

const BATCH = 500;

/**
 * A second hash of each API token, the SHA-256 of the first: a client of the MySQL protocol proves that it knows the first one, so the
 * first must not be stored where the protocol is used. `service_marks` records whether the first is still written ("both") for instances
 * of an earlier release, or not ("second"), as in a new system database.
 */
export const tokenHashes: Knex.Migration = {
  async up(database) {
    if (!(await database.schema.hasColumn('api_tokens', 'second_hash'))) {
      await database.schema.alterTable('api_tokens', (table) => {
        // MySQL commits after each definition, so that the column and its key are one
        if (isMySql(database)) table.specificType('second_hash', 'char(64) unique').nullable();
        else table.specificType('second_hash', 'char(64)').nullable().unique();
      });
    }
    await createMarks(database);
    await fillSecondHashes(database);
  },
  async down(database) {
    await database.schema.dropTableIfExists('service_marks');
    await database.schema.alterTable('api_tokens', (table) => void table.dropColumn('second_hash'));
  },
};

async function createMarks(database: Knex): Promise<void> {
  if (!(await database.schema.hasTable('service_marks'))) {
    await database.schema.createTable('service_marks', (table) => {
      if (isMySql(database)) {
        table.charset('utf8mb4');
        table.collate('utf8mb4_bin');
      }
      table.string('name', 64).primary();
      table.string('value', 64).notNullable();
    });
  }
  const isNew = (await database('users').first('id')) === undefined;
  const mark = { name: 'token_hashes', value: isNew ? 'second' : 'both' };
  await database('service_marks').insert(mark).onConflict('name').ignore();
}

async function fillSecondHashes(database: Knex): Promise<void> {
  for (;;) {
    const rows = await database<{ id: string; hash: string }>('api_tokens')
      .whereNull('second_hash')
      .limit(BATCH)
      .select('id', 'hash');
    for (const { id, hash } of rows) {
      const second = createHash('sha256').update(hash, 'hex').digest('hex');
      await database('api_tokens').where({ id }).update({ second_hash: second });
    }
    if (rows.length < BATCH) return;
  }
}
