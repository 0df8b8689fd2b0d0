import { PASS_NAMES } from '../../src/compiler/optimize';
import { NESTING_STEPS } from '../../src/compiler/values';
import type { DialectName } from '../../src/model';
import { fixtureOntology, ontologyOf } from '../support/compile';
import { nestedRowsOf, type NestedRow } from '../support/nest';
import { onEachEngine } from '../support/prove-rows';
import { RECORDS } from '../support/records';

interface NestedCase {
  readonly name: string;
  readonly sql: string;
  /** Undefined when nesting changes nothing. */
  readonly rows: readonly NestedRow[] | undefined;
}

const CASES: readonly NestedCase[] = [
  {
    name: 'to many, and who has none has an empty array',
    sql: 'SELECT album_title, `has_track[track].title` FROM album ORDER BY album_id, `has_track[track].title`',
    rows: [
      { album_title: 'Dawn', has_track: [{ title: 'one' }, { title: 'three' }, { title: 'two' }] },
      { album_title: 'Dusk', has_track: [{ title: 'four' }] },
      { album_title: 'Echo', has_track: [{ title: 'five' }, { title: 'six' }] },
      { album_title: 'Fog', has_track: [] },
      { album_title: 'Gust', has_track: [{ title: 'seven' }] },
    ],
  },
  {
    name: 'to one is an array as well',
    sql: 'SELECT album_title, `made_by[artist].artist_name` FROM album WHERE album_id >= 13 ORDER BY album_id',
    rows: [
      { album_title: 'Fog', made_by: [{ artist_name: 'Boro' }] },
      { album_title: 'Gust', made_by: [] },
    ],
  },
  {
    name: 'QUALIFY selects rows before they are nested, and LIMIT counts entities',
    sql: `SELECT album_title, \`has_track[track].title\` FROM album
      QUALIFY ROW_NUMBER() OVER (PARTITION BY album_id ORDER BY \`has_track[track].track_id\` DESC) <= 2
        AND COUNT(\`has_track[track].track_id\`) OVER (PARTITION BY album_id) > 0
      ORDER BY album_id, \`has_track[track].title\` LIMIT 2`,
    rows: [
      {
        album_title: 'Dawn',
        has_track: [
          { title: 'three', track_id: 102 },
          { title: 'two', track_id: 101 },
        ],
      },
      { album_title: 'Dusk', has_track: [{ title: 'four', track_id: 103 }] },
    ],
  },
  {
    name: 'side by side without multiplying',
    sql: `SELECT title, \`sold_in[sale].sale_id\`, \`in_playlist[playlist].list_name\`, tag FROM track WHERE track_id IN (100, 102, 103)
      ORDER BY track_id, \`sold_in[sale].sale_id\`, \`in_playlist[playlist].list_name\`, tag`,
    rows: [
      {
        title: 'one',
        tag: ['live', 'loud'],
        sold_in: [{ sale_id: 1 }, { sale_id: 2 }, { sale_id: 7 }],
        in_playlist: [{ list_name: 'evening' }, { list_name: 'morning' }],
      },
      { title: 'three', tag: [], sold_in: [], in_playlist: [] },
      { title: 'four', tag: ['calm'], sold_in: [{ sale_id: 3 }], in_playlist: [{ list_name: 'evening' }] },
    ],
  },
  {
    name: 'deep, through a step of which nothing is shown',
    sql: `SELECT artist_name, \`made[album].has_track[track].in_playlist[playlist].list_name\` FROM artist
      ORDER BY artist_id, \`made[album].album_id\`, \`made[album].has_track[track].track_id\`,
      \`made[album].has_track[track].in_playlist[playlist].playlist_id\``,
    rows: [
      {
        artist_name: 'Alba',
        made: [
          {
            album_id: 10,
            has_track: [
              {
                track_id: 100,
                in_playlist: [
                  { list_name: 'morning', playlist_id: 1 },
                  { list_name: 'evening', playlist_id: 2 },
                ],
              },
              { track_id: 101, in_playlist: [{ list_name: 'morning', playlist_id: 1 }] },
              { track_id: 102, in_playlist: [] },
            ],
          },
          { album_id: 11, has_track: [{ track_id: 103, in_playlist: [{ list_name: 'evening', playlist_id: 2 }] }] },
        ],
      },
      {
        artist_name: 'Boro',
        made: [
          {
            album_id: 12,
            has_track: [
              { track_id: 104, in_playlist: [{ list_name: 'morning', playlist_id: 1 }] },
              { track_id: 105, in_playlist: [] },
            ],
          },
          { album_id: 13, has_track: [] },
        ],
      },
      { artist_name: 'Coda', made: [] },
    ],
  },
  {
    name: 'values with the same key in an element are distinguished',
    sql: `SELECT list_name, \`holds_track[track]_place\` AS title, \`holds_track[track].title\` FROM playlist
      WHERE list_name = 'evening' ORDER BY \`holds_track[track]_place\``,
    rows: [
      {
        list_name: 'evening',
        holds_track: [
          { title: 1, title_2: 'one' },
          { title: 2, title_2: 'four' },
          { title: 3, title_2: 'seven' },
        ],
      },
    ],
  },
  {
    name: 'columns of the link and of its end are in one element',
    sql: `SELECT list_name, \`holds_track[track]_place\`, \`holds_track[track].title\` FROM playlist
      ORDER BY list_name, \`holds_track[track]_place\``,
    rows: [
      { list_name: 'empty', holds_track: [] },
      {
        list_name: 'evening',
        holds_track: [
          { place: 1, title: 'one' },
          { place: 2, title: 'four' },
          { place: 3, title: 'seven' },
        ],
      },
      {
        list_name: 'morning',
        holds_track: [
          { place: 1, title: 'one' },
          { place: 2, title: 'two' },
          { place: 3, title: 'five' },
        ],
      },
    ],
  },
  {
    name: 'a star with the paths of WHERE: arrays contain the matches',
    sql: "SELECT * FROM album WHERE `has_track[track].genre` = 'Rock' AND `made_by[artist].country` = 'NO'",
    rows: [
      {
        entity_id: '10',
        entity_type: 'album',
        entity_label: 'Dawn',
        album_id: 10,
        album_title: 'Dawn',
        artist_id: 1,
        has_track: [{ genre: 'Rock' }, { genre: 'Rock' }],
        made_by: [{ country: 'NO' }],
      },
    ],
  },
  {
    name: 'IS NULL on a path is true without a related row',
    sql: 'SELECT album_title, `has_track[track].track_id` FROM album WHERE `has_track[track].genre` IS NULL ORDER BY album_id',
    rows: [
      { album_title: 'Echo', has_track: [{ track_id: 105, genre: null }] },
      { album_title: 'Fog', has_track: [] },
    ],
  },
  {
    name: 'one combination of rows satisfies the whole condition',
    sql: "SELECT album_title FROM album WHERE `has_track[track].genre` = 'Jazz' AND `has_track[track].seconds` > 300",
    rows: [{ album_title: 'Dusk', has_track: [{ genre: 'Jazz', seconds: 400 }] }],
  },
  {
    name: 'ordered over a path to many: an entity is returned once, in the place of its first row',
    sql: 'SELECT artist_name, `made[album].album_title` FROM artist WHERE `made[album].album_id` > 0 ORDER BY `made[album].album_title` DESC',
    rows: [
      {
        artist_name: 'Boro',
        made: [
          { album_title: 'Fog', album_id: 13 },
          { album_title: 'Echo', album_id: 12 },
        ],
      },
      {
        artist_name: 'Alba',
        made: [
          { album_title: 'Dusk', album_id: 11 },
          { album_title: 'Dawn', album_id: 10 },
        ],
      },
    ],
  },
  {
    name: 'ordered over an expression, an alias and the number of a path',
    sql: `SELECT artist_name, \`made[album].album_title\` AS t FROM artist WHERE artist_id < 3
      ORDER BY LENGTH(\`made[album].album_title\`), t DESC, 2, artist_name`,
    rows: [
      { artist_name: 'Boro', made: [{ t: 'Fog' }, { t: 'Echo' }] },
      { artist_name: 'Alba', made: [{ t: 'Dusk' }, { t: 'Dawn' }] },
    ],
  },
  {
    name: 'ordered by a multi-value',
    sql: 'SELECT title, tag FROM track WHERE tag IS NOT NULL ORDER BY tag DESC, title',
    rows: [
      { title: 'one', tag: ['loud', 'live'] },
      { title: 'two', tag: ['loud'] },
      { title: 'four', tag: ['calm'] },
    ],
  },
  {
    name: 'a page counts entities',
    sql: 'SELECT list_name, `holds_track[track].track_id` FROM playlist ORDER BY playlist_id, `holds_track[track].track_id` LIMIT 2 OFFSET 1',
    rows: [
      { list_name: 'evening', holds_track: [{ track_id: 100 }, { track_id: 103 }, { track_id: 106 }] },
      { list_name: 'empty', holds_track: [] },
    ],
  },
  { name: 'a page of nothing', sql: 'SELECT list_name, `holds_track[track].track_id` FROM playlist LIMIT 0', rows: [] },
  {
    name: 'a page after the end',
    sql: 'SELECT list_name, `holds_track[track].track_id` FROM playlist LIMIT 5 OFFSET 9',
    rows: [],
  },
  {
    name: 'masked multi-values of a row show no number of them',
    sql: 'SELECT name, phone FROM customer ORDER BY customer_id',
    rows: [
      { name: 'Ann', phone: ['XXXXXXXXX'] },
      { name: 'Bob', phone: [] },
      { name: 'Cid', phone: ['XXXXXXXXX'] },
      { name: 'Dot', phone: [] },
    ],
  },
  {
    name: 'a multi-value at the end of a path',
    sql: 'SELECT list_name, `holds_track[track].tag` FROM playlist WHERE playlist_id = 1 ORDER BY `holds_track[track].track_id`, `holds_track[track].tag`',
    rows: [
      {
        list_name: 'morning',
        holds_track: [
          { tag: ['live', 'loud'], track_id: 100 },
          { tag: ['loud'], track_id: 101 },
          { tag: [], track_id: 104 },
        ],
      },
    ],
  },
  {
    name: 'of a parent whose children have keys of their own: number 1 of each are two entities',
    sql: 'SELECT entity_type, name, nickname FROM person WHERE entity_id = 1 ORDER BY entity_type, nickname',
    rows: [
      { entity_type: 'customer', name: 'Ann', nickname: ['Annie', 'Nan'] },
      { entity_type: 'employee', name: 'Eve', nickname: ['Evie'] },
    ],
  },
  {
    name: 'transitive, with levels',
    sql: `SELECT name, \`reports_to[employee*4].name\`, \`reports_to[employee*4]_transitivity_level\` FROM employee WHERE employee_id IN (1, 3)
      ORDER BY name, \`reports_to[employee*4]_transitivity_level\``,
    rows: [
      { name: 'Eve', reports_to: [] },
      {
        name: 'Gus',
        reports_to: [
          { name: 'Fay', transitivity_level: 1 },
          { name: 'Eve', transitivity_level: 2 },
        ],
      },
    ],
  },
  {
    name: 'two steps of one relationship share its key and do not multiply',
    sql: "SELECT name, `manages[employee].name`, `manages[employee*2]_transitivity_level` FROM employee WHERE name = 'Eve' ORDER BY `manages[employee].employee_id`, `manages[employee*2].employee_id`",
    rows: [
      {
        name: 'Eve',
        manages: [
          { name: 'Fay', employee_id: 2, transitivity_level: 1 },
          { name: 'Jo', employee_id: 6, transitivity_level: 1 },
          { transitivity_level: 2, employee_id: 3 },
        ],
      },
    ],
  },
  {
    name: 'names in any letter case',
    sql: 'SELECT ENTITY_ID, `Made[Album].album_title`, `made[album].ALBUM_ID` FROM artist WHERE artist_id = 2 ORDER BY `made[album].album_id`',
    rows: [
      {
        ENTITY_ID: '2',
        Made: [
          { album_title: 'Echo', ALBUM_ID: 12 },
          { album_title: 'Fog', ALBUM_ID: 13 },
        ],
      },
    ],
  },
  {
    name: 'expressions are columns of the entity, whatever they look like',
    sql: 'SELECT UPPER(`made_by[artist].artist_name`), `has_track[track].title` FROM album WHERE album_id = 11',
    rows: [{ 'UPPER(`made_by[artist].artist_name`)': 'ALBA', has_track: [{ title: 'four' }] }],
  },
  {
    name: 'a view by the columns that it lists',
    sql: 'SELECT * FROM vsvc.album_view WHERE entity_id IN (10, 13) ORDER BY entity_id, `has_track[track].title`',
    rows: [
      {
        entity_id: '10',
        title: 'Dawn',
        made_by: [{ artist_name: 'Alba' }],
        has_track: [
          { title: 'one', in_playlist: [{ list_name: 'morning' }, { list_name: 'evening' }] },
          { title: 'three', in_playlist: [] },
          { title: 'two', in_playlist: [{ list_name: 'morning' }] },
        ],
      },
      { entity_id: '13', title: 'Fog', made_by: [{ artist_name: 'Boro' }], has_track: [] },
    ],
  },
  {
    name: 'a view of which only a deep column is selected',
    sql: 'SELECT title, `has_track[track].in_playlist[playlist].list_name` FROM vsvc.album_view WHERE entity_id IN (11, 13) ORDER BY title',
    rows: [
      { title: 'Dusk', has_track: [{ in_playlist: [{ list_name: 'evening' }] }] },
      { title: 'Fog', has_track: [] },
    ],
  },
  {
    name: 'elements of a view that show the same, but are of several entities',
    sql: 'SELECT album_title, `has_track[track].genre`, `has_track[track].in_playlist[playlist].list_name` FROM vsvc.genre_view WHERE entity_id IN (10, 11)',
    rows: [
      {
        album_title: 'Dawn',
        has_track: [
          { genre: 'Rock', in_playlist: [{ list_name: 'morning' }, { list_name: 'evening' }] },
          { genre: 'Rock', in_playlist: [{ list_name: 'morning' }] },
          { genre: 'Jazz', in_playlist: [] },
        ],
      },
      { album_title: 'Dusk', has_track: [{ genre: 'Jazz', in_playlist: [{ list_name: 'evening' }] }] },
    ],
  },
  {
    name: 'the same by its star, of a page',
    sql: 'SELECT * FROM vsvc.genre_view ORDER BY entity_id DESC LIMIT 1 OFFSET 2',
    rows: [
      {
        entity_id: '12',
        album_title: 'Echo',
        has_track: [
          { genre: 'Rock', in_playlist: [{ list_name: 'morning' }] },
          { genre: null, in_playlist: [] },
        ],
      },
    ],
  },
  {
    name: 'columns of a view under the name of another path keep their own values',
    sql: 'SELECT `has_track[track].genre` FROM vsvc.renamed_view WHERE entity_id = 10',
    rows: [{ has_track: [{ genre: 'Jazz' }, { genre: 'Rock' }] }],
  },
  {
    name: 'multi-values that a view lists',
    sql: 'SELECT * FROM vsvc.track_view WHERE entity_id IN (100, 102) ORDER BY entity_id, mark, `in_playlist[playlist].list_name`',
    rows: [
      {
        entity_id: '100',
        title: 'one',
        mark: ['live', 'loud'],
        in_playlist: [{ list_name: 'evening' }, { list_name: 'morning' }],
      },
      { entity_id: '102', title: 'three', mark: [], in_playlist: [] },
    ],
  },
  {
    name: 'multi-values of a view, without other columns, through another view',
    sql: 'SELECT mark AS tags FROM vsvc.mark_view WHERE entity_id IN (100, 101) ORDER BY entity_id, tags',
    rows: [{ tags: ['live', 'loud'] }, { tags: ['loud'] }],
  },
  { name: 'a view without entities stays flat', sql: 'SELECT * FROM vsvc.title_view', rows: undefined },
  { name: 'no path: nothing to nest', sql: 'SELECT title FROM track', rows: undefined },
  {
    name: 'aggregates are not of an entity',
    sql: "SELECT COUNT(*) FROM album WHERE `has_track[track].genre` = 'Rock'",
    rows: undefined,
  },
  {
    name: 'nor are measures',
    sql: "SELECT album_title, `measure.albums` FROM album WHERE `has_track[track].genre` = 'Rock'",
    rows: undefined,
  },
  {
    name: 'nor groups',
    sql: 'SELECT `made_by[artist].artist_name` FROM album GROUP BY `made_by[artist].artist_name`',
    rows: undefined,
  },
  { name: 'nor distinct rows', sql: 'SELECT DISTINCT `made_by[artist].artist_name` FROM album', rows: undefined },
];

