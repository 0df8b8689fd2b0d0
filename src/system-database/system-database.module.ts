import { Global, Module } from '@nestjs/common';
import { SYSTEM_DATABASE, SystemDatabaseShutdownProvider, systemDatabaseProvider } from './system-database.provider';

/** Provides the system database to all modules. */
@Global()
@Module({ providers: [systemDatabaseProvider, SystemDatabaseShutdownProvider], exports: [SYSTEM_DATABASE] })
export class SystemDatabaseModule {}
