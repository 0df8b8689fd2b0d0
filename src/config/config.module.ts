import { type DynamicModule, Global, Module } from '@nestjs/common';
import { ConfigController } from './config.controller';
import { Environment, readEnvironment } from './environment';

/** Gives every module the one `Environment`. */
@Global()
@Module({
  controllers: [ConfigController],
  providers: [{ provide: Environment, useFactory: () => readEnvironment() }],
  exports: [Environment],
})
export class ConfigModule {
  /** The same over settings that were read before: the HTTP adapter needs some before there are modules. */
  static with(environment: Environment): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: Environment, useValue: environment }] };
  }
}
