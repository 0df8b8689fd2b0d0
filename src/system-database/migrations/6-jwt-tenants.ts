import { type Knex } from 'knex';

const TENANT = 64;

/** The tenant whose tokens may name a user; null: only tokens without a tenant may. */
export const jwtTenants: Knex.Migration = {
  async up(database) {
    if (await database.schema.hasColumn('users', 'jwt_tenant')) return;
    await database.schema.alterTable('users', (table) => void table.string('jwt_tenant', TENANT).nullable());
  },
  async down(database) {
    await database.schema.alterTable('users', (table) => void table.dropColumn('jwt_tenant'));
  },
};
