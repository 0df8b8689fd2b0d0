import { PASS_NAMES, type PassName } from '../../src/compiler/optimize';
import { type Caller, type Cell, type CompiledQuery, type DialectName } from '../../src/model';
import { compileText, fixtureOntology, ontologyOf, READER } from './compile';
import {
  openDuckDbTestEngine,
  openMariaDbTestEngine,
  openPostgreSqlTestEngine,
  rowsOf,
  type TestEngine,
} from './engines';
import { describeWithMariaDb, describeWithPostgreSql } from './services';

/** A semantic statement and its rows, computed by hand. */
export interface ProvenRows {
  readonly name: string;
  readonly sql: string;
  readonly rows: readonly (readonly Cell[])[];
  /** The order of the rows must be the same. */
  readonly ordered?: true;
  readonly caller?: Caller;
}

/** Declares a suite for each engine over tables created by these statements, which can differ between the engines. */
export function onEachEngine(
  purpose: string,
  tables: readonly string[] | ((dialect: DialectName) => readonly string[]),
  declare: (dialect: DialectName, test: () => TestEngine) => void,
  { without }: { readonly without?: DialectName } = {},
): void {
  const suite = (dialect: DialectName, open: typeof openDuckDbTestEngine) => () => {
    let test: TestEngine;
    beforeAll(async () => {
      test = await open(purpose, typeof tables === 'function' ? tables(dialect) : tables);
    }, 60_000);
    afterAll(() => test.drop());
    declare(dialect, () => test);
  };
  describe(`${purpose} on DuckDB`, suite('duckdb', openDuckDbTestEngine));
  describeWithMariaDb(`${purpose} on MariaDB`, suite('mysql', openMariaDbTestEngine));
  if (without !== 'postgresql')
    describeWithPostgreSql(`${purpose} on PostgreSQL`, suite('postgresql', openPostgreSqlTestEngine));
}

/** Compiles and runs statements with all passes on except those in `off`. */
export interface Statements {
  readonly compile: (sql: string, off?: readonly PassName[]) => CompiledQuery;
  readonly rows: (sql: string, off?: readonly PassName[]) => Promise<readonly (readonly Cell[])[]>;
}

/** Returns functions that compile statements for the engine of a suite, and run them there. */
export function statementsOf(script: string, dialect: DialectName, test: () => TestEngine): Statements {
  const ontology = ontologyOf(script, dialect);
  const compile: Statements['compile'] = (sql, off = []) =>
    compileText(ontology, sql, dialect, { off, findTable: test().findTable });
  return { compile, rows: (sql, off) => rowsOf(test().engine, compile(sql, off)) };
}

/** A statement of one column, its values in the order of their strings, and a pattern that the statement for the data source matches. */
export interface ProvenValues {
  readonly sql: string;
  readonly rows: readonly Cell[];
  readonly shape?: RegExp;
}

/**
 * Tests that each statement returns its values with the pass, without it, and without any. Returns a function that reads the values of
 * another statement.
 */
export function proveValues(
  { compile, rows: read }: Statements,
  pass: PassName,
  cases: readonly ProvenValues[],
): (sql: string, off?: readonly PassName[]) => Promise<readonly Cell[]> {
  const values = async (sql: string, off?: readonly PassName[]): Promise<readonly Cell[]> => {
    const rows = await read(sql, off);
    return rows.map(([value]) => value ?? null).sort((a, b) => (String(a) < String(b) ? -1 : 1));
  };
  it.each(cases)('$sql', async ({ sql, rows, shape }) => {
    expect(await values(sql)).toEqual(rows);
    expect(await values(sql, [pass])).toEqual(rows);
    expect(await values(sql, PASS_NAMES)).toEqual(rows);
    if (shape !== undefined) expect(compile(sql).sql).toMatch(shape);
  });
  return values;
}

/** Tests that each statement returns its rows, with the optimizer and without. */
export function proveRows(
  fixture: string,
  dialect: DialectName,
  test: () => TestEngine,
  cases: readonly ProvenRows[],
): void {
  const ontology = fixtureOntology(fixture, dialect);
  it.each(cases)('$name', async ({ sql, rows, ordered, caller = READER }) => {
    const { findTable } = test();
    const optimized = await rowsOf(test().engine, compileText(ontology, sql, dialect, { caller, findTable }));
    // PostgreSQL compares a column only with a literal of its type, which is unknown without the catalogue
    const known = dialect === 'postgresql' && { findTable };
    const naive = await rowsOf(test().engine, compileText(ontology, sql, dialect, { off: PASS_NAMES, caller, ...known })); // prettier-ignore
    expect(comparable(optimized, ordered)).toEqual(comparable(rows, ordered));
    expect(comparable(naive, ordered)).toEqual(comparable(rows, ordered));
  });
}

function comparable(rows: readonly (readonly Cell[])[], ordered: true | undefined): readonly string[] {
  const texts = rows.map((row) => JSON.stringify(row));
  return ordered === true ? texts : texts.sort();
}
