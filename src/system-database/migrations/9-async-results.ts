import { type Knex } from 'knex';
import { isMySql } from '../connecting/connect-system-database';

/** Asynchronous answers: their state, and the sealed key of the file that contains their rows. */
export const asyncResults: Knex.Migration = {
  async up(database) {
    // MySQL commits after each definition: a table of an interrupted start may lack its keys, and contains nothing
    await database.schema.dropTableIfExists('async_results');
    await database.schema.createTable('async_results', (table) => {
      if (isMySql(database)) {
        table.charset('utf8mb4');
        table.collate('utf8mb4_bin');
      }
      table.specificType('id', 'char(36)').primary();
      table.specificType('user_id', 'char(36)').notNullable();
      table.specificType('owner', 'char(64)').notNullable().index();
      table.specificType('instance', 'char(36)').notNullable().index();
      table.string('state', 16).notNullable();
      table.string('alive_at', 24).notNullable();
      table.string('expires_at', 24).nullable().index();
      table.bigInteger('bytes').nullable();
      table.text('secret').nullable();
      table.text('error').nullable();
    });
  },
  async down(database) {
    await database.schema.dropTableIfExists('async_results');
  },
};
