import type { BoundValue, CompiledQuery, OutputColumn, StatementNeed } from '../../model';
import type { Plan } from '../values';
import { valueFor } from '../trace';
import type { Dialect } from './dialect';
import { emitQuery } from './emit-query';
import type { EmitContext } from './emit-expression';
import { finish, flatten } from './fragment';
import { isPlainSelect } from './is-plain-select';
import { mostRows } from './most-rows';
import { readsBaseTables } from './reads-base-tables';
import { readsClock } from './reads-clock';
import { needsOf } from './statement-needs';
import { sharersOf } from './text-room';

/** A statement for the data source in which other values of the caller can be substituted (`Trace`). */
export interface Template {
  readonly dialect: Dialect;
  readonly columns: readonly OutputColumn[];
  readonly isPlainSelect: boolean;
  readonly readsBaseTables: boolean;
  readonly readsClock: boolean;
  readonly needs: readonly StatementNeed[];
  readonly limit: number | 'none';
  readonly mostRows: number | undefined;
  readonly pieces: readonly (string | BoundValue)[];
}

/** Returns the statement for the data source, with its values in the order of their placeholders. The same plan returns the same SQL. */
export function emitPlan(plan: Plan, dialect: Dialect): CompiledQuery {
  return fillTemplate(emitTemplate(plan, dialect), []);
}

/** Returns the statement of a plan whose literals may be traced. */
export function emitTemplate(plan: Plan, dialect: Dialect): Template {
  const { columns } = plan;
  const query = dialect.prepare(plan.query);
  const context: EmitContext = { dialect, emitQuery: (inner) => emitQuery(inner, context), sharers: sharersOf(query) };
  return {
    dialect,
    columns,
    isPlainSelect: isPlainSelect(query),
    readsBaseTables: readsBaseTables(query),
    readsClock: readsClock(query),
    needs: needsOf(query),
    limit: query.limit ?? 'none',
    mostRows: mostRows(query),
    pieces: flatten(emitQuery(query, context)),
  };
}

/** Returns the statement with these strings in the slots of its trace. The conditions of the trace must hold for them. */
export function fillTemplate(template: Template, texts: readonly string[]): CompiledQuery {
  const { dialect, columns, isPlainSelect, readsBaseTables, readsClock, needs, limit, mostRows, pieces } = template;
  const { sql, parameters } = finish(pieces, dialect.placeholders, (value) => valueFor(value, texts));
  return { dialect: dialect.name, columns, isPlainSelect, readsBaseTables, readsClock, needs, limit, mostRows, sql, parameters }; // prettier-ignore
}
