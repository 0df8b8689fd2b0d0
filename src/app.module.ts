import { type DynamicModule, Module } from '@nestjs/common';
import { MetricsModule } from './app.metrics.module';
import { PortsModule } from './app.ports.module';
import { AuditModule } from './audit';
import { AuthModule } from './auth';
import { ConfigModule, type Environment } from './config';
import { EnginesModule } from './engines';
import { SystemDatabaseModule } from './system-database';
import { DemoModule } from './demo';
import { HealthModule } from './health';
import { MysqlProtocolModule } from './mysql-protocol';
import { OntologiesModule } from './ontologies';
import { QueryModule, TextInterfaceModule } from './query';
import { WorkersModule } from './workers';

/** The modules of the service; ARCHITECTURE.md describes their layers. */
@Module({
  imports: [
    SystemDatabaseModule,
    EnginesModule,
    AuditModule,
    AuthModule,
    PortsModule,
    OntologiesModule,
    QueryModule,
    MysqlProtocolModule,
    HealthModule,
    MetricsModule,
    DemoModule,
  ],
})
export class AppModule {
  static with(environment: Environment): DynamicModule {
    const { serviceName, textInterface, workers } = environment;
    const textModules = textInterface ? TextInterfaceModule.of(serviceName) : [];
    return { module: AppModule, imports: [ConfigModule.with(environment), WorkersModule.of(workers), ...textModules] };
  }
}
