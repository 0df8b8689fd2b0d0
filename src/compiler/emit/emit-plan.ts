import type { BoundValue, CompiledQuery, DialectName, OutputColumn } from '../../model';
import type { Plan } from '../values';
import { valueFor } from '../trace';
import type { Dialect } from './dialect';
import { duckdb } from './duckdb';
import { emitQuery } from './emit-query';
import type { EmitContext } from './emit-expression';
import { finish, flatten } from './fragment';
import { isPlainSelect } from './is-plain-select';
import { mysql } from './mysql';
import { readsBaseTables } from './reads-base-tables';
import { readsClock } from './reads-clock';
import { sharersOf } from './text-room';

const DIALECTS: Readonly<Record<DialectName, Dialect>> = { mysql, duckdb };

/** A statement for the data source in which the values of the caller can stand for others (`Trace`). */
export interface Template {
  readonly dialect: DialectName;
  readonly columns: readonly OutputColumn[];
  readonly isPlainSelect: boolean;
  readonly readsBaseTables: boolean;
  readonly readsClock: boolean;
  readonly limit: number | 'none';
  readonly pieces: readonly (string | BoundValue)[];
}

/** The one statement for the data source, with its values in the order of their placeholders. The same plan gives the same text. */
export function emitPlan(plan: Plan, name: DialectName): CompiledQuery {
  return fillTemplate(emitTemplate(plan, name), []);
}

/** The statement of a plan whose literals may be traced. */
export function emitTemplate(plan: Plan, name: DialectName): Template {
  const dialect = DIALECTS[name];
  const { columns } = plan;
  const query = dialect.prepare(plan.query);
  const context: EmitContext = { dialect, emitQuery: (inner) => emitQuery(inner, context), sharers: sharersOf(query) };
  return {
    dialect: name,
    columns,
    isPlainSelect: isPlainSelect(query),
    readsBaseTables: readsBaseTables(query),
    readsClock: readsClock(query),
    limit: query.limit ?? 'none',
    pieces: flatten(emitQuery(query, context)),
  };
}

/** The statement with these texts in the slots of its trace, which must hold for them. */
export function fillTemplate(template: Template, texts: readonly string[]): Required<CompiledQuery> {
  const { dialect, columns, isPlainSelect, readsBaseTables, readsClock, limit } = template;
  const { placeholders } = DIALECTS[dialect];
  const { sql, parameters } = finish(template.pieces, placeholders, (value) => valueFor(value, texts));
  return { dialect, sql, parameters, columns, isPlainSelect, readsBaseTables, readsClock, limit };
}
