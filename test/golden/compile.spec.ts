import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CompiledQuery } from '../../src/model';
import { findTable as findChinookTable } from '../fixtures/chinook.tables';
import { findTable as findOverlapsTable } from '../fixtures/overlaps.tables';
import { findTable as findTpchTable } from '../fixtures/tpch.tables';
import { compileText, type FindTable, fixtureOntology } from '../support/compile';
import { compileNested } from '../support/nest';
import { CASES, type GoldenCase } from './cases';
import { statementOf } from './statement-of';

/** Fixtures without a catalogue show the SQL for a data source of which nothing is known. */
const CATALOGUES: Readonly<Record<string, FindTable>> = {
  chinook: findChinookTable,
  overlaps: findOverlapsTable,
  tpch: findTpchTable,
};

/**
 * The files in `sql/` contain the SQL of each dialect for a URL filter or a semantic statement, for review. `npm run golden` writes
 * the files again; this test requires that they are unchanged.
 */
describe.each(Object.entries(CASES))('golden SQL of %s', (fixture, cases) => {
  it.each(cases)('$name', (golden) => {
    const file = resolve(__dirname, 'sql', `${fixture}.${golden.name.replaceAll(' ', '-')}.sql`);
    const text = printGolden(fixture, golden);
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text);
    expect(text).toBe(readFileSync(file, 'utf8'));
  });
});

function printGolden(fixture: string, golden: GoldenCase): string {
  const findTable = CATALOGUES[fixture];
  const statement = statementOf(golden);
  const blocks = (['mysql', 'duckdb', 'postgresql'] as const).map((dialect) => {
    const compile = 'nested' in golden ? compileNested : compileText;
    const { sql, parameters } = compile(fixtureOntology(fixture, dialect), statement, dialect, { findTable });
    return `-- ${dialect}\n${breakLines(sql)}\n${printParameters(parameters)}`;
  });
  const source = 'url' in golden ? `-- GET .../${golden.target}?${golden.url}\n` : '';
  return `${source}-- semantic statement${'nested' in golden ? ', nested' : ''}\n${statement}\n\n${blocks.join('\n')}`;
}

/** Starts a new line for each main clause, for readability only. */
function breakLines(sql: string): string {
  return sql.replaceAll(/ (?=(?:FROM|LEFT JOIN|WHERE|GROUP BY|HAVING|ORDER BY|LIMIT|UNION ALL) )|(?<!LEFT) (?=JOIN )/g, '\n');
}

function printParameters(parameters: CompiledQuery['parameters']): string {
  return parameters.map(({ type, text }, index) => `-- ${index + 1}: ${type} ${JSON.stringify(text)}\n`).join('');
}
