import { emitter } from './emitter';
import { dataSources, traits } from './traits';

/** DuckDB, the embedded engine. */
export const duckdb = { ...emitter, traits, dataSources };
