import { Global, Module } from '@nestjs/common';
import { EnginesService } from './engines.service';
import { TypedFormatsService } from './typed/typed-formats.service';

/** Provides the engines of the data sources, and the encoder of formats with types, to all modules. */
@Global()
@Module({ providers: [EnginesService, TypedFormatsService], exports: [EnginesService, TypedFormatsService] })
export class EnginesModule {}
