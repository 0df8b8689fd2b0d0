import fc from 'fast-check';
import { fixtureOntology, parseQuery, READER, UNMASKED } from '../../../test/support/compile';
import { filter, lower, statement } from '../../../test/support/random-statements';
import { Environment } from '../../config';
import type { FindSourceTable } from '../../engines';
import { ServiceError } from '../../errors';
import type { MaskKeysService } from '../../auth';
import type { Caller, Query, Written } from '../../model';
import type { SourcesService } from '../sources/sources.service';
import { CompileFigures } from './compile-figures';
import { PlanCache } from './plan-cache';
import { PlannerService } from './planner.service';
import type { PreparedStatement } from './prepared-statement';
import type { SystemTablesService } from './system-tables.service';
import { trials } from '../../../test/support/trials';

const chinook = fixtureOntology('chinook');
const company = fixtureOntology('company');

/** Returns a planner with its own cache, and its counters. */
function makePlanner(planCacheSize = 1000) {
  const environment = Object.assign(new Environment(), { planCacheSize });
  const figures = new CompileFigures();
  const cache = new PlanCache(environment);
  const source: { catalogue: FindSourceTable | undefined } = { catalogue: () => undefined };
  const sources = { findCatalogue: () => source.catalogue, loadCatalogue: () => Promise.resolve() };
  const systemTables = { find: (_: Caller, __: unknown, name: string) => name === 'sys_tags' ? { name, columns: [{ name: 'tag_name', type: 'string' }] } : undefined }; // prettier-ignore
  const planner = new PlannerService(
    environment,
    systemTables as unknown as SystemTablesService,
    sources as unknown as SourcesService,
    cache,
    figures,
    { keyOf: () => 'key' } as Partial<MaskKeysService> as MaskKeysService,
  );
  const prepare = (sql: string, caller = READER, ontology = chinook): Promise<PreparedStatement> =>
    planner.prepare({ caller, ontology, query: parseQuery(sql) });
  const known = (sql: string, caller = READER): PreparedStatement | undefined =>
    planner.known({ caller, ontology: chinook, query: parseQuery(sql) });
  return { planner, figures, cache, source, prepare, known };
}

const valuesOf = ({ compiled }: PreparedStatement): readonly string[] => compiled.parameters.map((value) => value.text);

it('plans a repeated shape once, whatever the values', async () => {
  const { prepare, figures, cache } = makePlanner();
  const titled = (title: string): Promise<PreparedStatement> =>
    prepare(`SELECT title FROM track WHERE \`on_album[album].title\` = '${title}'`);
  const [first, second, third] = [await titled('Back in Black'), await titled('IV'), await titled("it''s")];
  expect([valuesOf(first), valuesOf(second), valuesOf(third)]).toEqual([['Back in Black'], ['IV'], ["it's"]]);
  expect(second.compiled.sql).toBe(first.compiled.sql);
  expect(figures).toMatchObject({ planned: 1, hits: 2, misses: 1 });
  expect(cache.size).toBe(1);
});

it.each([
  ['LIMIT', 'SELECT title FROM track LIMIT 5', 'SELECT title FROM track LIMIT 6'],
  ['lists of other sizes', 'SELECT title FROM track WHERE track_id IN (1, 2)', 'SELECT title FROM track WHERE track_id IN (1, 2, 3)'],
  ['types', "SELECT last_name FROM person WHERE entity_type = 'customer'", "SELECT last_name FROM person WHERE entity_type = 'employee'"],
  ['sets in patterns', "SELECT name FROM artist WHERE name LIKE 'A%'", "SELECT name FROM artist WHERE name LIKE '[A]%'"],
])('does not reuse plans for statements with different %s', async (_, first, second) => {
  const { prepare } = makePlanner();
  const { prepare: afresh } = makePlanner(0);
  for (const sql of [first, second, first, second]) expect((await prepare(sql)).compiled).toEqual((await afresh(sql)).compiled);
  expect((await prepare(first)).compiled).not.toEqual((await prepare(second)).compiled);
}); // prettier-ignore

it('rejects a value that does not fit, after one that did, with its position', async () => {
  const { prepare } = makePlanner();
  await prepare("SELECT title FROM track WHERE track_id = '1'");
  await expect(prepare("SELECT title  FROM track WHERE track_id = 'one'")).rejects.toMatchObject({
    code: 'plan_bad_value',
    details: { offset: 42 },
  });
  expect(valuesOf(await prepare("SELECT title FROM track WHERE track_id = '2'"))).toEqual(['2']);
});

it('shares plans between callers with equal rights, but neither masks nor errors', async () => {
  const { prepare, figures } = makePlanner();
  const sql = 'SELECT email FROM customer';
  const masked = await prepare(sql);
  expect(masked.compiled).toEqual((await prepare(sql, { ...READER, id: 'other', name: 'other' })).compiled);
  expect(figures.planned).toBe(1);
  expect((await prepare(sql, UNMASKED)).compiled.sql).not.toBe(masked.compiled.sql);
  await expect(prepare(sql, { ...READER, grants: [] })).rejects.toThrow(ServiceError);
  const inRole = { ...READER, roles: ['support'] };
  await prepare(sql, inRole);
  expect(figures.planned).toBe(4);
});

it('never returns the name of one caller to another', async () => {
  const { prepare, figures } = makePlanner();
  const named = async (name: string): Promise<readonly string[]> =>
    valuesOf(await prepare('SELECT CURRENT_USER()', { ...READER, id: name, name }));
  expect([await named('ana'), await named('ben'), await named('ana')]).toEqual([['ana'], ['ben'], ['ana']]);
  expect(figures.planned).toBe(2);
});

