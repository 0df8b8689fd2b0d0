import { Module } from '@nestjs/common';
import { OntologiesModule } from '../ontologies';
import { CompileFigures } from './planning/compile-figures';
import { FilterController } from './filters/filter.controller';
import { FilterParser } from './filters/filter-parser';
import { FilterQueryService } from './filters/filter-query.service';
import { ModelAnswers } from './statements/model-answers';
import { ModelReader } from './statements/model-reader.service';
import { PlanCache } from './planning/plan-cache';
import { Planner } from './planning/planner.service';
import { QueryRunner } from './running/query-runner.service';
import { ResultCache } from './running/result-cache';
import { SelectService } from './statements/select.service';
import { StatementController } from './statements/statement.controller';
import { StatementParser } from './statements/statement-parser';
import { StatementService } from './statements/statement.service';
import { SystemTables } from './planning/system-tables.service';

/** Queries: concepts and views by URL filters, and statements. */
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
