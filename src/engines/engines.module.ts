import { Global, Module } from '@nestjs/common';
import { Engines } from './engines.provider';

/** Provides the engines of the data sources everywhere. */
@Global()
@Module({ providers: [Engines], exports: [Engines] })
export class EnginesModule {}
