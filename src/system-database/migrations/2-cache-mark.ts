import { type Knex } from 'knex';

/** The mark that `clear_cache` replaces: a part of every cache key of the ontology. */
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
