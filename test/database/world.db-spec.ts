import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DIALECTS } from '../../src/compiler/dialects';
import { emitPlan } from '../../src/compiler/emit';
import { lowerFilter, parseFilter } from '../../src/compiler/filter';
import { buildOntology, readScript } from '../../src/compiler/ontology';
import { optimizePlan } from '../../src/compiler/optimize';
import { planStatement } from '../../src/compiler/plan';
import { parseStatements } from '../../src/compiler/statement';
import { type Engine, type EnginesService } from '../../src/engines';
import { demoExamples } from '../../src/demo';
import { keepWorldFile } from '../../src/demo/keep-world-file';
import { type Caller, type Ontology, type Query, type Written } from '../../src/model';
import { makeDataDir, makeEngines, rowsOf } from '../support/engines';

const SCRIPT = readFileSync(join(__dirname, '../../src/demo/world.ontology.sql'), 'utf8');
const READER: Caller = {
  id: '1',
  name: 'reader',
  roles: [],
  grants: [{ right: 'QUERY', resource: { kind: 'ontology', ontology: 'world' } }],
};

let dataDir: string;
let engines: EnginesService;
let engine: Engine;
let world: Ontology;

beforeAll(async () => {
  dataDir = makeDataDir('world');
  await keepWorldFile(join(dataDir, 'sources/world.duckdb'), () => undefined);
  engines = makeEngines(dataDir);
  world = buildOntology(readScript(SCRIPT), '00000000-0000-4000-8000-000000000000');
  const { options } = world.dataSources.get('world')!;
  engine = await engines.open({ ontology: 'world', name: 'world', type: 'duckdb', options });
});

afterAll(async () => {
  await engines.onApplicationShutdown();
  rmSync(dataDir, { recursive: true });
});

async function ask(text: string): Promise<unknown[][]> {
  const [statement] = parseStatements(text);
  if (statement?.kind !== 'query') throw new Error('not a query');
  return run(statement.query);
}

async function run(query: Query<Written>): Promise<unknown[][]> {
  const context = { ontology: world, caller: READER, serviceName: 'svc', maskColumns: [], hashKeyOf: () => 'k' };
  const plan = optimizePlan(planStatement(context, query), DIALECTS.duckdb);
  return (await rowsOf(engine, emitPlan(plan, DIALECTS.duckdb))).map((row) => [...row]);
}

it.each([
  ['place', 135483],
  ['country', 250],
  ['city', 135233],
  ['capital', 241],
  ['megacity', 15],
  ['landlocked_country', 45],
  ['microstate', 25],
  ['continent', 6],
  ['region', 25],
  ['language', 153],
  ['currency', 162],
  ['thing', 135829],
])('%s has %d entities', async (concept, count) => {
  expect(await ask(`SELECT COUNT(*) FROM \`${concept}\``)).toEqual([[count]]);
});

it.each([
  ['capitals', 241],
  ['languages_by_reach', 153],
])('the view %s has %d rows', async (view, count) => {
  expect(await ask(`SELECT COUNT(*) FROM \`vsvc\`.\`${view}\``)).toEqual([[count]]);
});

it('every concept and view can be read with all its columns', async () => {
  for (const { name } of world.concepts.values())
    expect(await ask(`SELECT * FROM \`${name}\` LIMIT 1`)).toHaveLength(1);
  for (const { name } of world.views.values()) {
    expect(await ask(`SELECT * FROM \`vsvc\`.\`${name}\` LIMIT 1`)).toHaveLength(1);
  }
});

it.each([
  [
    'a parent',
    "SELECT `entity_type`, `entity_label`, `hemisphere` FROM `place` WHERE `name` = 'Monaco' ORDER BY `entity_type`",
    [
      ['city', 'Monaco', 'northern'],
      ['country', 'Monaco', 'northern'],
    ],
  ],
  [
    'relationships in a row',
    "SELECT `in_country[country].in_region[region].on_continent[continent].name` FROM `capital` WHERE `name` = 'Oslo'",
    [['Europe']],
  ],
  [
    'an inverse',
    "SELECT COUNT(`has_region[region].has_country[country].country_code`) FROM `continent` WHERE `name` = 'Europe'",
    [[53]],
  ],
  ['many-to-many', "SELECT `borders[country].name` FROM `country` WHERE `name` = 'Portugal'", [['Spain']]],
  [
    'many-to-many from the other end',
    "SELECT COUNT(*) FROM `currency` WHERE `currency_code` = 'EUR' AND `accepted_in[country].is_un_member`",
    [[26]],
  ],
  [
    'a capital by its country',
    "SELECT `has_capital[city].name`, `has_capital[city].is_capital_of[country].iso2_code` FROM `country` WHERE `country_code` = 'CHE'",
    [['Bern', 'CH']],
  ],
  [
    'a sensitive property',
    'SELECT DISTINCT `calling_code` FROM `country` WHERE `calling_code` IS NOT NULL',
    [['XXXXXXXXX']],
  ],
  [
    'a view',
    'SELECT `language`, `countries` FROM `vsvc`.`languages_by_reach` ORDER BY `countries` DESC, `language` LIMIT 3',
    [
      ['English', 91],
      ['French', 46],
      ['Arabic', 25],
    ],
  ],
])('returns the expected rows over %s', async (_, query, rows) => {
  expect(await ask(query)).toEqual(rows);
});

describe('the examples that a first start prints', () => {
  const [, concept = '', statement = ''] = demoExamples('http://127.0.0.1/svc/api', 'tk_1');

  it('work for a filter over a path: the capitals around Germany', async () => {
    const { searchParams } = new URL(/'(http.*?)'/.exec(concept)![1]!);
    const rows = await run(lowerFilter({ schema: 'dsvc', table: 'capital' }, parseFilter([...searchParams])));
    expect(rows.map(([name]) => name)).toEqual([
      'Paris',
      'Warsaw',
      'Vienna',
      'Prague',
      'Copenhagen',
      'Brussels',
      'Amsterdam',
      'Bern',
      'Luxembourg',
    ]);
  });

  it('work for a statement: the countries with most people in cities', async () => {
    const { query } = JSON.parse(/-d '(.*)'$/.exec(statement)![1]!) as { query: string };
    const rows = await ask(query);
    expect(rows).toHaveLength(5);
    expect(rows[0]).toEqual(['China', expect.any(Number), expect.any(Number)]);
  });
});
