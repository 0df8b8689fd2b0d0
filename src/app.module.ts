import { type DynamicModule, Module } from '@nestjs/common';
import { AuthModule } from './auth';
import { ConfigModule, type Environment } from './config';
import { DatabaseModule } from './database';
import { HealthModule } from './health';

/** The parts of the service; the layers between them are in ARCHITECTURE.md. */
@Module({ imports: [DatabaseModule, AuthModule, HealthModule] })
export class AppModule {
  static with(environment: Environment): DynamicModule {
    return { module: AppModule, imports: [ConfigModule.with(environment)] };
  }
}
