import { Global, Module } from '@nestjs/common';
import { EnginesService } from './engines.service';

/** Provides the engines of the data sources to all modules. */
@Global()
@Module({ providers: [EnginesService], exports: [EnginesService] })
export class EnginesModule {}
