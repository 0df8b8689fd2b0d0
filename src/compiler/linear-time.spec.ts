import { contextOf, fixtureOntology, ontologyOf } from '../../test/support/compile';
import { DEFINITIONS, type Dimension, FILTERS, STATEMENTS } from '../../test/support/growing-texts';
import { fastest, limitHere } from '../../test/support/processor-time';
import type { Query, Written } from '../model';
import { DIALECTS } from './dialects';
import { emitPlan } from './emit';
import { lowerFilter, parseFilter } from './filter';
import { optimizePlan } from './optimize';
import { planStatement } from './plan';
import { parseStatements, printQuery } from './statement';
import { shapeOf } from './trace';

/** Milliseconds for ten thousand values, and how many times as long they may take on a machine that is busy. */
const TEN_THOUSAND = 50;
const BUSY = 4;

/** What four times as much may cost: four times the time, and what memory costs that no longer fits the caches of the processor. */
const MOST = 7.2;
/** Milliseconds that no law is asked of. */
const UNFELT = 1;
/** The least of so many rounds counts, as long as they tell of more than `MOST`. */
const TRIES = 32;

const company = fixtureOntology('company', 'mysql');

/** From a parsed statement to the SQL of the data source and to `executed_query`, as one of a shape that no cache knows. */
function compile(query: Query<Written>): void {
  shapeOf(query);
  emitPlan(optimizePlan(planStatement(contextOf(company), query), DIALECTS.mysql), DIALECTS.mysql);
  printQuery(query);
}

function runStatement(text: string): void {
  const [statement] = parseStatements(text);
  if (statement?.kind !== 'query') throw new Error('not a SELECT');
  compile(statement.query);
}

function runFilter(address: string): void {
  compile(lowerFilter({ schema: 'dsvc', table: 'employee' }, parseFilter([...new URLSearchParams(address)])));
}

/**
 * How many times as long four times as much takes; less where more rounds show less. The large text comes first: it takes the time in which
 * code is compiled, which would hide growth in the time of the small one.
 */
function growth([, most, text]: Dimension, run: (text: string) => void): number {
  const [small, large] = [text(Math.floor(most / 8)), text(Math.floor(most / 2))];
  let [few, many, ratio] = [Infinity, Infinity, Infinity];
  for (let attempt = 0; attempt < TRIES && ratio > MOST; attempt++) {
    many = Math.min(
      many,
      fastest(() => {
        run(large);
      }, 1),
    );
    few = Math.min(
      few,
      fastest(() => {
        run(small);
      }, 1),
    );
    ratio = (many - UNFELT) / few;
  }
  return ratio;
}

/**
 * The law of long input: four times as much of anything costs about four times as much. A new production of the language that takes
 * a list gets a line in the table it belongs to in `test/support/growing-texts`: its name, a number of which the time is some
 * tens of milliseconds (a few suffice), and the text of so many.
 */
describe('compile time grows linearly with the length of a text', () => {
  it.each(STATEMENTS.map((dimension) => [dimension[0], dimension] as const))('in a statement: %s', (_, dimension) => {
    expect(growth(dimension, runStatement)).toBeLessThan(MOST);
  }, 60_000); // prettier-ignore

  it.each(FILTERS.map((dimension) => [dimension[0], dimension] as const))('in an address: %s', (_, dimension) => {
    expect(growth(dimension, runFilter)).toBeLessThan(MOST);
  }, 60_000); // prettier-ignore

  it.each(DEFINITIONS.map((dimension) => [dimension[0], dimension] as const))('in definitions: %s', (_, dimension) => {
    expect(growth(dimension, (script) => ontologyOf(script, 'mysql'))).toBeLessThan(MOST);
  }, 60_000); // prettier-ignore
});

it('compiles ten thousand values in a list within its time limit', () => {
  const values = Array.from({ length: 10_000 }, (_, value) => value).join(', ');
  const text = `SELECT name FROM employee WHERE employee_id IN (${values})`;
  expect(
    fastest(() => {
      runStatement(text);
    }),
  ).toBeLessThan(limitHere(TEN_THOUSAND * BUSY));
});
