import fc from 'fast-check';
import { PASS_NAMES } from '../../src/compiler/optimize';
import { onEachEngine, statementsOf } from '../support/prove-rows';
import { trials } from '../support/trials';

/** An entity of the concept `node`, and the name of the place that it is at; a row without a key is at no place. */
interface Node {
  readonly id: number | null;
  readonly at: number | null;
  readonly v: number | null;
  readonly type: 'node' | 'child';
}

type Stored = Pick<Node, 'id' | 'at' | 'v'>;

const KEYED: readonly Stored[] = [
  [1, 1, 1], [2, 1, 2], [3, 2, 2], [4, null, 3], [5, 9, 1], [6, 2, null], [7, 1, 0], [8, 3, 2],
].map(([id = null, at = null, v = null]) => ({ id, at, v })); // prettier-ignore
const KEYLESS: readonly Stored[] = [
  [1, 1], [1, 1], [2, 2], [null, 3], [9, 0], [3, null], [3, null], [2, 0],
].map(([at = null, v = null]) => ({ id: null, at, v })); // prettier-ignore
const PLACES = new Map([[1, 'a'], [2, 'b'], [3, 'c'], [4, 'd']]); // prettier-ignore

const valuesOf = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `(${row.map((cell) => (typeof cell === 'string' ? `'${cell}'` : String(cell))).join(', ')})`).join(', '); // prettier-ignore

const TABLES = [
  'CREATE TABLE keyed (id INTEGER PRIMARY KEY, place INTEGER, v INTEGER)',
  `INSERT INTO keyed VALUES ${valuesOf(KEYED.map(({ id, at, v }) => [id, at, v]))}`,
  'CREATE TABLE keyless (place INTEGER, v INTEGER)',
  `INSERT INTO keyless VALUES ${valuesOf(KEYLESS.map(({ at, v }) => [at, v]))}`,
  'CREATE TABLE places (id INTEGER PRIMARY KEY, name VARCHAR(5))',
  `INSERT INTO places VALUES ${valuesOf([...PLACES])}`,
];

/** A mapping of the rows of a table with `v` in a range, or of all rows. */
interface Mapping {
  readonly ofKeyed: boolean;
  readonly into: Node['type'];
  readonly range: readonly [number, number] | null;
}

const aRange = fc.option(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 1, max: 3 })));
const aMapping = (ofKeyed: boolean): fc.Arbitrary<Mapping> =>
  fc.record({ ofKeyed: fc.constant(ofKeyed), into: fc.constantFrom('node' as const, 'child' as const), range: aRange });
const mappings = fc
  .tuple(fc.array(aMapping(true), { maxLength: 1 }), fc.array(aMapping(false), { minLength: 1, maxLength: 2 }))
  .map((lists) => lists.flat());

function scriptOf(list: readonly Mapping[], duplicates: string): string {
  const defined = list.map(({ ofKeyed, into, range }, index) => {
    const where = range === null ? '' : ` WHERE v BETWEEN ${range.join(' AND ')}`;
    return `CREATE MAPPING m${index} INTO ${into} AS SELECT ${ofKeyed ? 'id AS node_id, ' : ''}place AS place_id, v FROM ${ofKeyed ? 'keyed' : 'keyless'}${where};`;
  });
  return `ALTER ONTOLOGY test SET keyless_mappings = 'allow'; ALTER ONTOLOGY test SET duplicates = '${duplicates}';
    CREATE MEASURE total bigint AS SELECT SUM(v); CREATE MEASURE known bigint AS SELECT COUNT(v);
    CREATE CONCEPT place (place_id integer, place_name string, PRIMARY KEY (place_id));
    CREATE CONCEPT node (node_id integer, place_id integer, v integer, total measure bigint, known measure bigint, PRIMARY KEY (node_id),
      CONSTRAINT is_at FOREIGN KEY (place_id) REFERENCES place (place_id) INVERSEOF holds);
    CREATE CONCEPT child INHERITS (node);
    CREATE MAPPING m_place INTO place AS SELECT id AS place_id, name AS place_name FROM places; ${defined.join('\n')}`;
}

function nodesOf(list: readonly Mapping[]): readonly Node[] {
  return list.flatMap(({ ofKeyed, into, range }) =>
    (ofKeyed ? KEYED : KEYLESS)
      .filter(({ v }) => range === null || (v !== null && v >= range[0] && v <= range[1]))
      .map((row) => ({ ...row, type: into })),
  );
}

const placeOf = ({ id, at }: Node): string | null => (id === null ? null : (PLACES.get(at ?? 0) ?? null));

/** A condition, and the nodes for which it is true. */
type Condition = readonly [sql: string, holds: (node: Node, all: readonly Node[]) => boolean];
const neighbours = (node: Node, all: readonly Node[]): readonly Node[] =>
  placeOf(node) === null ? [] : all.filter((other) => placeOf(other) === placeOf(node));

