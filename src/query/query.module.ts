import { Module } from '@nestjs/common';
import { OntologiesModule } from '../ontologies';
import { AgentsController } from './agents/agents.controller';
import { AgentsService } from './agents/agents.service';
import { StatementRunnerService } from './agents/statement-runner.service';
import { CompileFigures } from './planning/compile-figures';
import { FilterController } from './filters/filter.controller';
import { OntologyDocumentController } from './filters/ontology-document.controller';
import { FilterParser } from './filters/filter-parser';
import { AccessService } from './statements/access.service';
import { InspectionsService } from './statements/inspections.service';
import { ModelAnswersService } from './statements/model-answers.service';
import { ModelReaderService } from './statements/model-reader.service';
import { PlanCache } from './planning/plan-cache';
import { PlannerService } from './planning/planner.service';
import { QueryService } from './running/query.service';
import { QueryRunnerService } from './running/query-runner.service';
import { ResultCache } from './running/result-cache';
import { RowEncoderService } from './running/row-encoder.service';
import { SourcesService } from './sources/sources.service';
import { StatementController } from './statements/statement.controller';
import { StatementParser } from './statements/statement-parser';
import { StatementService } from './statements/statement.service';
import { StatisticsService } from './running/statistics.service';
import { SystemTablesService } from './planning/system-tables.service';

/** Queries with filters and with statements. */
@Module({
  imports: [OntologiesModule],
  controllers: [AgentsController, FilterController, OntologyDocumentController, StatementController],
  providers: [
    AgentsService,
    CompileFigures,
    FilterParser,
    AccessService,
    InspectionsService,
    ModelAnswersService,
    ModelReaderService,
    PlanCache,
    PlannerService,
    QueryRunnerService,
    QueryService,
    ResultCache,
    RowEncoderService,
    SourcesService,
    StatementParser,
    StatementRunnerService,
    StatementService,
    StatisticsService,
    SystemTablesService,
  ],
  exports: [CompileFigures, PlanCache, ResultCache, StatementService],
})
export class QueryModule {}
