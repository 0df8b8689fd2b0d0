import { Global, Module } from '@nestjs/common';
import { SYSTEM_DATABASE, SystemDatabaseShutdown, systemDatabaseProvider } from './system-database.provider';

/** Provides the system database everywhere. */
@Global()
@Module({ providers: [systemDatabaseProvider, SystemDatabaseShutdown], exports: [SYSTEM_DATABASE] })
export class SystemDatabaseModule {}