/** Conditions on the node and on its place. */
const PLAIN: readonly Condition[] = [
  ['entity_id IS NULL', ({ id }) => id === null],
  ['entity_id IS NOT NULL', ({ id }) => id !== null],
  ["entity_id IN ('2', '3')", ({ id }) => id === 2 || id === 3],
  ['node_id > 2', ({ id }) => (id ?? 0) > 2],
  ['v >= 1', ({ v }) => v !== null && v >= 1],
  ['v IS NULL', ({ v }) => v === null],
  ['place_id = 1', ({ at }) => at === 1],
  ["entity_type = 'child'", ({ type }) => type === 'child'],
  ['_type_of_child = 0', ({ type }) => type === 'node'],
  ["`is_at[place].place_name` = 'b'", (node) => placeOf(node) === 'b'],
  ['`is_at[place].place_name` IS NULL', (node) => placeOf(node) === null],
];
/** Conditions along a path to many. */
const MANY: readonly Condition[] = [
  ['`is_at[place].holds[node].v` >= 2', (node, all) => neighbours(node, all).some(({ v }) => v !== null && v >= 2)],
  ['`is_at[place].holds[node].node_id` IS NULL', (node) => placeOf(node) === null],
];

const where = fc.record({
  parts: fc.array(fc.constantFrom(...PLAIN), { minLength: 1, maxLength: 2 }),
  isOr: fc.boolean(),
});

function printed({ parts, isOr }: { readonly parts: readonly Condition[]; readonly isOr: boolean }): string {
  return `(${parts.map(([sql]) => sql).join(isOr ? ' OR ' : ' AND ')})`;
}

const sorted = (rows: readonly (readonly unknown[])[]): readonly string[] =>
  rows.map((row) => JSON.stringify(row.map((cell) => (/^\d+$/.test(String(cell)) ? Number(cell) : cell)))).toSorted();

/** Returns the measures of nodes: the sum of `v`, and the number of those that have it. */
function measured(nodes: readonly Node[]): readonly (number | null)[] {
  const values = nodes.map(({ v }) => v).filter((v) => v !== null);
  return [values.length === 0 ? null : values.reduce((one, other) => one + other, 0), values.length];
}

onEachEngine('keyless_search', TABLES, (dialect, test) => {
  it('returns the rows that the tables define, whatever passes are off', async () => {
    const property = fc.asyncProperty(
      fc.record({ mappings, where, many: fc.constantFrom(...MANY), duplicates: fc.constantFrom('keep', 'remove') }),
      fc.subarray([...PASS_NAMES]),
      async ({ mappings: list, where: condition, many, duplicates }, off) => {
        const { rows } = statementsOf(scriptOf(list, duplicates), dialect, test);
        const all = nodesOf(list);
        const holds = (node: Node): boolean => {
          const found = condition.parts.map(([, isTrue]) => isTrue(node, all));
          return condition.isOr ? found.some(Boolean) : found.every(Boolean);
        };
        const text = printed(condition);
        const found = all.filter(holds);
        const passing = found.filter((node) => many[1](node, all));
        const groups = [...new Set(found.map(({ v }) => v))].map(
          (v) => [v, found.filter((node) => node.v === v)] as const,
        );
        const expected: readonly (readonly [sql: string, rows: readonly (readonly unknown[])[]])[] = [
          [
            `SELECT entity_id, node_id, v, place_id, entity_type, \`is_at[place].place_name\` FROM node WHERE ${text}`,
            found.map((node) => [node.id, node.id, node.v, node.at, node.type, placeOf(node)]),
          ],
          [
            `SELECT COUNT(*), COUNT(entity_id), COUNT(\`is_at[place].place_name\`) FROM node WHERE ${text}`,
            [[found.length, found.filter(({ id }) => id !== null).length, found.filter((node) => placeOf(node) !== null).length]],
          ],
          [
            `SELECT v, \`measure.total\`, \`measure.known\` FROM node WHERE ${text}`,
            groups.map(([v, nodes]) => [v, ...measured(nodes)]),
          ],
          [`SELECT \`measure.total\`, \`measure.known\` FROM node WHERE ${text} AND ${many[0]}`, [measured(passing)]],
          [
            'SELECT place_name, `holds[node].node_id` FROM place',
            [...PLACES.values()].flatMap((name) => {
              const held = all.filter((node) => placeOf(node) === name);
              return held.length === 0 ? [[name, null]] : held.map(({ id }) => [name, id]);
            }),
          ],
          [
            'SELECT place_name, `measure.holds[node].known` FROM place',
            [...PLACES.values()].map((name) => [name, measured(all.filter((node) => placeOf(node) === name))[1]]),
          ],
        ]; // prettier-ignore
        for (const [sql, wanted] of expected) {
          expect([sql, sorted(await rows(sql, off))]).toEqual([sql, sorted(wanted)]);
          expect([sql, sorted(await rows(sql))]).toEqual([sql, sorted(wanted)]);
        }
      },
    );
    await fc.assert(property, { numRuns: trials(60), interruptAfterTimeLimit: 60_000 });
  }, 180_000);
});
