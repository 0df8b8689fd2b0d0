import { type DynamicModule, Global, Module } from '@nestjs/common';
import { ConfigModule as NestConfigModule, ConfigService } from '@nestjs/config';
import { ConfigController } from './config.controller';
import { Environment, readEnvironment } from './environment';

const NAMESPACE = 'environment';

/** Provides the `Environment` to every module. Nest's own configuration module stores it under the namespace `environment`. */
@Global()
@Module({
  controllers: [ConfigController],
  providers: [
    {
      provide: Environment,
      inject: [ConfigService],
      useFactory: (config: ConfigService) => config.getOrThrow<Environment>(NAMESPACE),
    },
  ],
  exports: [Environment],
})
export class ConfigModule {
  /** Returns the module with settings that were read earlier: the HTTP adapter needs some of them before modules exist. */
  static with(environment: Environment = readEnvironment()): DynamicModule {
    const load = [() => ({ [NAMESPACE]: environment })];
    return {
      module: ConfigModule,
      imports: [NestConfigModule.forRoot({ ignoreEnvFile: true, skipProcessEnv: true, load })],
    };
  }
}
