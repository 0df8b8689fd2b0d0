import { type Knex } from 'knex';

/** What `clear_cache` renews: a part of every key under which something is cached of the ontology. */
export const cacheMark: Knex.Migration = {
  async up(database) {
    if (await database.schema.hasColumn('ontologies', 'cache_mark')) return;
    await database.schema.alterTable('ontologies', (table) => {
      table.specificType('cache_mark', 'char(36)').nullable();
    });
  },
  async down(database) {
    await database.schema.alterTable('ontologies', (table) => {
      table.dropColumn('cache_mark');
    });
  },
};
