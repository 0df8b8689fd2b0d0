export { isUniqueViolation } from './is-unique-violation';
export type { Knex } from 'knex';
export { openSystemDatabase } from './open-system-database';
export { Repository } from './repository';
export { runTransaction } from './run-transaction';
export { SystemDatabaseModule } from './system-database.module';
export { SYSTEM_DATABASE } from './system-database.provider';
