import { type DynamicModule, type Type } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { ConfigModule, type Environment } from '../../src/config';
import { SystemDatabaseModule } from '../../src/system-database';
import { WorkersModule } from '../../src/workers';
import { hashCheaply } from './hash-cheaply';

/** Creates and starts these modules of the service over the settings and their system database, without a port. New passwords are hashed at a low cost. */
export async function openModules(
  environment: Environment,
  modules: readonly (Type | DynamicModule)[],
): Promise<NestFastifyApplication> {
  hashCheaply();
  const imports = [ConfigModule.with(environment), WorkersModule.of(1), SystemDatabaseModule, ...modules];
  const testing = await Test.createTestingModule({ imports }).compile();
  // the type of Nest's options is a class without instances
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment
  const app = testing.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), {
    bodyParser: false,
    logger: false,
  });
  return app.init();
}
