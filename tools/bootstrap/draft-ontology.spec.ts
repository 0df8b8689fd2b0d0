import { buildOntology, readScript } from '../../src/compiler/ontology';
import { type SourceForeignKey, type SourceTable, type Ontology, type ScalarTypeName } from '../../src/model';
import { type DraftedSource, draftOntology } from './draft-ontology';
import { printDraft } from './print-draft';

type Keys = Partial<Pick<SourceTable, 'primaryKey' | 'uniqueKeys' | 'isView'>> & {
  readonly to?: readonly SourceForeignKey[];
};

/** Returns a table with columns such as `id integer`. A `?` after the type allows NULL; `-` is a type that the language does not have. */
function table(name: string, columns: string, { primaryKey = ['id'], to = [], ...rest }: Keys = {}): SourceTable {
  const read = columns.split(', ').map((text) => {
    const [, column = '', type = '', mark = ''] = /^(.+) (\w+|-)(\??)$/s.exec(text) ?? [];
    const scalar = type === '-' ? undefined : { name: type as ScalarTypeName };
    return { name: column, nativeType: type, type: scalar, nullable: mark === '?' };
  });
  return { name, isView: false, columns: read, primaryKey, uniqueKeys: [], foreignKeys: to, ...rest };
}

const key = (column: string, target: string, targetColumn = 'id'): SourceForeignKey => ({
  columns: [column],
  table: target,
  targetColumns: [targetColumn],
});

const FILE: DraftedSource = { type: 'duckdb', options: { path: 'shop.duckdb' } };

/** Returns the script and the ontology that it creates: every draft must be valid. */
function draft(...tables: SourceTable[]): { readonly script: string; readonly ontology: Ontology } {
  const script = printDraft(draftOntology('shop', FILE, tables));
  return { script, ontology: buildOntology(readScript(script), 'version') };
}

/** Returns the relationships of a concept, in both directions, as `relationship -> target`. */
function relationshipsOf({ ontology }: { readonly ontology: Ontology }, concept: string): string[] {
  const relationships = ontology.concepts.get(concept)?.relationships.values() ?? [];
  return [...relationships].map(({ name, target }) => `${name} -> ${target}`).sort();
}

it('prints a readable script', () => {
  const album = table('Album', 'AlbumId integer, Title string', { primaryKey: ['AlbumId'] });
  const track = table('Track', 'TrackId integer, AlbumId integer?', {
    primaryKey: ['TrackId'],
    to: [key('AlbumId', 'Album', 'AlbumId')],
  });
  expect(draft(album, track).script).toBe(`\
-- Drafted from the tables and keys of a data source: rename what you would call otherwise, add descriptions and
-- parents, then give it to "ontology run".
CREATE ONTOLOGY \`shop\`;

CREATE DATASOURCE \`shop\` TYPE duckdb OPTIONS (\`path\` = 'shop.duckdb');

CREATE CONCEPT \`album\` (
  \`album_id\` integer,
  \`title\` string,
  PRIMARY KEY (\`album_id\`),
  LABEL (\`title\`)
);

CREATE CONCEPT \`track\` (
  \`track_id\` integer,
  \`album_id\` integer,
  PRIMARY KEY (\`track_id\`),
  CONSTRAINT \`album\` FOREIGN KEY (\`album_id\`) REFERENCES \`album\` (\`album_id\`) INVERSEOF \`has_track\`
);

CREATE MAPPING \`map_album\`
  INTO (\`album\`)
AS SELECT
  \`AlbumId\` AS \`album_id\`,
  \`Title\` AS \`title\`
FROM \`Album\`;

CREATE MAPPING \`map_track\`
  INTO (\`track\`)
AS SELECT
  \`TrackId\` AS \`track_id\`,
  \`AlbumId\` AS \`album_id\`
FROM \`Track\`;
`);
});

it('notes where to write the password of a server', () => {
  const script = printDraft(draftOntology('shop', { type: 'mysql', options: { host: 'h', database: 'd' } }, []));
  expect(script).toContain(
    "-- The password does not stand here: before you run this, write it into OPTIONS as password = '...'.",
  );
  expect(script).toContain("CREATE DATASOURCE `shop` TYPE mysql OPTIONS (`host` = 'h', `database` = 'd');");
});

