import fc from 'fast-check';
import { PASS_NAMES } from '../../src/compiler/optimize';
import type { Ontology } from '../../src/model';
import { compileText, ontologyOf, READER } from '../support/compile';
import { rowsOf } from '../support/engines';
import { nestedRowsOf, type Off, ORDERED_STEPS } from '../support/nest';
import { onEachEngine } from '../support/prove-rows';
import { layouts, makeWorld, scriptOf, tablesOf } from '../support/random-links';
import { type FlatRow, LinkReader, nestRowsOf, type Value } from '../support/read-links';
import { trials } from '../support/trials';

/** For a longer run: `LAW_RUNS=2000 LAW_SEED=7 npx jest link-laws`. */
const SEED = Number(process.env.LAW_SEED ?? 20_231_123);
const OPTIONS = { numRuns: trials(25), seed: SEED };
const TIMEOUT_MS = process.env.LAW_RUNS === undefined ? 60_000 : 24 * 3_600_000;

type Subject = 'person' | 'place';
type Condition = readonly [name: string, operator: '<' | '>' | '=' | 'is', value: Value];

const NAMES: Readonly<Record<Subject, readonly string[]>> = {
  person: ['person_name', 'stays[place].place_name', 'stays[place]_since', 'stays[place]_role', 'stays[town].place_name', 'stays[town]_since', 'stays[place].houses[person].person_name', 'stays[place].houses[person]_since', 'stays[place].has_shop[shop].shop_id', 'knows[person].person_name', 'knows[person]_since', 'known_by[person]_since', 'known_by[person].person_id', 'knows[person].stays[place]_since', 'knows[person].stays[place].place_name', 'knows[person*2]_transitivity_level', 'known_by[person*2].person_name'], // prettier-ignore
  place: ['place_name', 'houses[person].person_name', 'houses[person]_since', 'houses[person]_role', 'houses[person].knows[person]_since', 'houses[person].knows[person].person_name', 'houses[person].stays[place]_role', 'houses[person].stays[town].place_name', 'has_shop[shop].shop_id'], // prettier-ignore
};
const CONDITIONS: Readonly<Record<Subject, readonly Condition[]>> = {
  person: [['person_id', '<', 4], ['stays[place]_since', '>', 1], ['stays[place]_role', 'is', null], ['stays[place].place_id', '=', 2], ['knows[person]_since', '<', 3], ['stays[place].houses[person]_role', '=', 'guest']], // prettier-ignore
  place: [['place_id', '>', 1], ['houses[person]_since', '=', 1], ['houses[person].knows[person]_role', 'is', null], ['houses[person].person_id', '<', 3]], // prettier-ignore
};

interface Statement {
  readonly concept: Subject;
  readonly names: readonly string[];
  readonly conditions: readonly Condition[];
}

const statements: fc.Arbitrary<Statement> = fc.constantFrom<Subject[]>('person', 'place').chain((concept) =>
  fc.record({
    concept: fc.constant(concept),
    names: fc.uniqueArray(fc.constantFrom(...NAMES[concept]), { minLength: 1, maxLength: 4 }),
    conditions: fc.uniqueArray(fc.constantFrom(...CONDITIONS[concept]), { maxLength: 2 }),
  }),
);
const pages = fc.option(fc.record({ limit: fc.integer({ min: 1, max: 3 }), offset: fc.integer({ min: 0, max: 2 }) }));
const steps = fc.constantFrom<Off[]>([], ['number-arms'], ['page-entities'], [...PASS_NAMES, ...ORDERED_STEPS]);

function print({ concept, names, conditions }: Statement, more: readonly string[] = []): string {
  const items = [...more, ...names].map((name) => `\`${name}\``).join(', ');
  const where = conditions.map(([name, operator, value]) => `\`${name}\` ${operator} ${typeof value === 'string' ? `'${value}'` : String(value)}`); // prettier-ignore
  return `SELECT ${items} FROM dsvc.${concept}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''}`;
}

function holds(value: Value, [, operator, other]: Condition): boolean {
  if (operator === 'is') return value === null;
  if (value === null || other === null) return false;
  return operator === '=' ? value === other : operator === '<' ? value < other : value > other;
}

/** Computes the flat rows of the statement from the tables. */
function read(reader: LinkReader, { concept, names, conditions }: Statement): readonly FlatRow[] {
  const rows = reader.rows(concept, [...names, ...conditions.map(([name]) => name)]);
  return rows.filter((row) => conditions.every((condition) => holds(reader.value(row, condition[0]), condition)));
}

function byEntity(rows: readonly FlatRow[]): readonly (readonly FlatRow[])[] {
  const groups = new Map<number, FlatRow[]>();
  for (const row of rows) groups.set(row.entity.id, [...(groups.get(row.entity.id) ?? []), row]);
  return [...groups].sort(([one], [other]) => one - other).map(([, group]) => group);
}

