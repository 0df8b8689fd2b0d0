import type { BoundValue, CompiledQuery, OutputColumn, StatementNeed } from '../../model';
import type { Plan } from '../values';
import { valueFor } from '../trace';
import type { Dialect } from './dialect';
import { emitQuery } from './emit-query';
import type { EmitContext } from './emit-expression';
import { finish, flatten } from './fragment';
import { isPlainSelect } from './is-plain-select';
import { readsBaseTables } from './reads-base-tables';
import { readsClock } from './reads-clock';
import { needsOf } from './statement-needs';
import { sharersOf } from './text-room';

/** A statement for the data source in which the values of the caller can stand for others (`Trace`). */
export interface Template {
  readonly dialect: Dialect;
  readonly columns: readonly OutputColumn[];
  readonly isPlainSelect: boolean;
  readonly readsBaseTables: boolean;
  readonly readsClock: boolean;
  readonly needs: readonly StatementNeed[];
  readonly limit: number | 'none';
  readonly pieces: readonly (string | BoundValue)[];
}

/** The one statement for the data source, with its values in the order of their placeholders. The same plan gives the same text. */
export function emitPlan(plan: Plan, dialect: Dialect): CompiledQuery {
  return fillTemplate(emitTemplate(plan, dialect), []);
}

/** The statement of a plan whose literals may be traced. */
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
    pieces: flatten(emitQuery(query, context)),
  };
}

/** The statement with these texts in the slots of its trace, which must hold for them. */
export function fillTemplate(template: Template, texts: readonly string[]): Required<CompiledQuery> {
  const { dialect, pieces, ...about } = template;
  const { sql, parameters } = finish(pieces, dialect.placeholders, (value) => valueFor(value, texts));
  return { ...about, dialect: dialect.name, sql, parameters };
}
