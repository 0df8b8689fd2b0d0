import { Module } from '@nestjs/common';
import { OntologiesModule } from '../ontologies';
import { CompileFigures } from './planning/compile-figures';
import { FilterController } from './filters/filter.controller';
import { FilterParser } from './filters/filter-parser';
import { ModelAnswers } from './statements/model-answers';
import { ModelReader } from './statements/model-reader.service';
import { PlanCache } from './planning/plan-cache';
import { Planner } from './planning/planner.service';
import { QueryService } from './running/query.service';
import { QueryRunner } from './running/query-runner.service';
import { ResultCache } from './running/result-cache';
import { StatementController } from './statements/statement.controller';
import { StatementParser } from './statements/statement-parser';
import { StatementService } from './statements/statement.service';
import { SystemTables } from './planning/system-tables.service';

/** Queries by filters and by statements. */
@Module({
  imports: [OntologiesModule],
  controllers: [FilterController, StatementController],
  providers: [
    CompileFigures,
    FilterParser,
    ModelAnswers,
    ModelReader,
    PlanCache,
    Planner,
    QueryRunner,
    QueryService,
    ResultCache,
    StatementParser,
    StatementService,
    SystemTables,
  ],
  exports: [CompileFigures, PlanCache, ResultCache],
})
export class QueryModule {}
