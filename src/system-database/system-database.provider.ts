import { Inject, Injectable, Logger, type FactoryProvider, type OnApplicationShutdown } from '@nestjs/common';
import { type Knex } from 'knex';
import { accessOfOthers, Environment } from '../config';
import { openSystemDatabase } from './open-system-database';

/** The injection token for the Knex of the system database, which is migrated before the application is ready. */
export const SYSTEM_DATABASE = Symbol('SYSTEM_DATABASE');

export const systemDatabaseProvider: FactoryProvider<Promise<Knex>> = {
  provide: SYSTEM_DATABASE,
  inject: [Environment],
  useFactory: (environment: Environment) => {
    warnOfOthers(environment);
    return openSystemDatabase(environment);
  },
};

/**
 * Logs a warning if other users have access to the data directory. The mode is not changed, because others may need a folder that existed
 * before the service.
 */
function warnOfOthers({ dataDir }: Environment): void {
  const mode = accessOfOthers(dataDir);
  if (mode === undefined) return;
  const advice = 'it contains the system database and data sources; "chmod 700" restricts access';
  new Logger('DataDir').warn(`DATA_DIR is open to other users of this machine (mode ${mode}): ${advice}`);
}

/** Closes the system database when the application ends. */
@Injectable()
export class SystemDatabaseShutdownProvider implements OnApplicationShutdown {
  constructor(@Inject(SYSTEM_DATABASE) private readonly database: Knex) {}

  async onApplicationShutdown(): Promise<void> {
    await this.database.destroy();
  }
}
