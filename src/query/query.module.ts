import { Module } from '@nestjs/common';
import { OntologiesModule } from '../ontologies';
import { CompileFigures } from './compile-figures';
import { FilterController } from './filter.controller';
import { FilterParser } from './filter-parser';
import { FilterQueryService } from './filter-query.service';
import { ModelAnswers } from './model-answers';
import { ModelReader } from './model-reader.service';
import { PlanCache } from './plan-cache';
import { Planner } from './planner.service';
import { QueryRunner } from './query-runner.service';
import { ResultCache } from './result-cache';
import { SelectService } from './select.service';
import { StatementController } from './statement.controller';
import { StatementParser } from './statement-parser';
import { StatementService } from './statement.service';
import { SystemTables } from './system-tables.service';

/** What is asked: endpoints 2, 5 and 6. */
@Module({
  imports: [OntologiesModule],
  controllers: [FilterController, StatementController],
  providers: [
    CompileFigures,
    FilterParser,
    FilterQueryService,
    ModelAnswers,
    ModelReader,
    PlanCache,
    Planner,
    QueryRunner,
    ResultCache,
    SelectService,
    StatementParser,
    StatementService,
    SystemTables,
  ],
  exports: [CompileFigures, PlanCache, ResultCache],
})
export class QueryModule {}
