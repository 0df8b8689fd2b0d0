import { type Knex } from 'knex';

const LENGTH = 128;
const COLUMNS = ['first_name', 'last_name'];

/** The names of the person behind a user. */
export const personNames: Knex.Migration = {
  async up(database) {
    for (const column of COLUMNS)
      if (!(await database.schema.hasColumn('users', column)))
        await database.schema.alterTable('users', (table) => void table.string(column, LENGTH).nullable());
  },
  async down(database) {
    await database.schema.alterTable('users', (table) => void table.dropColumns(...COLUMNS));
  },
};
