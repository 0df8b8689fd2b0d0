import { Global, Module } from '@nestjs/common';
import { EnginesService } from './engines.service';
import { ParquetService } from './parquet/parquet.service';

/** Provides the engines of the data sources, and the writer of Parquet, to all modules. */
@Global()
@Module({ providers: [EnginesService, ParquetService], exports: [EnginesService, ParquetService] })
export class EnginesModule {}
