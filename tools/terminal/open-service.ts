import 'reflect-metadata';
import { type INestApplicationContext, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigModule, readEnvironment } from '../../src/config';
import { EnginesModule } from '../../src/engines';
import { SystemDatabaseModule } from '../../src/system-database';
import { WorkersModule } from '../../src/workers';

/** Runs `work` with the providers of `modules`, on the settings and the system database of the service, which may be running. */
export async function openService(
  modules: readonly Type[],
  work: (service: INestApplicationContext) => Promise<void>,
): Promise<void> {
  const imports = [
    ConfigModule.with(readEnvironment()),
    WorkersModule.of(1),
    SystemDatabaseModule,
    EnginesModule,
    ...modules,
  ];
  const root = { module: Tool, imports };
  // Nest types its options as a class that is never instantiated
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment
  const service = await NestFactory.createApplicationContext(root, { logger: false, abortOnError: false });
  try {
    await work(service);
  } finally {
    await service.close();
  }
}

@Module({})
class Tool {}
