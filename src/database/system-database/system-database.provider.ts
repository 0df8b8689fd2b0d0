import { Inject, Injectable, type FactoryProvider, type OnApplicationShutdown } from '@nestjs/common';
import { type Knex } from 'knex';
import { Environment } from '../../config';
import { openSystemDatabase } from './open-system-database';

/** Injects the Knex of the system database, migrated before the application is ready. */
export const SYSTEM_DATABASE = Symbol('SYSTEM_DATABASE');

export const systemDatabaseProvider: FactoryProvider<Promise<Knex>> = {
  provide: SYSTEM_DATABASE,
  inject: [Environment],
  useFactory: (environment: Environment) => openSystemDatabase(environment),
};

/** Closes the system database when the application ends. */
@Injectable()
export class SystemDatabaseShutdown implements OnApplicationShutdown {
  constructor(@Inject(SYSTEM_DATABASE) private readonly database: Knex) {}

  async onApplicationShutdown(): Promise<void> {
    await this.database.destroy();
  }
}
