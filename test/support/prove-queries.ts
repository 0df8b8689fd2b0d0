import { lowerFilter, parseFilter } from '../../src/compiler/filter';
import { PASS_NAMES } from '../../src/compiler/optimize';
import { printQuery } from '../../src/compiler/statement';
import { type Cell, type CompiledQuery, type DialectName } from '../../src/model';
import { compileText, fixtureOntology } from './compile';
import { OPENERS, rowsOf, type TestEngine } from './engines';
import { type SampleDatabase, statementsFor } from './sample-databases';
import { describeWithMariaDb, describeWithPostgreSql, describeWithTestData } from './services';

/**
 * A semantic statement, or a URL filter on `concept/<name>` or `view/<name>`, and the joins over the physical tables that return the
 * same rows.
 */
export type ProvenQuery = {
  readonly name: string;
  readonly joins: string;
  /** The number of rows, so that two equal mistakes do not pass. */
  readonly rows: number;
  /** The order of the rows must be the same. */
  readonly ordered?: true;
} & ({ readonly sql: string } | { readonly target: string; readonly url: string });

type Rows = readonly (readonly Cell[])[];

/** Declares a suite for each engine over a public sample database, which is skipped without its data. */
export function proveQueries(folder: string, load: () => SampleDatabase, queries: readonly ProvenQuery[]): void {
  describeWithTestData(folder, folder, () => {
    proveOnEachEngine(folder, load, queries);
  });
}

/**
 * Declares a suite for each engine: the rows of every query over the ontology equal those of its joins, with the optimizer and without. `without`
 * names an engine that cannot run the joins.
 */
export function proveOnEachEngine(
  fixture: string,
  load: () => SampleDatabase,
  queries: readonly ProvenQuery[],
  { without }: { readonly without?: DialectName } = {},
): void {
  describe('on DuckDB', () => {
    prove(fixture, 'duckdb', load, queries);
  });
  describeWithMariaDb('on MariaDB', () => {
    prove(fixture, 'mysql', load, queries);
  });
  if (without !== 'postgresql')
    describeWithPostgreSql('on PostgreSQL', () => {
      prove(fixture, 'postgresql', load, queries);
    });
}

function prove(
  folder: string,
  dialect: DialectName,
  load: () => SampleDatabase,
  queries: readonly ProvenQuery[],
): void {
  const ontology = fixtureOntology(folder, dialect);
  let test: TestEngine;
  beforeAll(async () => {
    test = await OPENERS[dialect](folder, statementsFor(dialect, load()));
  }, 60_000);
  afterAll(() => test.drop());

  const rowsOfQuery = (query: CompiledQuery) => rowsOf(test.engine, query);

  it.each(queries)('$name', async (query) => {
    const statement = semanticStatement(query);
    const compiled = compileText(ontology, statement, dialect, { findTable: test.findTable });
    const rows = await rowsOfQuery(compiled);
    // PostgreSQL compares a column only with a literal of its type, which is unknown without the catalogue
    const known = dialect === 'postgresql' && { findTable: test.findTable };
    const naive = await rowsOfQuery(compileText(ontology, statement, dialect, { off: PASS_NAMES, ...known }));
    const joined = await rowsOfQuery(byHand(compiled, query.joins));
    expect(comparable(rows, query.ordered)).toEqual(comparable(joined, query.ordered));
    expect(comparable(naive, query.ordered)).toEqual(comparable(joined, query.ordered));
    expect(rows).toHaveLength(query.rows);
  });
}

function semanticStatement(query: ProvenQuery): string {
  if ('sql' in query) return query.sql;
  const [kind = '', table = ''] = query.target.split('/');
  const filter = parseFilter([...new URLSearchParams(query.url)]);
  return printQuery(lowerFilter({ schema: kind === 'view' ? 'vsvc' : 'dsvc', table }, filter));
}

/** Returns the joins with the columns of the statement under test, because the types of columns determine the format of cells. */
function byHand(compiled: CompiledQuery, sql: string): CompiledQuery {
  const { dialect, columns } = compiled;
  return { dialect, sql: dialect === 'postgresql' ? withQuotedNames(sql) : sql, parameters: [], columns };
}

/** Quotes names such as `CustomerId`, whose capital letters PostgreSQL would ignore. */
function withQuotedNames(sql: string): string {
  return sql.replace(/('[^']*')|\b[A-Z][a-z]\w*/g, (name, text: string | undefined) => text ?? `"${name}"`);
}

function comparable(rows: Rows, ordered: true | undefined): readonly string[] {
  const texts = rows.map((row) => JSON.stringify(row));
  return ordered === true ? texts : texts.sort();
}
