import fc from 'fast-check';
import { fixtureOntology, parseQuery, READER } from '../../../test/support/compile';
import { filter, lower, statement } from '../../../test/support/random-statements';
import { trials } from '../../../test/support/trials';
import type { CompiledQuery, DialectName, Literal, LiteralType, Query, Written } from '../../model';
import { DIALECTS } from '../dialects';
import { emitPlan, emitTemplate, fillTemplate, type Template } from '../emit';
import { optimizePlan } from '../optimize';
import { planStatement } from '../plan';
import { type Plan } from '../values';
import { mapQuery } from '../tree';
import { shapeOf, traceQuery } from './query-shape';
import { Trace } from './trace';

const RUNS = trials(300, { few: 120 });
const ONTOLOGIES = {
  mysql: fixtureOntology('company', 'mysql'),
  duckdb: fixtureOntology('company', 'duckdb'),
  postgresql: fixtureOntology('company', 'postgresql'),
};

/** Returns a statement that can be reused for others of its shape. */
function make(query: Query<Written>, dialect: DialectName): { readonly trace: Trace; readonly template: Template } {
  const shape = shapeOf(query);
  const trace = new Trace(shape.literals.map((literal) => literal.text));
  return { trace, template: emitTemplate(planOf(traceQuery(query, shape, trace), dialect), DIALECTS[dialect]) };
}

function planOf(query: Query<Written>, dialect: DialectName): Plan {
  const context = {
    ontology: ONTOLOGIES[dialect],
    caller: READER,
    serviceName: 'svc',
    maskColumns: [],
    hashKeyOf: () => 'k',
  };
  return optimizePlan(planStatement(context, query), DIALECTS[dialect]);
}

function compile(query: Query<Written>, dialect: DialectName): CompiledQuery | undefined {
  try {
    return emitPlan(planOf(query, dialect), DIALECTS[dialect]);
  } catch {
    return undefined;
  }
}

const textsOf = (query: Query<Written>): readonly string[] => shapeOf(query).literals.map((literal) => literal.text);

/** Returns whether the statement of `first` can be reused for `second`, which has the same shape. */
function holds(first: string, second: string, dialect: DialectName = 'mysql'): boolean {
  const [one, other] = [parseQuery(first), parseQuery(second)];
  expect(shapeOf(other).key).toBe(shapeOf(one).key);
  return make(one, dialect).trace.holdsFor(textsOf(other));
}

describe('the shape of a query', () => {
  it.each([
    ['LIMIT', 'SELECT name FROM employee LIMIT 5', 'SELECT name FROM employee LIMIT 6'],
    ['the size of a list', 'SELECT name FROM employee WHERE grade IN (1, 2)', 'SELECT name FROM employee WHERE grade IN (1, 2, 3)'],
    ['the type of a literal', 'SELECT name FROM employee WHERE grade = 1', "SELECT name FROM employee WHERE grade = '1'"],
    ['NULL', 'SELECT name FROM employee WHERE grade = 1', 'SELECT name FROM employee WHERE grade = NULL'],
    ['names', 'SELECT name FROM employee WHERE grade = 1', 'SELECT name FROM employee WHERE badge = 1'],
    ['the name of a column, which is its text', 'SELECT grade + 1 FROM employee', 'SELECT grade + 2 FROM employee'],
  ])('depends on %s', (_, first, second) => {
    expect(shapeOf(parseQuery(first)).key).not.toBe(shapeOf(parseQuery(second)).key);
  }); // prettier-ignore

  it('does not depend on values or positions', () => {
    const [one, other] = ["SELECT name FROM employee WHERE name = 'a'", "SELECT  name FROM employee WHERE name = 'bc'"];
    expect(shapeOf(parseQuery(one)).key).toBe(shapeOf(parseQuery(other)).key);
  });

  it('distinguishes one literal in two places from two literals', () => {
    const query = parseQuery('SELECT name FROM employee WHERE grade = 1 AND badge = 1');
    const shared: Literal = { kind: 'literal', type: 'integer', text: '1' };
    const same = mapQuery<Written, Written>(query, {
      reference: (reference) => ({ kind: 'reference', reference }),
      source: (source) => source,
      literal: () => shared,
    });
    expect(shapeOf(same).key).not.toBe(shapeOf(query).key);
    expect(shapeOf(same).literals).toEqual([shared]);
  });
});

const where = (condition: string): string => `SELECT name FROM employee WHERE ${condition}`;

