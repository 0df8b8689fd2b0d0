import { compileText, ontologyOf, parseQuery } from '../../../test/support/compile';
import { othersOf } from '../../../test/support/random-selects/other-parts';
import { randomSelects } from '../../../test/support/random-selects/select-cases';
import { CONCEPTS } from '../../../test/support/random-selects/tables';
import { ServiceError } from '../../errors';
import type { Query, Written } from '../../model';
import { PASS_NAMES } from '../optimize';
import { printQuery } from '../statement';
import { trials } from '../../../test/support/trials';

/** The number of random SELECTs. A longer run: `SELECT_RUNS=300 SELECT_SEED=7 npx jest nothing-dropped`. */
const RUNS = trials(5, { few: 2, byHand: 'SELECT_RUNS' });
const SEED = Number(process.env.SELECT_SEED ?? 1);
const OF_CONCEPTS = ontologyOf(CONCEPTS, 'mysql');

type Compile = (select: string) => string;

function compileOver(ontology: typeof OF_CONCEPTS, statement: string): string {
  const { sql, parameters } = compileText(ontology, statement, 'mysql', { off: PASS_NAMES });
  return `${sql}\n${JSON.stringify(parameters)}`;
}

const asQuery: Compile = (select) => compileOver(OF_CONCEPTS, select);
const asMapping: Compile = (select) => {
  const definitions = `CREATE CONCEPT m (x1 integer, x2 integer, x3 string, PRIMARY KEY (x1)); CREATE MAPPING map_m INTO (m) AS ${select};`;
  return compileOver(ontologyOf(definitions, 'mysql'), 'SELECT x1, x2, x3 FROM m');
};

/** Returns the result of `work`, or undefined if it throws a ServiceError. */
function unlessRefused<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** Returns the printed query if the tree is valid and parses to a different query than `whole`. */
function textOf(tree: unknown, whole: string): string | undefined {
  try {
    const text = printQuery(parseQuery(printQuery(tree as Query<Written>)));
    return text === whole ? undefined : text;
  } catch {
    return undefined;
  }
}

it.each([
  ['mapping', asMapping],
  ['query', asQuery],
] as const)(
  'every part of a SELECT affects the statement for the data source, as a %s',
  (place, compile) => {
    const dropped: string[] = [];
    let tried = 0;
    for (const select of randomSelects({ isMySql: true, isPhysical: place === 'mapping' }, RUNS, SEED)) {
      const parsed = parseQuery(select);
      const whole = printQuery(parsed);
      const compiled = unlessRefused(() => compile(whole));
      for (const { part, node } of othersOf(parsed)) {
        const text = textOf(node, whole);
        const other = text === undefined ? undefined : unlessRefused(() => compile(text));
        if (other === undefined || compiled === undefined) continue;
        tried++;
        if (other === compiled) dropped.push(`${part}: ${whole}\n  is the same as ${text}`);
      }
    }
    process.stdout.write(`${place}: ${tried} parts changed, ${dropped.length} without effect\n`);
    expect(tried).toBeGreaterThan(RUNS * 20);
    expect(dropped.sort((one, other) => one.length - other.length).slice(0, 5)).toEqual([]);
  },
  600_000,
);