const MANY = 5_000;
const NUMBERS = [
  'CREATE TABLE digits (d INT)',
  'INSERT INTO digits VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)',
  `CREATE TABLE numbers AS SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d AS n
    FROM digits a CROSS JOIN digits b CROSS JOIN digits c CROSS JOIN digits e WHERE e.d < 5`,
];

onEachEngine('nested', [...RECORDS, ...NUMBERS], (dialect, test) => {
  const ontology = fixtureOntology('records', dialect);

  it.each(CASES)('$name', async ({ sql, rows }) => {
    const unordered = sql.includes('vsvc.album_view');
    const optimized = await nestedRowsOf(test(), ontology, sql);
    const naive = await nestedRowsOf(test(), ontology, sql, [...PASS_NAMES, ...NESTING_STEPS]);
    expect(unordered ? sortElements(optimized) : optimized).toEqual(unordered ? sortElements(rows) : rows);
    expect(unordered ? sortElements(naive) : naive).toEqual(unordered ? sortElements(rows) : rows);
  });

  it('groups thousands of entities across the borders of batches', async () => {
    const numbers = ontologyWithNumbers(dialect);
    const sql = 'SELECT n, `divides[number].n` FROM number ORDER BY n DESC, `divides[number].n`';
    const rows = (await nestedRowsOf(test(), numbers, sql)) ?? [];
    expect(rows).toHaveLength(MANY);
    expect(rows[0]).toEqual({ n: MANY - 1, divides: [] });
    expect(rows.at(-3)).toEqual({ n: 2, divides: [20, 21, 22, 23, 24, 25, 26, 27, 28, 29].map((n) => ({ n })) });
    const elements = rows.flatMap((row) => row.divides as readonly unknown[]);
    expect(elements).toHaveLength(MANY);
  });
});

/** Relates each number to its tenth. */
function ontologyWithNumbers(dialect: DialectName) {
  return ontologyOf(
    `CREATE CONCEPT number (n integer, tenth integer, PRIMARY KEY (n),
       CONSTRAINT divided FOREIGN KEY (tenth) REFERENCES number (n) INVERSEOF divides);
     CREATE MAPPING m INTO (number) AS SELECT n AS n, n DIV 10 AS tenth FROM numbers;`,
    dialect,
  );
}

function sortElements(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sortElements).sort((left, right) => JSON.stringify(left).localeCompare(JSON.stringify(right)));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, sortElements(part)]));
}
