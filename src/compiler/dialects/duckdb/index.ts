import { emitter } from './emitter';
import { dataSources, traits } from './traits';

/** The dialect of DuckDB, the embedded engine. */
export const duckdb = { ...emitter, traits, dataSources };
