import { type Knex } from 'knex';
import { isMySql } from '../connecting/connect-system-database';

/** The sealed secrets that the service generates for itself, by name. */
export const serviceKeys: Knex.Migration = {
  async up(database) {
    if (await database.schema.hasTable('service_keys')) return;
    await database.schema.createTable('service_keys', (table) => {
      if (isMySql(database)) {
        table.charset('utf8mb4');
        table.collate('utf8mb4_bin');
      }
      table.string('name', 64).primary();
      table.text('secret').notNullable();
    });
  },
  async down(database) {
    await database.schema.dropTableIfExists('service_keys');
  },
};
