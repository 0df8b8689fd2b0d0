import type { CompiledQuery, DialectName } from '../../model';
import type { Plan } from '../plan';
import type { Dialect } from './dialect';
import { duckdb } from './duckdb';
import { emitQuery } from './emit-query';
import type { EmitContext } from './emit-expression';
import { finish } from './fragment';
import { mysql } from './mysql';

const DIALECTS: Readonly<Record<DialectName, Dialect>> = { mysql, duckdb };

/** The one statement for the data source, with its values in the order of their placeholders. The same plan gives the same text. */
export function emitPlan(plan: Plan, name: DialectName): CompiledQuery {
  const dialect = DIALECTS[name];
  const context: EmitContext = { dialect, emitQuery: (query) => emitQuery(query, context) };
  return { dialect: name, columns: plan.columns, ...finish(emitQuery(plan.query, context), dialect.placeholders) };
}
