import { type Knex } from 'knex';

/** What an API token may do less than its user. The ontologies are a JSON list of name keys; null: all. */
export const tokenLimits: Knex.Migration = {
  async up(database) {
    if (await database.schema.hasColumn('api_tokens', 'read_only')) return;
    await database.schema.alterTable('api_tokens', (table) => {
      table.boolean('read_only').notNullable().defaultTo(false);
      table.text('ontologies').nullable();
    });
  },
  async down(database) {
    await database.schema.alterTable('api_tokens', (table) => void table.dropColumns('read_only', 'ontologies'));
  },
};
