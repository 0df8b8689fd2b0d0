import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client, type Row, rowsOf } from '../support/client';
import { writeDuckDb } from '../support/engines';
import { countEntities, DESCRIPTIONS, family, largeOntology, ROWS, wholeScript, type LargeConcept } from '../support/large-ontology'; // prettier-ignore
import { limitHere } from '../support/processor-time';
import { type RunningService, startService } from '../support/service';
import { SALT } from '../support/service-process';
import type { LoadingTimes } from '../support/time-loading';

const large = largeOntology({ concepts: 500, properties: 1_500, mappings: 500, quote: '"' });
const [first, second] = large.concepts as [LargeConcept, LargeConcept];
const lower = large.concepts.find((concept) => concept.reference !== undefined)!;
const logic = large.concepts.filter((concept) => concept.isLogic);

let service: RunningService;
let admin: Client;
let created: number;

const sql = (query: string) => admin.sql(query, { ontology: 'large' });
const rows = async (query: string): Promise<readonly Row[]> => rowsOf(await sql(query));
const script = async (): Promise<string> => (await rows('SHOW CREATE ONTOLOGY large'))[0]!.script as string;

beforeAll(async () => {
  service = await startService();
  admin = new Client(service.api, service.token);
  mkdirSync(join(service.dataDir, 'sources'), { recursive: true });
  await writeDuckDb(join(service.dataDir, 'sources', 'large.duckdb'), [large.tables.join(';')]);
  rowsOf(await sql('CREATE ROLE desk'));
  const begin = process.cpuUsage();
  rowsOf(await sql(wholeScript('large', 'large.duckdb', large)));
  const { user, system } = process.cpuUsage(begin);
  created = (user + system) / 1_000;
}, 120_000);

afterAll(() => service.close());

