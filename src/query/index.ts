export { CompileFigures } from './compile-figures';
export { PlanCache } from './plan-cache';
export { QueryModule } from './query.module';
export { ResultCache } from './result-cache';
