import { Global, Module } from '@nestjs/common';
import { EnginesService } from './engines.service';

/** Provides the engines of the data sources everywhere. */
@Global()
@Module({ providers: [EnginesService], exports: [EnginesService] })
export class EnginesModule {}
