import { ServiceError } from '../../src/errors';
import { PASS_NAMES } from '../../src/compiler/optimize';
import { printQuery } from '../../src/compiler/statement';
import { type CompiledQuery, type DialectName, type OutputColumn } from '../../src/model';
import { compileText, definedOntology, parseQuery } from '../support/compile';
import { rowsOf, type TestEngine } from '../support/engines';
import { onEachEngine } from '../support/prove-rows';
import { formsOf, wantedForms } from '../support/random-selects/census';
import { randomSelects } from '../support/random-selects/select-cases';
import { OUTPUTS } from '../support/random-selects/selects';
import { CONCEPTS, createTables } from '../support/random-selects/tables';
import { trials } from '../support/trials';

/** For a longer run: `SELECT_RUNS=3000 SELECT_SEED=7 npx jest same-selects` compares this many SELECTs of each kind. */
const RUNS = trials(60, { few: 12, byHand: 'SELECT_RUNS' });
const SEED = Number(process.env.SELECT_SEED ?? 1);
const TIMEOUT_MS = 60_000 + RUNS * 1_000;
/** Enough for each form to occur several times; these SELECTs are only parsed. */
const CENSUS = 3_000;

const NAMES = OUTPUTS.map(({ name }) => name).join(', ');
const COLUMNS = OUTPUTS.map(({ name, type }): OutputColumn => {
  return { name, type: type === 'number' ? 'integer' : 'string' };
});

/** A SELECT in one of its places: the definition there, and the statement that reads its rows. */
interface Place {
  readonly script: (select: string) => string;
  readonly statement: (select: string) => string;
  /** Returns whether a row is an entity of this place, which needs a key. */
  readonly holds: (row: string) => boolean;
}

function inMapping(select: string): string {
  return `CREATE CONCEPT m (x1 integer, x2 integer, x3 string, PRIMARY KEY (x1)); CREATE MAPPING map_m INTO (m) AS ${select};`;
}

function isEntity(row: string): boolean {
  return !row.startsWith('[null');
}

const PLACES: Readonly<Record<string, Place>> = {
  mapping: { script: inMapping, statement: () => `SELECT ${NAMES} FROM m`, holds: isEntity },
  'mapping with its names in double quotes': {
    script: (select) => inMapping(printQuery(parseQuery(select)).replaceAll('`', '"')),
    statement: () => `SELECT ${NAMES} FROM m`,
    holds: isEntity,
  },
  view: {
    script: (select) => `CREATE VIEW v AS ${select};`,
    statement: () => `SELECT ${NAMES} FROM vsvc.v`,
    holds: () => true,
  },
  query: { script: () => '', statement: (select) => select, holds: () => true },
};

async function rows(test: TestEngine, query: CompiledQuery): Promise<readonly string[] | string> {
  try {
    return (await rowsOf(test.engine, query)).map((row) => JSON.stringify(row)).sort();
  } catch (error) {
    return String(error instanceof ServiceError ? error.details.cause : error);
  }
}

/** Describes how the rows differ from those of the data source itself; undefined when they are equal. */
async function differenceOf(test: TestEngine, place: Place, select: string, expected: readonly string[]) {
  const { dialect } = test.engine;
  const wanted = expected.filter(place.holds);
  try {
    const ontology = definedOntology(`${CONCEPTS}\n${place.script(select)}`, dialect);
    for (const options of [{ findTable: test.findTable }, { off: PASS_NAMES }]) {
      const compiled = compileText(ontology, place.statement(select), dialect, options);
      const given = await rows(test, compiled);
      if (String(given) !== String(wanted)) {
        return `${select}\n  gives ${String(given)}\n  instead of ${String(wanted)}\n  by ${compiled.sql}`;
      }
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return `${select}\n  is refused: ${error.message}`;
  }
  return undefined;
}

// PostgreSQL itself rejects most of the SQL of MySQL, and sorts NULL last
onEachEngine(
  'random_selects',
  createTables,
  (dialect: DialectName, test) => {
    const isMySql = dialect === 'mysql';

    it('contain every form of the grammar at least once', () => {
      const held = randomSelects({ isMySql, isPhysical: true }, CENSUS, SEED).flatMap((select) => [...formsOf(parseQuery(select))]); // prettier-ignore
      const forms = new Set(held);
      expect(wantedForms(dialect).filter((form) => !forms.has(form))).toEqual([]);
    });

    it.each(Object.entries(PLACES))(
      'return the rows of the data source itself as a %s',
      async (name, place) => {
        const selects = randomSelects({ isMySql, isPhysical: name.startsWith('mapping') }, RUNS, SEED);
        const differences: string[] = [];
        let [compared, nonempty] = [0, 0];
        for (const select of selects) {
          const expected = await rows(test(), { dialect, sql: select, parameters: [], columns: COLUMNS });
          // a SELECT that the data source itself rejects shows nothing
          if (typeof expected === 'string') continue;
          compared++;
          if (expected.length > 0) nonempty++;
          const difference = await differenceOf(test(), place, select, expected);
          if (difference !== undefined) differences.push(difference);
        }
        process.stdout.write(`${dialect}, ${name}: ${selects.length} SELECTs, ${compared} compared, ${nonempty} with rows, ${differences.length} differ\n`); // prettier-ignore
        expect(differences.sort((one, other) => one.length - other.length).slice(0, 5)).toEqual([]);
        expect(compared).toBeGreaterThanOrEqual(selects.length * 0.8);
        expect(nonempty).toBeGreaterThan(selects.length * 0.4);
      },
      TIMEOUT_MS,
    );
  },
  { without: 'postgresql' },
);
