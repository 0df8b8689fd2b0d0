import { Global, Module } from '@nestjs/common';
import { Engines } from './engines.provider';
import {
  SYSTEM_DATABASE,
  SystemDatabaseShutdown,
  systemDatabaseProvider,
} from './system-database/system-database.provider';

/** Gives everybody the system database and the engines of the data sources. */
@Global()
@Module({
  providers: [systemDatabaseProvider, SystemDatabaseShutdown, Engines],
  exports: [SYSTEM_DATABASE, Engines],
})
export class DatabaseModule {}
