import { type DynamicModule, Global, Module } from '@nestjs/common';
import { joinWorkers, Workers } from './workers';

/** Gives everybody the workers of which this process is one. */
@Global()
@Module({})
export class WorkersModule {
  /** `count` as it was set. */
  static of(count: number): DynamicModule {
    const provider = { provide: Workers, useFactory: () => joinWorkers(count) };
    return { module: WorkersModule, providers: [provider], exports: [Workers] };
  }
}