describe('relationships', () => {
  const person = table('person', 'id integer, name string');

  it.each([
    ['person_id', 'person', 'has_pet'],
    ['personid', 'person', 'has_pet'],
    ['keeper_code', 'keeper', 'has_pet'],
    ['id', 'person', 'has_pet'],
    ['keeper', 'keeper_person', 'has_pet'],
    ['person', 'to_person', 'has_pet'],
  ])('are named for the column %s: %s', (column, name, inverse) => {
    const columns = column === 'id' ? 'id integer' : `id integer, ${column} integer`;
    const drafted = draft(person, table('pet', columns, { to: [key(column, 'person')] }));
    expect(relationshipsOf(drafted, 'pet')).toEqual([`${name} -> person`]);
    expect(relationshipsOf(drafted, 'person')).toEqual([`${inverse} -> pet`]);
  });

  it('are named after their columns if several lead to one table', () => {
    const film = table('film', 'id integer, language_id integer, original_language_id integer?', {
      to: [key('language_id', 'language'), key('original_language_id', 'language')],
    });
    const drafted = draft(film, table('language', 'id integer'));
    expect(relationshipsOf(drafted, 'film')).toEqual(['language -> language', 'original_language -> language']);
    expect(relationshipsOf(drafted, 'language')).toEqual([
      'has_film_by_language -> film',
      'has_film_by_original_language -> film',
    ]);
  });

  it('lead from a table to itself', () => {
    const drafted = draft(table('employee', 'id integer, boss_id integer?', { to: [key('boss_id', 'employee')] }));
    expect(relationshipsOf(drafted, 'employee')).toEqual(['boss -> employee', 'has_employee -> employee']);
  });

  it('are named after the target for a key of several columns, and list all of them', () => {
    const line = table('order_line', 'order_no integer, line_no integer', { primaryKey: ['order_no', 'line_no'] });
    const parcel = table('parcel', 'id integer, o integer, l integer', {
      to: [{ columns: ['l', 'o'], table: 'order_line', targetColumns: ['line_no', 'order_no'] }],
    });
    expect(draft(line, parcel).script).toContain(
      'CONSTRAINT `order_line` FOREIGN KEY (`l`, `o`) REFERENCES `order_line` (`line_no`, `order_no`) INVERSEOF `has_parcel`',
    );
  });

  it('never have the name of a property or of another relationship', () => {
    const house = table('house', 'id integer, has_pet boolean, has_pet_by_house boolean');
    const pet = table('pet', 'id integer, house_id integer', { to: [key('house_id', 'house')] });
    expect(relationshipsOf(draft(house, pet), 'house')).toEqual(['has_pet_by_house_2 -> pet']);
  });

  it('are created once for a duplicate key, and not for a missing table', () => {
    const pet = table('pet', 'id integer, person_id integer, vet_id integer', {
      to: [key('person_id', 'person'), key('person_id', 'person'), key('vet_id', 'vet')],
    });
    expect(relationshipsOf(draft(person, pet), 'pet')).toEqual(['person -> person']);
  });
});

describe('link tables', () => {
  const track = table('track', 'id integer');
  const playlist = table('playlist', 'id integer');
  const to = [key('track_id', 'track'), key('playlist_id', 'playlist')];
  const link = (keys: Keys = {}) =>
    table('playlist_track', 'playlist_id integer, track_id integer, Position integer', {
      primaryKey: ['playlist_id', 'track_id'],
      to,
      ...keys,
    });

  it('become a MULTIREFERENCE, a link mapping and link columns', () => {
    const drafted = draft(track, playlist, link());
    expect(relationshipsOf(drafted, 'playlist')).toEqual(['has_track -> track']);
    expect(relationshipsOf(drafted, 'track')).toEqual(['has_playlist -> playlist']);
    expect(drafted.ontology.concepts.has('playlist_track')).toBe(false);
    expect(drafted.ontology.mappings.get('map_playlist_track')?.target).toEqual({
      kind: 'link',
      ends: [
        { relationship: 'has_playlist', concept: 'playlist', columns: ['playlist_id'], properties: ['id'] },
        { relationship: 'has_track', concept: 'track', columns: ['track_id'], properties: ['id'] },
      ],
      linkColumns: ['position'],
      isInverse: true,
    });
  });

  it('of a table with itself are named after their columns', () => {
    const friend = table('friendship', 'user_id integer, friend_id integer', {
      primaryKey: ['user_id', 'friend_id'],
      to: [key('user_id', 'user'), key('friend_id', 'user')],
    });
    expect(relationshipsOf(draft(table('user', 'id integer'), friend), 'user')).toEqual([
      'has_friend -> user',
      'has_user -> user',
    ]);
  });

  it('avoid the names of other relationships', () => {
    const owned = table('track', 'id integer, playlist_id integer', { to: [key('playlist_id', 'playlist')] });
    expect(relationshipsOf(draft(owned, playlist, link()), 'playlist')).toEqual([
      'has_track -> track',
      'has_track_by_playlist_track -> track',
    ]);
  });

  it.each([
    ['has a key of its own', [link({ primaryKey: ['playlist_id'] })]],
    ['has a third foreign key', [link({ to: [...to, key('Position', 'track')] })]],
    [
      'is referred to',
      [link(), table('note', 'id integer, p integer', { to: [key('p', 'playlist_track', 'playlist_id')] })],
    ],
  ])('become concepts if the table %s', (_, tables) => {
    expect(draft(track, playlist, ...tables).ontology.concepts.has('playlist_track')).toBe(true);
  });
});