describe('a script of 500 concepts and 1,500 properties in any order of definition, every name in double quotes', () => {
  it('is defined by one request, in less than 5 seconds of processor time, as one version', async () => {
    expect(created).toBeLessThan(limitHere(5_000));
    expect(await rows('SHOW HISTORY')).toHaveLength(1);
    const [counted] = await rows('SELECT COUNT(*) AS concepts FROM svc.sys_concepts');
    expect(counted).toEqual({ concepts: 501 });
    expect(await rows('SELECT COUNT(*) AS properties FROM svc.sys_properties')).toEqual([{ properties: 1_500 }]);
  });

  it('is printed as a script that defines the same ontology, and changes nothing when run again', async () => {
    const printed = await script();
    rowsOf(await sql(printed));
    expect(await script()).toBe(printed);
    expect(await rows('SHOW HISTORY')).toHaveLength(1);
  });

  it('keeps every description unchanged: apostrophes, curly quotes, line breaks, comment marks', async () => {
    const described = await rows('SELECT concept, description FROM svc.sys_concepts');
    const written = new Map(large.concepts.map(({ name, index }) => [name, DESCRIPTIONS[index % DESCRIPTIONS.length]]));
    for (const { concept, description } of described) {
      const text = written.get(concept as string) ?? '';
      expect([concept, description]).toEqual([concept, text === '' ? null : text]);
    }
    expect(DESCRIPTIONS.join('')).toMatch(/'.*“.*’.*\n.*--/s);
  });

  it('accepts reserved words and names with spaces for concepts and properties', async () => {
    const names = large.concepts.slice(0, 8).map((concept) => concept.name);
    expect(names).toEqual(['order', 'group', 'select', 'table', 'key', 'from', 'Café au lait', 'naïve-approach']);
    for (const name of names) {
      const concept = large.concepts.find((known) => known.name === name)!;
      const [own] = concept.properties;
      const described = await rows(`DESCRIBE CONCEPT svc."${name}"`);
      expect(described.map((row) => row.col_name)).toEqual(expect.arrayContaining(['entity_id', own!.name, 'note']));
      expect(await rows(`SELECT "${own!.name}" FROM dsvc."${name}" WHERE "${own!.name}" IS NOT NULL LIMIT 1`)).toHaveLength(1); // prettier-ignore
    }
    const answer = await admin.get(`q/large/concept/order?_subj_=id%200&_op_=eq&_comp_=${first.mappings[0]!}0`);
    expect(rowsOf(answer)).toMatchObject([{ entity_id: `${first.mappings[0]!}0`, entity_type: 'order', 'label 0': 'label 0' }]); // prettier-ignore
  });

  it('counts the entities of every concept through all levels of inheritance', async () => {
    const roots = large.concepts.filter((concept) => concept.parent === undefined);
    for (const concept of [...roots, ...large.concepts.slice(roots.length, roots.length + 20)]) {
      const [counted] = await rows(`SELECT COUNT(*) AS n FROM dsvc."${concept.name}"`);
      expect([concept.name, counted]).toEqual([concept.name, { n: countEntities(large, concept) }]);
    }
    expect(family(large.concepts, first).length).toBeGreaterThan(30);
    expect(await rows('SELECT COUNT(*) AS n FROM dsvc.thing')).toEqual([{ n: 500 * ROWS }]);
  });

  it('selects the entities of logic concepts by values and by paths', async () => {
    const selected = logic.slice(0, 2).map((concept) => concept.index % 2);
    expect([...selected].sort()).toEqual([0, 1]);
    for (const concept of logic.slice(0, 2)) {
      const [counted] = await rows(`SELECT COUNT(*) AS n FROM dsvc."${concept.name}"`);
      const all = countEntities(large, concept.parent!);
      expect([concept.name, counted]).toEqual([concept.name, { n: (all / ROWS) * (ROWS - 1) }]);
    }
  });

  it('follows references, links and transitive relationships', async () => {
    const { reference, root, mappings } = lower;
    const key = `"${root.key.name}"`;
    const path = `"${reference!.name}[${reference!.target.name}].${reference!.target.root.key.name}"`;
    expect(await rows(`SELECT ${path} AS there FROM dsvc."${lower.name}" WHERE ${key} = ${mappings[0]!}1`)).toEqual([
      { there: Number(`${reference!.target.mappings[0]!}1`) },
    ]);
    const above = `"${first.root.partOf}[order*5]_transitivity_level"`;
    expect(await rows(`SELECT ${above} AS level FROM dsvc."order" WHERE "id 0" = ${first.mappings[0]!}2 ORDER BY level`)).toEqual([{ level: 1 }, { level: 2 }]); // prettier-ignore
    const position = `"${first.root.linkedTo}[${second.name}]_position"`;
    expect(await rows(`SELECT ${position} AS p FROM dsvc."order" WHERE "id 0" = ${first.mappings[0]!}0 ORDER BY p`)).toEqual([{ p: 0 }, { p: 1 }, { p: 2 }]); // prettier-ignore
  });

  it('computes measures, calculated and multi-value properties, views and cubes', async () => {
    const [total, above, share] = first.root.measures;
    const entities = countEntities(large, first);
    const [measured] = await rows(`SELECT "measure.${total}" AS t, "measure.${above}" AS a, "measure.${share}" AS s FROM dsvc."order"`); // prettier-ignore
    expect(measured).toEqual({ t: `${entities}.00`, a: `${(entities / ROWS) * 2}.00`, s: 0.666667 });
    expect(await rows('SELECT * FROM vsvc."by note 0" ORDER BY note')).toEqual(
      ['note 0', 'note 1', 'note 2'].map((note) => ({ note, count: entities / ROWS })),
    );
    expect(await rows('SELECT SUM("total") AS t FROM vsvc."cube 0"')).toEqual([{ t: `${entities}.00` }]);
    expect(await rows('SELECT "tag 0" AS tag FROM dsvc."order" WHERE "tag 0" IS NOT NULL ORDER BY tag')).toHaveLength(
      4,
    );
    expect(await rows(`SELECT "twice 0" AS t FROM dsvc."order" WHERE "id 0" = ${first.mappings[0]!}2`)).toEqual([{ t: '4.00' }]); // prettier-ignore
  });

  it('is loaded from the system database in at most five times the processor time of parsing its script', () => {
    const support = join(__dirname, '../support');
    const program = ['--require', join(support, 'typescript-hook.cjs'), join(support, 'time-loading.ts')];
    const printed = execFileSync(process.execPath, [
      ...program,
      `sqlite:${join(service.dataDir, 'system.db')}`,
      SALT,
      'large',
    ]);
    const { loading, parsing } = JSON.parse(printed.toString()) as LoadingTimes;
    process.stdout.write(`loading ${Math.round(loading)} ms, parsing ${Math.round(parsing)} ms\n`);
    expect(loading / parsing).toBeLessThan(5);
  }, 60_000);
});