it('plans again for another version, although its definitions are the same', async () => {
  const { prepare, figures } = makePlanner();
  await prepare('SELECT title FROM track');
  await prepare('SELECT title FROM track', READER, fixtureOntology('chinook'));
  expect(figures.planned).toBe(2);
});

it('plans again when the catalogue of the data source changes', async () => {
  const { prepare, figures, source } = makePlanner();
  await prepare('SELECT title FROM track');
  source.catalogue = () => undefined;
  await prepare('SELECT title FROM track');
  await prepare('SELECT title FROM track');
  expect(figures).toMatchObject({ planned: 2, hits: 1 });
  source.catalogue = undefined;
  await prepare('SELECT title FROM track');
  expect(figures.hits).toBe(1);
  const { planned } = figures;
  await prepare('SELECT title FROM track');
  expect(figures).toMatchObject({ planned, hits: 2 });
});

it('distinguishes rights and versions when the same query object is repeated', async () => {
  const { planner, figures } = makePlanner();
  const query = parseQuery('SELECT email FROM customer');
  const sqlFor = async (caller: Caller, ontology = chinook): Promise<string> =>
    (planner.known({ caller, ontology, query }) ?? (await planner.prepare({ caller, ontology, query }))).compiled.sql;
  const [masked, plain, again] = [await sqlFor(READER), await sqlFor(UNMASKED), await sqlFor(READER)];
  expect([again, masked === plain, figures.planned]).toEqual([masked, false, 2]);
  await sqlFor(READER, fixtureOntology('chinook'));
  expect(figures.planned).toBe(3);
});

it('returns a cached plan without waiting while the catalogue is in memory and unchanged', async () => {
  const { prepare, known, figures, source } = makePlanner();
  const sql = 'SELECT title FROM track WHERE track_id = 1';
  expect(known(sql)).toBeUndefined();
  const prepared = await prepare(sql);
  expect(known(sql)).toEqual(prepared);
  expect(valuesOf(known(sql.replace('1', '7'))!)).toEqual(['7']);
  expect(known(sql, { ...READER, grants: [] })).toBeUndefined();
  expect(figures).toMatchObject({ planned: 1, hits: 2, misses: 1 });
  const { catalogue } = source;
  source.catalogue = undefined;
  expect(known(sql)).toBeUndefined();
  source.catalogue = () => undefined;
  expect(known(sql)).toBeUndefined();
  source.catalogue = catalogue;
  expect(known(sql)).toEqual(prepared);
  expect(figures).toMatchObject({ planned: 1, hits: 3, misses: 1 });
});

it('does not return a plan made without a catalogue, which may exist in the meantime', async () => {
  const { prepare, known, source } = makePlanner();
  source.catalogue = undefined;
  await prepare('SELECT title FROM track');
  expect(known('SELECT title FROM track')).toBeUndefined();
  const constant = await prepare('SELECT 1');
  expect(known('SELECT 1')).toEqual(constant);
});

it('caches no statements over system tables, and none when it is disabled', async () => {
  const { prepare, figures, cache } = makePlanner();
  await prepare('SELECT tag_name FROM svc.sys_tags');
  await prepare('SELECT tag_name FROM svc.sys_tags');
  expect([figures.planned, cache.size]).toEqual([2, 0]);
  const off = makePlanner(0);
  await off.prepare('SELECT title FROM track');
  await off.prepare('SELECT title FROM track');
  expect(off.figures).toMatchObject({ planned: 2, hits: 0 });
});

it('distinguishes flat and nested statements, and their pages', async () => {
  const { planner, figures } = makePlanner();
  const query = parseQuery('SELECT name, `made[album].title` FROM artist ORDER BY name');
  const page = { entityOrder: 1, offset: 0, limit: 5 };
  const [flat, first, next] = [
    await planner.prepare({ caller: READER, ontology: chinook, query }),
    await planner.prepare({ caller: READER, ontology: chinook, query, nesting: page }),
    await planner.prepare({ caller: READER, ontology: chinook, query, nesting: { ...page, offset: 5 } }),
  ];
  expect(new Set([flat, first, next].map(({ compiled }) => compiled.sql)).size).toBe(3);
  expect(figures.planned).toBe(3);
});

it('caches columns', () => {
  const { planner, figures } = makePlanner();
  const columns = (sql: string): readonly string[] =>
    planner.columns({ caller: READER, ontology: chinook, query: parseQuery(sql) }).map((column) => column.name);
  const where = (id: string): string => `SELECT title AS a FROM track WHERE track_id = '${id}'`;
  expect([columns(where('1')), columns(where('2'))]).toEqual([['a'], ['a']]);
  expect(figures.planned).toBe(1);
  expect(() => columns(where('one'))).toThrow(ServiceError);
});

it('law: a cache changes no statement and no error, whatever the previous queries', async () => {
  const { planner: keeping, figures } = makePlanner();
  const { planner: afresh } = makePlanner(0);
  const outcome = async (planner: PlannerService, query: Query<Written>, caller: Caller): Promise<unknown> => {
    try {
      return await planner.prepare({ caller, ontology: company, query });
    } catch (error) {
      return error instanceof ServiceError ? [error.code, error.message, error.details] : error;
    }
  };
  await fc.assert(
    fc.asyncProperty(fc.oneof(statement.map(parseQuery), filter.map(lower)), fc.constantFrom(READER, UNMASKED), async (query, caller) => {
      const expected = await outcome(afresh, query, caller);
      for (const planner of [keeping, keeping]) expect(await outcome(planner, query, caller)).toEqual(expected);
    }),
    { numRuns: trials(300) },
  ); // prettier-ignore
  expect(figures.hits).toBeGreaterThan(figures.misses - 1);
});