describe('names', () => {
  it.each([
    ['InvoiceLine', 'invoice_line'],
    ['HTTPServer2Log', 'http_server2_log'],
    ['ORDER DETAILS', 'order_details'],
    ['größe', 'größe'],
    ['a.b[c]', 'a_b_c_'],
    ['sys_config', 'x_sys_config'],
    ['Thing', 'thing_2'],
    ['`', '_'],
  ])('the table %s becomes the concept %s', (name, concept) => {
    expect([...draft(table(name, 'id integer')).ontology.concepts.keys()]).toEqual(['thing', concept]);
  });

  it('that are not valid in the language are changed, with a one-line comment', () => {
    const { script } = draft(table('sys_a', 'id integer, in.out\nx string'));
    expect(script).toContain(
      '-- The table `sys_a` is `x_sys_a` here: names that begin with "sys_" or "_type_of_" are reserved.\n',
    );
    expect(script).toContain('-- The column `in.out x` is `in_out_x` here: a name holds letters,');
  });

  it('of two tables or columns that would be equal remain distinct', () => {
    const { script, ontology } = draft(table('a b', 'id integer, c_d string, c d string'), table('a_b', 'id integer'));
    expect([...ontology.concepts.keys()]).toEqual(['thing', 'a_b', 'a_b_2']);
    expect(ontology.concepts.get('a_b')?.properties).toEqual(['id', 'c_d', 'a_b_c_d']);
    expect(script).toContain('-- The column `c d` is `a_b_c_d` here: the name is taken.');
  });

  it('of columns with different types are prefixed, except for the most common type', () => {
    const tables = [table('a', 'id integer, code integer'), table('b', 'id integer, code string'), table('c', 'id integer, code string')]; // prettier-ignore
    const { script, ontology } = draft(...tables);
    expect(ontology.concepts.get('a')?.properties).toEqual(['id', 'a_code']);
    expect(ontology.concepts.get('b')?.properties).toEqual(['id', 'code']);
    expect(ontology.properties.get('code')?.type.name).toBe('string');
    expect(script).toContain('a property has one type in the whole ontology, and `code` is string.');
  });

  it('of system columns are not used for properties', () => {
    const { ontology } = draft(table('a', 'id integer, entity_id string'));
    expect(ontology.concepts.get('a')?.properties).toEqual(['id', 'a_entity_id']);
  });

  it('are not longer than the language allows', () => {
    const { ontology } = draft(table('x'.repeat(200), 'id integer'), table('x'.repeat(201), 'id integer'));
    expect([...ontology.concepts.keys()].map((name) => name.length)).toEqual([5, 120, 122]);
  });
});

describe('keys and labels', () => {
  it.each([
    ['a unique key without NULL', { uniqueKeys: [['maybe'], ['code']] }, 'code string, maybe string?', ['code']],
    ['a column named id', {}, 'id integer, name string', ['id']],
    ['a column named after the table', {}, 'PetId integer, house_id integer', ['pet_id']],
    ['nothing', {}, 'a integer, b integer', []],
  ] as const)('the key is %s if there is no primary key', (_, keys, columns, expected) => {
    const { ontology } = draft(table('pet', columns, { primaryKey: [], ...keys }));
    expect(ontology.concepts.get('pet')?.primaryKey).toEqual(expected);
  });

  it('a table without a key becomes a concept with a commented-out mapping', () => {
    const { script, ontology } = draft(table('log', 'line string', { primaryKey: [] }));
    expect(ontology.concepts.get('log')?.properties).toEqual(['line']);
    expect(ontology.mappings.size).toBe(0);
    expect(script).toContain('-- CREATE MAPPING `map_log`\n--   INTO (`log`)\n');
  });

  it.each([
    ['name string, code string', ['name']],
    ['pet_name string', ['pet_name']],
    ['Pet string', ['pet']],
    ['first_name string, last_name string', ['first_name', 'last_name']],
    ['LastName string, FirstName string', ['first_name', 'last_name']],
    ['last_name string', []],
    ['name string, title string', []],
    ['first_name string, last_name string, title string', []],
    ['owner_name string', []],
    ['name integer', []],
  ])('of the columns %s the label is %j', (columns, label) => {
    const { ontology } = draft(table('pet', `id integer, ${columns}`));
    expect(ontology.concepts.get('pet')?.label).toEqual(label);
  });
});

it('columns without a type of the language become strings, with a comment', () => {
  const { script, ontology } = draft(table('pet', 'id integer, photo -'));
  expect(ontology.properties.get('photo')?.type.name).toBe('string');
  expect(script).toContain('-- No type fits `photo` (-): it reads as text, binary data as base64.');
});

it('views are included only for files', () => {
  const view = table('exports', 'id integer', { primaryKey: [], isView: true });
  const files = printDraft(draftOntology('lake', { type: 'files', options: { path: 'exports/*.csv' } }, [view]));
  expect([...buildOntology(readScript(files), 'version').concepts.keys()]).toEqual(['thing', 'exports']);
  expect([...draft(view).ontology.concepts.keys()]).toEqual(['thing']);
});