/** Sorts rows, elements and keys, so that their order does not matter. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => JSON.stringify(sorted(one))).sort();
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .map(([key, part]) => [key, sorted(part)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

describe.each([SEED, SEED + 1])('links of world %i', (seed) => {
  const world = makeWorld(seed);

  onEachEngine('links', tablesOf(world), (dialect, test) => {
    const inLayouts = (check: (ontology: Ontology, reader: LinkReader) => Promise<void>) =>
      fc.assert(
        fc.asyncProperty(layouts, (layout) =>
          check(ontologyOf(scriptOf(layout), dialect), new LinkReader(world, layout)),
        ),
        OPTIONS,
      );
    const select = async (ontology: Ontology, sql: string, caller = READER): Promise<unknown> =>
      sorted(await rowsOf(test().engine, compileText(ontology, sql, dialect, { caller })));

    it(
      'are read in each direction from the mappings written from that end, or from all if there are none',
      () =>
        fc.assert(
          fc.asyncProperty(layouts, statements, async (layout, statement) => {
            const reader = new LinkReader(world, layout);
            const rows = read(reader, statement).map((row) => statement.names.map((name) => reader.value(row, name)));
            expect(await select(ontologyOf(scriptOf(layout), dialect), print(statement))).toEqual(sorted(rows));
          }),
          OPTIONS,
        ),
      TIMEOUT_MS,
    );

    it(
      'nest into elements that differ in their entities or in the selected columns of the links',
      () =>
        fc.assert(
          fc.asyncProperty(layouts, statements, pages, steps, async (layout, statement, page, off) => {
            const ontology = ontologyOf(scriptOf(layout), dialect);
            const reader = new LinkReader(world, layout);
            const paths = statement.conditions.map(([name]) => name).filter((name) => name.includes('['));
            const names = [...new Set([...statement.names, ...paths])];
            const cut = page && ` ORDER BY ${statement.concept}_id LIMIT ${page.limit} OFFSET ${page.offset}`;
            const sql = `${print(statement)}${cut ?? ''}`;
            const rows = await nestedRowsOf(test(), ontology, sql, off);
            if (!names.some((name) => name.includes('['))) {
              expect(rows).toBeUndefined();
              return;
            }
            const entities = byEntity(read(reader, statement)).map((group) => nestRowsOf(reader, group, names));
            expect(sorted(rows)).toEqual(sorted(page ? entities.slice(page.offset).slice(0, page.limit) : entities));
            expect(rows).toEqual(await nestedRowsOf(test(), ontology, sql, ORDERED_STEPS));
          }),
          OPTIONS,
        ),
      TIMEOUT_MS,
    );

    it(
      'nest the same way in a view, by the columns that are selected from it',
      () =>
        fc.assert(
          fc.asyncProperty(layouts, statements, fc.nat({ max: 3 }), async (layout, statement, left) => {
            const view = `CREATE VIEW seen AS ${print(statement, ['entity_id', `${statement.concept}_id`])};`;
            const ontology = ontologyOf(`${scriptOf(layout)}${view}`, dialect);
            const reader = new LinkReader(world, layout);
            const names = statement.names.filter((_, index) => index !== left);
            if (!names.some((name) => name.includes('['))) return;
            const items = names.map((name) => `\`${name}\``).join(', ');
            const rows = await nestedRowsOf(test(), ontology, `SELECT ${items} FROM vsvc.seen`);
            const entities = byEntity(read(reader, statement)).map((group) => nestRowsOf(reader, group, names));
            expect(sorted(rows)).toEqual(sorted(entities));
          }),
          OPTIONS,
        ),
      TIMEOUT_MS,
    );

    it(
      'apply the mappings of their direction to measures, logic concepts and filter policies',
      () =>
        inLayouts(async (ontology, reader) => {
          const distinct = (concept: Subject, name: string): readonly (readonly Value[])[] =>
            byEntity(reader.rows(concept, [name])).map((group) => {
              const values = group.map((row) => reader.value(row, name)).filter((value) => value !== null);
              return [group[0]?.entity.id ?? null, new Set(values).size];
            });
          const idsWhere = (concept: Subject, condition: Condition): readonly (readonly Value[])[] =>
            byEntity(read(reader, { concept, names: [], conditions: [condition] })).map(([row]) => [row?.entity.id ?? null]); // prettier-ignore
          expect(await select(ontology, 'SELECT person_id, `measure.stays[place].places` FROM person')).toEqual(
            sorted(distinct('person', 'stays[place].place_id')),
          );
          expect(await select(ontology, 'SELECT place_id, `measure.houses[person].people` FROM place')).toEqual(
            sorted(distinct('place', 'houses[person].person_id')),
          );
          const owned = idsWhere('place', ['houses[person]_role', '=', 'owner']);
          expect(await select(ontology, 'SELECT place_id FROM owned')).toEqual(sorted(owned));
          const guests = idsWhere('person', ['stays[place]_role', '=', 'guest']);
          const host = { ...READER, roles: ['host'] };
          expect(await select(ontology, 'SELECT person_id FROM person', host)).toEqual(sorted(guests));
        }),
      TIMEOUT_MS,
    );
  });
});
