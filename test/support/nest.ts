import { emitPlan } from '../../src/compiler/emit';
import { nestStatement, type NestedStatement } from '../../src/compiler/nest';
import { optimizePlan, type PassName } from '../../src/compiler/optimize';
import { NESTING_STEPS, type NestingStep, planStatement, type Plan } from '../../src/compiler/plan';
import {
  type Cell,
  type CompiledQuery,
  type DialectName,
  nameKey,
  type NestedCell,
  type Ontology,
  type Query,
  type Written,
} from '../../src/model';
import { nestRows } from '../../src/query/nest-rows';
import { contextOf, type FindTable, parseQuery, planText, READER } from './compile';
import { type TestEngine } from './engines';

export type NestedRow = Readonly<Record<string, Cell | NestedCell>>;

/** What is switched off: passes of the optimizer, steps of nesting. */
export type Off = readonly (PassName | NestingStep)[];

/** The plan behind the nested rows of a statement; undefined where nesting changes nothing. */
export function planNestedText(
  ontology: Ontology,
  sql: string,
  { off = [], findTable }: { readonly off?: Off; readonly findTable?: FindTable } = {},
): { readonly nested: NestedStatement; readonly plan: Plan } | undefined {
  const query = parseQuery(sql);
  const nested = nestQuery(ontology, query);
  if (nested === undefined) return undefined;
  const { offset = 0, limit } = query;
  const steps = new Set(NESTING_STEPS.filter((step) => off.includes(step)));
  const nesting = nested.nesting({ offset, limit });
  return {
    nested,
    plan: planStatement(contextOf(ontology, READER, findTable), nested.query, nesting && { ...nesting, off: steps }),
  };
}

/** The statement for the data source behind nested rows. */
export function compileNested(
  ontology: Ontology,
  sql: string,
  dialect: DialectName,
  { findTable }: { readonly findTable?: FindTable } = {},
): CompiledQuery {
  const planned = planNestedText(ontology, sql, { findTable });
  if (planned === undefined) throw new Error(`nothing to nest: ${sql}`);
  return emitPlan(optimizePlan(planned.plan, { dialect }), dialect);
}

/** The nested rows of a statement as objects, read from the engine; undefined where nesting changes nothing. */
export async function nestedRowsOf(
  test: TestEngine,
  ontology: Ontology,
  sql: string,
  off: Off = [],
): Promise<readonly NestedRow[] | undefined> {
  const planned = planNestedText(ontology, sql, { off });
  if (planned === undefined) return undefined;
  const { nested, plan } = planned;
  const { dialect } = test.engine;
  const passes = new Set(off.filter((name) => !isStep(name)));
  const stream = await test.engine.run(emitPlan(optimizePlan(plan, { dialect, off: passes }), dialect), {
    timeoutMs: 10_000,
  });
  const columns = nested.describe(stream.columns.map((column) => column.name));
  const { offset = 0, limit = Infinity } = parseQuery(sql);
  const rows = nestRows(stream, { columns, offset: plan.isPage ? 0 : offset, limit });
  const objects: NestedRow[] = [];
  for await (const batch of rows.batches) {
    objects.push(
      ...batch.map((row) => Object.fromEntries(rows.columns.map(({ name }, index) => [name, row[index] ?? null]))),
    );
  }
  return objects;
}

function isStep(name: PassName | NestingStep): name is NestingStep {
  return (NESTING_STEPS as readonly string[]).includes(name);
}

function nestQuery(ontology: Ontology, query: Query<Written>): NestedStatement | undefined {
  const table = query.kind === 'select' && query.from?.kind === 'table' ? query.from.table.parts : [];
  if (table[0]?.name === 'vsvc') {
    const all = planText(ontology, `SELECT * FROM vsvc.\`${table[1]?.name ?? ''}\``);
    return nestStatement(query, { columns: all.columns.map((column) => column.name), isMultiValue: () => false });
  }
  return nestStatement(query, {
    isMultiValue: (name) => ontology.properties.get(nameKey(name))?.isMultiValue === true,
  });
}
