export type { AddedTables } from './planning/prepared-statement';
export { CompileFigures } from './planning/compile-figures';
export { PlanCache } from './planning/plan-cache';
export { QueryModule } from './query.module';
export { ResultCache } from './running/result-cache';
export type { StatementRequest } from './statements/statement-request';
export { type ReadingStatement, StatementService } from './statements/statement.service';
export { TextInterfaceModule } from './text/text-interface.module';
