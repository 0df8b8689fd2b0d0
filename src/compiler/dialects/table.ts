import type { DialectName } from '../../model';
import type { Dialect } from '../emit';
import { duckdb } from './duckdb';
import { mysql } from './mysql';

/** Every dialect of SQL that statements can be written in: one line for each, and a folder beside this file. */
export const DIALECTS = { mysql, duckdb } satisfies Record<DialectName, Dialect>;
