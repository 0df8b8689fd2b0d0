import fc from 'fast-check';

/** People and places (some of which are towns) with their shops, and links between them; several rows link the same pair. */
export interface World {
  readonly shops: readonly { readonly id: number; readonly place: number }[];
  readonly links: Readonly<Record<Linked, readonly (readonly Link[])[]>>;
}

/** A row of a link table: the two keys, one of which may match no entity, and two columns of the link. */
export interface Link {
  readonly near: number | null;
  readonly far: number | null;
  readonly since: number | null;
  readonly role: string | null;
}

export const LINKED = ['stays', 'knows'] as const;
export type Linked = (typeof LINKED)[number];

/** The end from which the mapping of each link table is written; undefined for a table without a mapping. */
export type Layout = Readonly<Record<Linked, readonly (Side | undefined)[]>>;
export type Side = 'forward' | 'inverse';

export const PEOPLE = [1, 2, 3, 4, 5];
export const PLACES = [1, 2, 3, 4, 5];
const FIRST_TOWN = 4;
const NOWHERE = 9;
/** The number of link tables of each relationship, of which an ontology maps some. */
const TABLES = 4;

export function isTown(place: number): boolean {
  return place >= FIRST_TOWN;
}

/** Generates a world. Its domain is small, so that rows of a link table differ only in their link columns, or not at all. */
export function makeWorld(seed: number): World {
  const [world] = fc.sample(worlds, { seed, numRuns: 1 });
  if (world === undefined) throw new Error('no world');
  return world;
}

const key = fc.oneof(
  { arbitrary: fc.integer({ min: 1, max: 4 }), weight: 9 },
  { arbitrary: fc.constantFrom(null, NOWHERE), weight: 1 },
);
const link = fc.record({
  near: key,
  far: key,
  since: fc.constantFrom(null, 1, 1, 2, 3),
  role: fc.constantFrom(null, 'guest', 'owner'),
});
const tables = fc.array(fc.array(link, { minLength: 8, maxLength: 8 }), { minLength: TABLES, maxLength: TABLES });
const places = fc.array(fc.constantFrom(...PLACES), { minLength: 6, maxLength: 6 });
const worlds: fc.Arbitrary<World> = fc.record({
  shops: places.map((list) => list.map((place, index) => ({ id: index + 1, place }))),
  links: fc.record({ stays: tables, knows: tables }),
});

/** Any number of mappings from each end, at least one in total. */
export const layouts: fc.Arbitrary<Layout> = fc.record({ stays: sides(), knows: sides() });

function sides(): fc.Arbitrary<readonly (Side | undefined)[]> {
  const side = fc.constantFrom<Side | undefined>(undefined, 'forward', 'inverse');
  return fc
    .array(side, { minLength: TABLES, maxLength: TABLES })
    .filter((list) => list.some((written) => written !== undefined));
}

/** Returns the statements that create the tables of a world, for both engines. */
export function tablesOf({ shops, links }: World): readonly string[] {
  const show = (value: number | string | null): string => (typeof value === 'string' ? `'${value}'` : String(value));
  const rows = (list: readonly (readonly (number | string | null)[])[]): string =>
    list.map((row) => `(${row.map(show).join(', ')})`).join(', ');
  return [
    'CREATE TABLE people (id INT PRIMARY KEY, name VARCHAR(20))',
    `INSERT INTO people VALUES ${rows(PEOPLE.map((id) => [id, personName(id)]))}`,
    'CREATE TABLE places (id INT PRIMARY KEY, name VARCHAR(20))',
    `INSERT INTO places VALUES ${rows(PLACES.map((id) => [id, placeName(id)]))}`,
    'CREATE TABLE shops (id INT PRIMARY KEY, place INT)',
    `INSERT INTO shops VALUES ${rows(shops.map(({ id, place }) => [id, place]))}`,
    ...LINKED.flatMap((linked) =>
      links[linked].flatMap((table, index) => [
        `CREATE TABLE ${linked}_${index} (near_key INT, far_key INT, since INT, role VARCHAR(20))`,
        `INSERT INTO ${linked}_${index} VALUES ${rows(table.map(({ near, far, since, role }) => [near, far, since, role]))}`,
      ]),
    ),
  ];
}

/** Returns the name of a person; names repeat, so they do not identify a person. */
export function personName(id: number): string {
  return id % 2 === 0 ? 'Ann' : 'Bob';
}

export function placeName(id: number): string {
  return id % 3 === 0 ? 'Hill' : 'Lake';
}

const CONCEPTS = `
  CREATE CONCEPT person (person_id integer, person_name string, people measure integer, PRIMARY KEY (person_id),
    CONSTRAINT stays MULTIREFERENCE place INVERSEOF houses,
    CONSTRAINT knows MULTIREFERENCE person INVERSEOF known_by TRANSITIVE(2));
  CREATE CONCEPT place (place_id integer, place_name string, places measure integer, PRIMARY KEY (place_id));
  CREATE CONCEPT town INHERITS (place);
  CREATE CONCEPT shop (shop_id integer, place_id integer, PRIMARY KEY (shop_id),
    CONSTRAINT lies_in FOREIGN KEY (place_id) REFERENCES place (place_id) INVERSEOF has_shop);
  CREATE CONCEPT owned INHERITS (place) FROM dsvc.place WHERE \`houses[person]_role\` = 'owner';
  CREATE POLICY guests FILTER person WHERE \`stays[place]_role\` = 'guest' TO ROLE host;
  CREATE MEASURE people integer AS SELECT COUNT(person_id);
  CREATE MEASURE places integer AS SELECT COUNT(place_id);
  CREATE MAPPING map_person INTO (person) AS SELECT id AS person_id, name AS person_name FROM people;
  CREATE MAPPING map_place INTO (place) AS SELECT id AS place_id, name AS place_name FROM places WHERE id < ${FIRST_TOWN};
  CREATE MAPPING map_town INTO (town) AS SELECT id AS place_id, name AS place_name FROM places WHERE id >= ${FIRST_TOWN};
  CREATE MAPPING map_shop INTO (shop) AS SELECT id AS shop_id, place AS place_id FROM shops;`;

const ENDS: Readonly<Record<Linked, Readonly<Record<Side, string>>>> = {
  stays: {
    forward: 'CONSTRAINT stays FOREIGN KEY (far_key) REFERENCES place (place_id)',
    inverse: 'CONSTRAINT houses FOREIGN KEY (near_key) REFERENCES person (person_id)',
  },
  knows: {
    forward: 'CONSTRAINT knows FOREIGN KEY (far_key) REFERENCES person (person_id)',
    inverse: 'CONSTRAINT known_by FOREIGN KEY (near_key) REFERENCES person (person_id)',
  },
};

/** Returns the script of an ontology over the tables of a world. The first end in a mapping is the one from which it is written. */
export function scriptOf(layout: Layout): string {
  const mappings = LINKED.flatMap((linked) => layout[linked].map((side, table) => printMapping(linked, table, side)));
  return `${CONCEPTS}${mappings.join('')}`;
}

function printMapping(linked: Linked, table: number, side: Side | undefined): string {
  if (side === undefined) return '';
  const ends = ENDS[linked];
  const [first, second] = side === 'forward' ? [ends.forward, ends.inverse] : [ends.inverse, ends.forward];
  return `\nCREATE MAPPING map_${linked}_${table} (${first}, ${second}) AS SELECT near_key, far_key, since, role FROM ${linked}_${table};`;
}
