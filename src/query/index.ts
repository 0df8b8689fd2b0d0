export { CompileFigures } from './planning/compile-figures';
export { PlanCache } from './planning/plan-cache';
export { QueryModule } from './query.module';
export { ResultCache } from './running/result-cache';
export { TextInterfaceModule } from './text/text-interface.module';
