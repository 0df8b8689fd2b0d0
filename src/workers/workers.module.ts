import { type DynamicModule, Global, Module } from '@nestjs/common';
import { joinWorkers, Workers } from './workers';

/** Provides the workers that this process belongs to, to all modules. */
@Global()
@Module({})
export class WorkersModule {
  /** Creates the module; `count` is the configured number of workers. */
  static of(count: number): DynamicModule {
    const provider = { provide: Workers, useFactory: () => joinWorkers(count) };
    return { module: WorkersModule, providers: [provider], exports: [Workers] };
  }
}
