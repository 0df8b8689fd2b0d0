import { Module } from '@nestjs/common';
import { OntologiesModule } from '../ontologies';
import { FilterController } from './filter.controller';
import { FilterParser } from './filter-parser';
import { FilterQueryService } from './filter-query.service';
import { ModelReader } from './model-reader.service';
import { QueryRunner } from './query-runner.service';
import { StatementController } from './statement.controller';
import { StatementService } from './statement.service';
import { SystemTables } from './system-tables.service';

/** What is asked: endpoints 2, 5 and 6. */
@Module({
  imports: [OntologiesModule],
  controllers: [FilterController, StatementController],
  providers: [FilterParser, FilterQueryService, ModelReader, QueryRunner, StatementService, SystemTables],
})
export class QueryModule {}
