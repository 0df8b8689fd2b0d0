import { DIALECTS } from '../../src/compiler/dialects';
import { emitPlan } from '../../src/compiler/emit';
import { type NestedStatement, nestQuery } from '../../src/compiler/nest';
import { optimizePlan, type PassName } from '../../src/compiler/optimize';
import { NESTING_STEPS, type NestingStep, type Plan } from '../../src/compiler/values';
import { planStatement } from '../../src/compiler/plan';
import {
  type Cell,
  type CompiledQuery,
  type DialectName,
  type NestedCell,
  type Ontology,
  type Query,
  type RowStream,
  type Written,
} from '../../src/model';
import { nestRows } from '../../src/query/nesting/nest-rows';
import { contextOf, type FindTable, parseQuery, READER } from './compile';
import { type TestEngine } from './engines';

export type NestedRow = Readonly<Record<string, unknown>>;

/** Parses a value of a response as its reader does from JSON. */
export function readValue(value: Cell | NestedCell): unknown {
  return typeof value === 'object' && value !== null ? JSON.parse(value.print(JSON.stringify)) : value;
}

/** The steps that keep the order of rows and elements: entities are sorted by their keys, or else by their ids as strings. */
export const ORDERED_STEPS = NESTING_STEPS.filter((step) => step !== 'read-keys');

/** The passes of the optimizer and the steps of nesting that are off. */
export type Off = readonly (PassName | NestingStep)[];

interface NestingOptions {
  readonly off?: Off;
  readonly findTable?: FindTable;
}

/** Plans nested rows; undefined when nesting changes nothing. */
function planNested(
  ontology: Ontology,
  query: Query<Written>,
  { off = [], findTable }: NestingOptions,
): { readonly nested: NestedStatement; readonly plan: Plan } | undefined {
  const columnsOf = (all: Query<Written>): Plan['columns'] => planStatement(contextOf(ontology), all).columns;
  const steps = new Set(NESTING_STEPS.filter((step) => off.includes(step)));
  const { serviceName, maskColumns } = contextOf(ontology);
  const nested = nestQuery(query, { ontology, serviceName, maskColumns, off: steps, columnsOf });
  if (nested === undefined) return undefined;
  const { offset = 0, limit } = query;
  const nesting = nested.nesting({ offset, limit });
  return {
    nested,
    plan: planStatement(contextOf(ontology, READER, findTable), nested.query, nesting && { ...nesting, off: steps }),
  };
}

/** Compiles nested rows to the statement for the data source. */
export function compileNested(
  ontology: Ontology,
  sql: string,
  dialect: DialectName,
  options: NestingOptions = {},
): CompiledQuery {
  const read = nestedRead(ontology, parseQuery(sql), dialect, options);
  if (read === undefined) throw new Error(`nothing to nest: ${sql}`);
  return read.compiled;
}

/** The statement for nested rows, and the function that nests its flat rows. */
export interface NestedRead {
  readonly compiled: CompiledQuery;
  readonly nest: (stream: RowStream) => RowStream<Cell | NestedCell>;
}

/** Compiles the nested rows of a statement; undefined when nesting changes nothing. */
export function nestedRead(
  ontology: Ontology,
  query: Query<Written>,
  dialect: DialectName,
  options: NestingOptions = {},
): NestedRead | undefined {
  const planned = planNested(ontology, query, options);
  if (planned === undefined) return undefined;
  const { nested, plan } = planned;
  const off = new Set((options.off ?? []).filter((name) => !isStep(name)));
  const { offset = 0, limit = Infinity } = query;
  return {
    compiled: emitPlan(optimizePlan(plan, { ...DIALECTS[dialect], off }), DIALECTS[dialect]),
    nest: (stream) => {
      const columns = nested.describe(stream.columns);
      return nestRows(stream, { columns, hasKeyless: nested.hasKeyless, offset: plan.isPage ? 0 : offset, limit });
    },
  };
}

/** Reads the nested rows of a statement as objects; undefined when nesting changes nothing. */
export async function nestedRowsOf(
  test: TestEngine,
  ontology: Ontology,
  sql: string,
  off: Off = [],
): Promise<readonly NestedRow[] | undefined> {
  const read = nestedRead(ontology, parseQuery(sql), test.engine.dialect, { off, findTable: test.findTable });
  if (read === undefined) return undefined;
  const rows = read.nest(await test.engine.run(read.compiled, { timeoutMs: 10_000 }));
  const objects: NestedRow[] = [];
  for await (const batch of rows.batches) {
    objects.push(
      ...batch.map((row) =>
        Object.fromEntries(rows.columns.map(({ name }, index) => [name, readValue(row[index] ?? null)])),
      ),
    );
  }
  return objects;
}

function isStep(name: PassName | NestingStep): name is NestingStep {
  return (NESTING_STEPS as readonly string[]).includes(name);
}
