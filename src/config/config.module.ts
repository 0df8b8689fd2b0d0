import { type DynamicModule, Global, Module } from '@nestjs/common';
import { ConfigModule as NestConfigModule, ConfigService } from '@nestjs/config';
import { ConfigController } from './config.controller';
import { Environment, readEnvironment } from './environment';

const NAMESPACE = 'environment';

/** Gives every module the one `Environment`, kept by Nest's own configuration module under the namespace `environment`. */
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
  /** Over settings that were read before there are modules: the HTTP adapter needs some of them. */
  static with(environment: Environment = readEnvironment()): DynamicModule {
    const load = [() => ({ [NAMESPACE]: environment })];
    return {
      module: ConfigModule,
      imports: [NestConfigModule.forRoot({ ignoreEnvFile: true, skipProcessEnv: true, load })],
    };
  }
}
