import { type Knex } from 'knex';
import { isMySql } from '../connecting/connect-system-database';

/** The audit log: one row for the entries that are written at once. */
export const auditBatches: Knex.Migration = {
  async up(database) {
    if (await database.schema.hasTable('audit_batches')) return;
    await database.schema.createTable('audit_batches', (table) => {
      if (isMySql(database)) {
        table.charset('utf8mb4');
        table.collate('utf8mb4_bin');
      }
      table.bigIncrements('id');
      table.integer('entry_count').notNullable();
      table.text('entries', 'longtext').notNullable();
    });
  },
  async down(database) {
    await database.schema.dropTableIfExists('audit_batches');
  },
};