describe('reuse of a statement', () => {
  it.each([
    ['values of a property', "name = 'a'", "name = 'O''Brien'"],
    ['numbers, negative ones', 'grade = -5', 'grade = -7'],
    ['values that are converted', "born = '2000-01-01'", "born = '1999-12-31 00:00:00'"],
    ['lists', 'grade IN (1, 2)', 'grade IN (7, 8)'],
    ['plain patterns', "name LIKE 'a%'", "name LIKE '%bcd_'"],
    ['patterns with sets', "name LIKE '[abc]%'", "name LIKE 'x[^d-f]'"],
    ['values along a path', "`works_in[department].budget` > 10.5", "`works_in[department].budget` > 99.1"],
  ])('allows other %s', (_, first, second) => {
    for (const dialect of ['mysql', 'duckdb'] as const) expect(holds(where(first), where(second), dialect)).toBe(true);
  }); // prettier-ignore

  it.each([
    ['a value does not fit the property', "grade = '1'", "grade = 'one'"],
    ['a number is out of range', 'grade = 1', 'grade = 99999999'],
    ['a value is converted to another type', "salary = '1.5'", "salary = '1e3'"],
    ['the SQL shows the number of digits', 'salary = 1.5', 'salary = 1.25'],
    ['the SQL shows the fraction of a second', "hired = '2020-01-01 10:00:00'", "hired = '2020-01-01 10:00:00.5'"],
    ['a pattern has sets', "name LIKE 'a%'", "name LIKE '[a]%'"],
  ])('is not possible where %s', (_, first, second) => {
    expect(holds(where(first), where(second))).toBe(false);
  });

  it('is not possible where branches depend on the type', () => {
    const ofType = (type: string): string => `SELECT entity_id FROM person WHERE entity_type = '${type}'`;
    expect(holds(ofType('employee'), ofType('contractor'))).toBe(false);
  });
});

const TEXTS: Readonly<Record<LiteralType, readonly string[]>> = {
  null: [''],
  boolean: ['true', 'false'],
  integer: ['0', '1', '2', '7', '3000', '32768', '9223372036854775808'],
  decimal: ['0.5', '3000.1', '1.25', '.5'],
  double: ['1e3', '2e0'],
  string: ['', '1', ' 2', '4.5', '1e3', 'true', 'x', "O'Brien", 'employee', 'DE|OPS', 'R|D', 'a%', '[b-d]%', '\\%', '2000-02-29', '2000-02-30', '2020-01-01 08:30:00.5', '08:00'], // prettier-ignore
  date: ['2000-02-29', '1970-01-01'],
  time: ['08:00:00', '08:00:00.5'],
  timestamp: ['2000-02-29 00:00:00', '2000-02-29 00:00:00.25'],
  hex: ['31', '00'],
  bit: ['1', '101'],
};

/** Returns the query with other values in some of its literals. */
function change(query: Query<Written>, choices: readonly number[]): Query<Written> {
  let index = 0;
  return mapQuery<Written, Written>(query, {
    reference: (reference) => ({ kind: 'reference', reference }),
    source: (source) => source,
    literal: (literal) => {
      const choice = choices[index++ % choices.length] ?? 0;
      const texts = TEXTS[literal.type];
      return choice === 0 ? literal : { ...literal, text: texts[choice % texts.length] ?? literal.text };
    },
  });
}

it('fills a valid trace with the same statement that planning again returns, errors included', () => {
  const query = fc.oneof(statement.map(parseQuery), filter.map(lower));
  const choices = fc.array(fc.nat(20), { minLength: 1, maxLength: 6 });
  const counts = { held: 0, changed: 0 };
  fc.assert(
    fc.property(query, choices, fc.constantFrom<DialectName>('mysql', 'duckdb'), (asked, picked, dialect) => {
      const one = change(asked, [0]);
      const compiled = compile(one, dialect);
      fc.pre(compiled !== undefined);
      const { trace, template } = make(one, dialect);
      expect(trace.holdsFor(textsOf(one))).toBe(true);
      expect(fillTemplate(template, textsOf(one))).toEqual(compiled);
      const other = change(one, picked);
      expect(shapeOf(other).key).toBe(shapeOf(one).key);
      const texts = textsOf(other);
      if (!trace.holdsFor(texts)) return;
      expect(fillTemplate(template, texts)).toEqual(compile(other, dialect));
      counts.held++;
      if (String(texts) !== String(textsOf(one))) counts.changed++;
    }),
    { numRuns: RUNS },
  );
  expect(counts.changed).toBeGreaterThan(RUNS < 300 ? 5 : 50);
});
