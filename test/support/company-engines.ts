import { type PassName } from '../../src/compiler/optimize';
import { type Caller, type Cell, type DialectName, type OutputColumn, type Query, type Written } from '../../src/model';
import { company } from './company';
import { compileQuery, fixtureOntology, parseQuery, READER } from './compile';
import { OPENERS, rowsOf } from './engines';
import { statementsFor } from './sample-databases';
import { describeWithMariaDb, describeWithPostgreSql } from './services';

/** A property of an employee for each type. */
export const PROPERTIES = [
  'employee_id',
  'badge',
  'grade',
  'salary',
  'rating',
  'active',
  'name',
  'born',
  'hired',
  'shift',
] as const;

export interface CompanyAnswer {
  readonly columns: readonly string[];
  /** The types of the columns. */
  readonly types: readonly OutputColumn['type'][];
  readonly rows: readonly (readonly Cell[])[];
}

export interface CompanyEngine {
  readonly dialect: DialectName;
  /** Compiles a statement over the company and runs it as a caller who may query everything; `off` are optimizer passes. */
  ask(
    statement: string | Query<Written>,
    options?: { readonly caller?: Caller; readonly off?: readonly PassName[]; readonly withoutCatalogue?: boolean },
  ): Promise<CompanyAnswer>;
  close(): Promise<void>;
}

export async function openCompany(dialect: DialectName): Promise<CompanyEngine> {
  const ontology = fixtureOntology('company', dialect);
  const { engine, findTable, drop } = await OPENERS[dialect]('company', statementsFor(dialect, company()));
  return {
    dialect,
    ask: async (statement, { caller = READER, off = [], withoutCatalogue = false } = {}) => {
      const options = { caller, off, ...(!withoutCatalogue && { findTable }) };
      const query = typeof statement === 'string' ? parseQuery(statement) : statement;
      const compiled = compileQuery(ontology, query, dialect, options);
      const columns = compiled.columns.map(({ name }) => name);
      return { columns, types: compiled.columns.map(({ type }) => type), rows: await rowsOf(engine, compiled) };
    },
    close: drop,
  };
}

/** Declares the same suite for each engine. The expected values are constants, so the engines agree when all suites pass. */
export function describeOnEachEngine(suite: (company: () => CompanyEngine) => void): void {
  const on = (dialect: DialectName): void => {
    let opened: CompanyEngine;
    beforeAll(async () => {
      opened = await openCompany(dialect);
    });
    afterAll(() => opened.close(), 60_000); // PostgreSQL waits for a checkpoint before it drops a database
    suite(() => opened);
  };
  describe('on DuckDB', () => {
    on('duckdb');
  });
  describeWithMariaDb('on MariaDB', () => {
    on('mysql');
  });
  describeWithPostgreSql('on PostgreSQL', () => {
    on('postgresql');
  });
}
