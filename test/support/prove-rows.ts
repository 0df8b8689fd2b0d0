import { PASS_NAMES } from '../../src/compiler/optimize';
import { type Caller, type Cell, type DialectName } from '../../src/model';
import { compileText, fixtureOntology, READER } from './compile';
import { openDuckDbTestEngine, openMariaDbTestEngine, rowsOf, type TestEngine } from './engines';
import { describeWithMariaDb } from './services';

/** A semantic statement and its rows, reckoned by hand. */
export interface ProvenRows {
  readonly name: string;
  readonly sql: string;
  readonly rows: readonly (readonly Cell[])[];
  /** The order of the rows is part of the answer. */
  readonly ordered?: true;
  readonly caller?: Caller;
}

/** Declares a suite for each engine over tables made by these statements, which may differ between the engines. */
export function onEachEngine(
  purpose: string,
  tables: readonly string[] | ((dialect: DialectName) => readonly string[]),
  declare: (dialect: DialectName, test: () => TestEngine) => void,
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
}

/** Each statement gives its rows, with the optimizer and without. */
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
    const naive = await rowsOf(test().engine, compileText(ontology, sql, dialect, { off: PASS_NAMES, caller }));
    expect(comparable(optimized, ordered)).toEqual(comparable(rows, ordered));
    expect(comparable(naive, ordered)).toEqual(comparable(rows, ordered));
  });
}

function comparable(rows: readonly (readonly Cell[])[], ordered: true | undefined): readonly string[] {
  const texts = rows.map((row) => JSON.stringify(row));
  return ordered === true ? texts : texts.sort();
}
