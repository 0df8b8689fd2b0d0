import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DIALECTS } from '../../src/compiler/dialects';
import { emitPlan } from '../../src/compiler/emit';
import {
  applyStatements,
  buildOntology,
  emptyDefinitions,
  isModelStatement,
  readScript,
} from '../../src/compiler/ontology';
import { optimizePlan, type PassName } from '../../src/compiler/optimize';
import { planStatement, type PlanContext } from '../../src/compiler/plan';
import { type Plan } from '../../src/compiler/values';
import { parseStatements } from '../../src/compiler/statement';
import type { Caller, CompiledQuery, DialectName, Ontology, Query, Written } from '../../src/model';

/** May query everything; sees masks. */
export const READER: Caller = {
  id: 'reader',
  name: 'reader',
  roles: [],
  grants: [{ right: 'QUERY', resource: { kind: 'all' } }],
};

/** May query everything and sees true values. */
export const UNMASKED: Caller = {
  ...READER,
  grants: [...READER.grants, { right: 'UNMASK', resource: { kind: 'all' } }],
};

const DATA_SOURCES: Readonly<Record<DialectName, string>> = {
  mysql: "CREATE DATASOURCE `source` TYPE mysql OPTIONS (host = 'localhost', database = 'test', user = 'test');",
  duckdb: "CREATE DATASOURCE `source` TYPE duckdb OPTIONS (path = 'test.duckdb');",
  postgresql:
    "CREATE DATASOURCE `source` TYPE postgresql OPTIONS (host = 'localhost', database = 'test', user = 'test');",
};

/** Builds the ontology of a script of definitions over a data source of the dialect. */
export function ontologyOf(script: string, dialect: DialectName = 'duckdb'): Ontology {
  return buildOntology(readScript(`CREATE ONTOLOGY \`test\`; ${DATA_SOURCES[dialect]} ${script}`), 'version');
}

/** Builds the ontology as defined by a request instead of a stored script: double quotes in its mappings quote names. */
export function definedOntology(script: string, dialect: DialectName): Ontology {
  const statements = parseStatements(`CREATE ONTOLOGY \`test\`; ${DATA_SOURCES[dialect]} ${script}`);
  const definitions = applyStatements(emptyDefinitions(''), statements.filter((statement) => isModelStatement(statement))); // prettier-ignore
  return buildOntology(definitions, 'version');
}

/** Builds an ontology of `test/fixtures`. */
export function fixtureOntology(name: string, dialect: DialectName = 'duckdb'): Ontology {
  return ontologyOf(readFileSync(resolve(__dirname, '../fixtures', `${name}.ontology.sql`), 'utf8'), dialect);
}

export function parseQuery(sql: string): Query<Written> {
  const [statement] = parseStatements(sql);
  if (statement?.kind !== 'query') throw new Error(`not a SELECT: ${sql}`);
  return statement.query;
}

/** Looks up a table of a data source in its catalogue. */
export type FindTable = PlanContext['findTable'];

export function planText(ontology: Ontology, sql: string, caller: Caller = READER, findTable?: FindTable): Plan {
  return planStatement(contextOf(ontology, caller, findTable), parseQuery(sql));
}

/** Returns the context of a caller and an ontology, with the settings of tests. */
export function contextOf(ontology: Ontology, caller: Caller = READER, findTable?: FindTable): PlanContext {
  return {
    ontology,
    caller,
    serviceName: 'svc',
    maskColumns: ['email', 'password'],
    hashKeyOf: () => 'test key',
    ...(findTable && { findTable }),
  };
}

export interface CompileOptions {
  readonly off?: readonly PassName[];
  readonly caller?: Caller;
  readonly findTable?: FindTable;
}

/** Compiles a statement for the data source, with all passes on except those in `off`. */
export function compileText(
  ontology: Ontology,
  sql: string,
  dialect: DialectName,
  options: CompileOptions = {},
): CompiledQuery {
  return compileQuery(ontology, parseQuery(sql), dialect, options);
}

/** Compiles a parsed statement in the same way. */
export function compileQuery(
  ontology: Ontology,
  query: Query<Written>,
  dialect: DialectName,
  { off = [], caller, findTable }: CompileOptions = {},
): CompiledQuery {
  const plan = planStatement(contextOf(ontology, caller, findTable), query);
  return emitPlan(optimizePlan(plan, { ...DIALECTS[dialect], off: new Set(off) }), DIALECTS[dialect]);
}
