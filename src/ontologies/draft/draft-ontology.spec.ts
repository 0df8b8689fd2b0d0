import { buildOntology, readScript } from '../../compiler/ontology';
import { type SourceForeignKey, type SourceTable, type Ontology, type ScalarTypeName } from '../../model';
import { type DraftedSource, draftOntology, type DraftOptions, shownTables } from './draft-ontology';
import { AS_WRITTEN } from './ontology-name';
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

const option = (name: string, value: string) => ({ name: { name }, value });
const FILE: DraftedSource = { type: 'duckdb', options: [option('path', 'shop.duckdb')] };

/** Returns the script and the ontology that it creates: every draft must be valid. */
function draft(...tables: SourceTable[]): { readonly script: string; readonly ontology: Ontology } {
  return draftWith({}, ...tables);
}

function draftWith(
  options: DraftOptions,
  ...tables: SourceTable[]
): { readonly script: string; readonly ontology: Ontology } {
  const script = printDraft(draftOntology('shop', FILE, tables, options));
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
-- Drafted from the tables and keys of a data source. Rename what needs other names, add descriptions and
-- parents, and apply it.
-- To apply it again after the ontology exists, write CREATE OR REPLACE ONTOLOGY.
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
  const script = printDraft(
    draftOntology(
      'shop',
      { type: 'mysql', options: [option('host', 'h'), option('Password', 'secret'), option('database', 'd')] },
      [],
    ),
  );
  expect(script).toContain(
    "-- The password is not included: before you apply this, write it into OPTIONS as password = '...'. It is stored",
  );
  expect(script).toContain("CREATE DATASOURCE `shop` TYPE mysql OPTIONS (`host` = 'h', `database` = 'd');");
});

it('keeps the name of the variable that contains the password', () => {
  const variable = { name: { name: 'password' }, variable: { name: 'SHOP_PASSWORD' } };
  const script = printDraft(draftOntology('shop', { type: 'mysql', options: [option('host', 'h'), variable] }, []));
  expect(script).toContain("OPTIONS (`host` = 'h', `password` = env('SHOP_PASSWORD'));");
  expect(script).not.toContain('is not included');
});

describe('relationships', () => {
  const person = table('person', 'id integer, name string');

  it.each([
    ['person_id', 'person', 'has_pet'],
    ['personid', 'person', 'has_pet'],
    ['keeper_code', 'person', 'has_pet'],
    ['id', 'person', 'has_pet'],
    ['keeper', 'person', 'has_pet'],
    ['person', 'to_person', 'has_pet'],
  ])('are named after their target if it is the only one, for the column %s: %s', (column, name, inverse) => {
    const columns = column === 'id' ? 'id integer' : `id integer, ${column} integer`;
    const drafted = draft(person, table('pet', columns, { to: [key(column, 'person')] }));
    expect(relationshipsOf(drafted, 'pet')).toEqual([`${name} -> person`]);
    expect(relationshipsOf(drafted, 'person')).toEqual([`${inverse} -> pet`]);
  });

  it('are named by the singular of their target, whatever the column is called', () => {
    const company = table('companies', 'cmpNpdidCompany integer', { primaryKey: ['cmpNpdidCompany'] });
    const licence = table('licence', 'id integer, cmpNpdidCompany integer', {
      to: [key('cmpNpdidCompany', 'companies', 'cmpNpdidCompany')],
    });
    expect(relationshipsOf(draft(company, licence), 'licence')).toEqual(['company -> companies']);
  });

  it.each([
    ['home_team_id, away_team_id', ['away_team', 'home_team']],
    ['home_identifier, away_number', ['away', 'home']],
    ['home_key, away_nr', ['away', 'home']],
    ['home_code, away_no', ['away', 'home']],
    ['fk_home, id_away', ['away', 'home']],
    ['hometeamid, awayteamid', ['awayteam', 'hometeam']],
    ['home, away', ['away_team', 'home_team']],
  ])('drop what marks a key if several lead to one table: %s', (columns, names) => {
    const [home = '', away = ''] = columns.split(', ');
    const match = table('match', `id integer, ${home} integer, ${away} integer`, {
      to: [key(home, 'team'), key(away, 'team')],
    });
    expect(relationshipsOf(draft(table('team', 'id integer'), match), 'match')).toEqual(names.map((name) => `${name} -> team`)); // prettier-ignore
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
    table('playlist_track', 'playlist_id integer, track_id integer', {
      primaryKey: ['playlist_id', 'track_id'],
      to,
      ...keys,
    });

  it('become a MULTIREFERENCE and a link mapping', () => {
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
      linkColumns: [],
      isInverse: true,
    });
  });

  it('with further columns become a concept as well', () => {
    const columns = 'playlist_id integer, track_id integer, Position integer';
    const rated = table('playlist_track', columns, { primaryKey: ['playlist_id', 'track_id'], to });
    const drafted = draft(track, playlist, rated);
    expect(relationshipsOf(drafted, 'playlist')).toEqual([
      'has_playlist_track -> playlist_track',
      'has_track -> track',
    ]);
    expect(relationshipsOf(drafted, 'playlist_track')).toEqual(['playlist -> playlist', 'track -> track']);
    expect(drafted.ontology.mappings.get('map_playlist_track')?.target).toMatchObject({ kind: 'concepts' });
    expect(drafted.ontology.mappings.get('map_playlist_track_links')?.target).toMatchObject({
      linkColumns: ['position'],
    });
  });

  it.each([
    ['have no key', { primaryKey: [] }, 'playlist_id integer, track_id integer', false],
    [
      'have no key, but more columns',
      { primaryKey: [] },
      'playlist_id integer, track_id integer, n integer',
      undefined,
    ],
    [
      'have a key of their own and a unique key',
      { primaryKey: ['id'], uniqueKeys: [['track_id', 'playlist_id']] },
      'id integer, playlist_id integer, track_id integer',
      false,
    ],
    [
      'have a key of their own, a unique key and more columns',
      { primaryKey: ['id'], uniqueKeys: [['track_id', 'playlist_id']] },
      'id integer, playlist_id integer, track_id integer, n integer',
      true,
    ],
  ])('are recognized if they %s', (_, keys, columns, isConcept) => {
    const { ontology } = draft(track, playlist, table('playlist_track', columns, { to, ...keys }));
    const isLink = [...ontology.mappings.values()].some(({ target }) => target.kind === 'link');
    expect(isLink).toBe(isConcept !== undefined);
    expect(ontology.concepts.has('playlist_track')).toBe(isConcept ?? true);
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
    ['IOUs', 'ious'],
    ['PersonIDs', 'person_ids'],
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
      '-- The table `sys_a` is named `x_sys_a`: names that begin with "sys_" or "_type_of_" are reserved.\n',
    );
    expect(script).toContain('-- The column `in.out x` is named `in_out_x`: a name may contain only letters,');
  });

  it('of two tables or columns that would be equal remain distinct; an exact name wins', () => {
    const { script, ontology } = draft(table('a b', 'id integer, c_d string, c d string'), table('a_b', 'id integer'));
    expect([...ontology.concepts.keys()]).toEqual(['thing', 'a_b_2', 'a_b']);
    expect(ontology.concepts.get('a_b_2')?.properties).toEqual(['id', 'c_d', 'a_b_2_c_d']);
    expect(script).toContain('-- The column `c d` is named `a_b_2_c_d`: the name is taken.');
  });

  it('of columns with different types are prefixed, except for the most common type', () => {
    const tables = [table('a', 'id integer, code integer'), table('b', 'id integer, code string'), table('c', 'id integer, code string')]; // prettier-ignore
    const { script, ontology } = draft(...tables);
    expect(ontology.concepts.get('a')?.properties).toEqual(['id', 'a_code']);
    expect(ontology.concepts.get('b')?.properties).toEqual(['id', 'code']);
    expect(ontology.properties.get('code')?.type.name).toBe('string');
    expect(script).toContain('a property has one type in the whole ontology, and `code` is string.');
  });

  it.each([
    ['n smallint', 'n integer', 'integer'],
    ['n bigint', 'n smallint', 'bigint'],
  ])('of integers of several widths are one property: %s and %s', (a, b, type) => {
    const { script, ontology } = draft(table('a', `id integer, ${a}`), table('b', `id integer, ${b}`));
    expect(ontology.properties.get('n')?.type.name).toBe(type);
    expect(script).not.toContain('is named');
  });

  it('of decimals are one property as far as one type contains them', () => {
    const decimal = (name: string, precision: number, scale: number): SourceTable => {
      const type = { name: 'decimal', precision, scale } as const;
      const column = { name: 'price', nativeType: 'decimal', type, nullable: true };
      return { ...table(name, 'id integer'), columns: [...table(name, 'id integer').columns, column] };
    };
    const { ontology } = draft(decimal('a', 10, 2), decimal('b', 6, 4));
    expect(ontology.properties.get('price')?.type).toEqual({ name: 'decimal', precision: 12, scale: 4 });
    const long = draft(decimal('a', 38, 2), decimal('b', 20, 10)).ontology;
    expect([...long.properties.keys()]).toEqual(['id', 'price', 'b_price']);
  });

  it('are kept as they are on request', () => {
    const album = table('Album', 'AlbumId integer, Title string', { primaryKey: ['AlbumId'] });
    const track = table('Tracks', 'TrackId integer, AlbumId integer, in.out string', {
      primaryKey: ['TrackId'],
      to: [key('AlbumId', 'Album', 'AlbumId')],
    });
    const drafted = draftWith({ style: AS_WRITTEN }, album, track);
    expect(drafted.ontology.concepts.get('tracks')?.name).toBe('Tracks');
    expect([...drafted.ontology.properties.values()].map(({ name }) => name)).toEqual(['AlbumId', 'Title', 'TrackId', 'in_out']); // prettier-ignore
    expect(drafted.ontology.concepts.get('album')?.label).toEqual(['title']);
    expect(relationshipsOf(drafted, 'tracks')).toEqual(['Album -> album']);
    expect(relationshipsOf(drafted, 'album')).toEqual(['has_Tracks -> tracks']);
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
  expect(script).toContain('-- No type fits `photo` (-): it is read as a string, binary data as base64.');
});

it('views are included only for files', () => {
  const view = table('exports', 'id integer', { primaryKey: [], isView: true });
  expect(shownTables({ type: 'files', options: [] }, [view])).toEqual([view]);
  expect(shownTables({ type: 'duckdb', options: [] }, [view])).toEqual([]);
});

describe('a table whose primary key is a foreign key as a whole', () => {
  const person = table('person', 'id integer, name string');
  const broker = table('broker', 'person_id integer, licence string', {
    primaryKey: ['person_id'],
    to: [key('person_id', 'person')],
  });
  const deal = table('deal', 'id integer, broker_id integer', { to: [key('broker_id', 'broker', 'person_id')] });

  it('keeps its relationship, and INHERITS is proposed as statements that can be taken in', () => {
    const drafted = draft(person, broker, deal);
    expect(relationshipsOf(drafted, 'broker')).toEqual(['has_deal -> deal', 'person -> person']);
    const script = drafted.script
      .replace(/^-- CREATE OR REPLACE[\s\S]*?;$/gm, (text) => text.replace(/^-- /gm, ''))
      .replace('-- ALTER', 'ALTER');
    const ontology = buildOntology(readScript(script), 'version');
    expect(ontology.concepts.get('broker')).toMatchObject({
      parents: ['person'],
      properties: ['person_id', 'licence', 'id', 'name'],
    });
    expect(relationshipsOf({ ontology }, 'deal')).toEqual(['broker -> broker']);
    expect(script).toContain(`AS SELECT
  \`broker\`.\`person_id\` AS \`person_id\`,
  \`broker\`.\`licence\` AS \`licence\`,
  \`person\`.\`id\` AS \`id\`,
  \`person\`.\`name\` AS \`name\`
FROM \`broker\` JOIN \`person\` ON \`broker\`.\`person_id\` = \`person\`.\`id\`;`);
    expect(script).toContain("ALTER ONTOLOGY `shop` SET `duplicates` = 'remove';");
  });

  it.each([
    ['a key that is only part of the primary key', table('line', 'person_id integer, no integer', { primaryKey: ['person_id', 'no'], to: [key('person_id', 'person')] })], // prettier-ignore
    ['a key to another column', table('line', 'id integer', { to: [key('id', 'person', 'name')] })],
  ])('is not one with %s', (_, other) => {
    expect(draft(person, other).script).not.toContain('INHERITS');
  });
});

describe('comments and sensitive names', () => {
  it('of the data source become descriptions', () => {
    const comments = new Map([
      ['pet', { table: "All 'pets'", columns: new Map([['name', 'As called'], ['id', 'of pets']]) }], // prettier-ignore
      ['toy', { columns: new Map([['id', 'of toys']]) }],
    ]);
    const { ontology } = draftWith({ comments }, table('pet', 'id integer, name string'), table('toy', 'id integer'));
    expect(ontology.concepts.get('pet')?.description).toBe("All 'pets'");
    expect(ontology.concepts.get('toy')?.description).toBe('');
    expect(ontology.properties.get('name')?.description).toBe('As called');
    expect(ontology.properties.get('id')?.description).toBe('pet: of pets; toy: of toys');
  });

  it('are proposed as sensitive if MASK_COLUMNS contains a part of them', () => {
    const columns = 'id integer, WorkEmail string, creditcardno string, phone string';
    const { script, ontology } = draftWith({ maskColumns: ['email', 'credit_card'] }, table('person', columns));
    const tagged = [...ontology.properties.values()].filter(({ tags }) => tags.length > 0);
    expect(tagged.map(({ name, tags }) => [name, tags])).toEqual([
      ['work_email', [{ name: 'classification', value: 'PII' }]],
      ['creditcardno', [{ name: 'classification', value: 'PII' }]],
    ]);
    expect(script).toContain('-- Proposed as sensitive, by its name (MASK_COLUMNS): callers without UNMASK');
  });
});

describe('a draft of a data source that is added to an ontology', () => {
  const SHOP = `CREATE ONTOLOGY shop;
    CREATE DATASOURCE main TYPE duckdb OPTIONS (path = 'main.duckdb');
    CREATE MEASURE total integer AS SELECT SUM(id);
    CREATE CONCEPT customer (id integer, name string, code string, total measure integer, tag string, PRIMARY KEY (id), CONSTRAINT nick MULTIVALUE string);
    CREATE MAPPING map_order INTO (customer) AS SELECT id AS id, name AS name FROM customers;
    CREATE MAPPING map_likes INTO (customer) AS SELECT id AS id FROM likes;`;
  const before = buildOntology(readScript(SHOP), 'first');
  const add = (...tables: SourceTable[]) => {
    const script = printDraft(draftOntology('crm', FILE, tables, { into: before }));
    return { script, ontology: buildOntology(readScript(SHOP + script), 'second') };
  };
  const columnsOf = (ontology: Ontology, concept: string): string[] =>
    (ontology.concepts.get(concept)?.ownProperties ?? []).map((name) => `${name} ${ontology.properties.get(name)?.type.name ?? ''}`); // prettier-ignore

  it('creates no ontology, and reads its own data source', () => {
    const { script, ontology } = add(table('visit', 'id integer, place string?'));
    expect(script).toBe(`\
-- Drafted from the tables and keys of a data source. Rename what needs other names, add descriptions and
-- parents, and apply it.
-- A column that is named like a property of the ontology becomes this property, if its type fits. If the ontology
-- already has a concept for the rows of a table, drop the new concept, and map the table into the old one.
CREATE DATASOURCE \`crm\` TYPE duckdb OPTIONS (\`path\` = 'shop.duckdb');

CREATE CONCEPT \`visit\` (
  \`id\` integer,
  \`place\` string,
  PRIMARY KEY (\`id\`)
);

CREATE MAPPING \`map_visit\`
  INTO (\`visit\`)
  USING \`crm\`
AS SELECT
  \`id\` AS \`id\`,
  \`place\` AS \`place\`
FROM \`visit\`;
`);
    expect(ontology.activeDataSource).toBe('main');
    expect(ontology.mappings.get('map_visit')?.dataSource).toBe('crm');
  });

  it('gives no concept and no mapping a name that the ontology has', () => {
    const { ontology } = add(
      table('Customer', 'id integer'),
      table('order', 'id integer'),
      table('note', 'id integer'),
    );
    expect([...ontology.concepts.keys()].sort()).toEqual(['crm_customer', 'crm_order', 'customer', 'note', 'thing']);
  });

  it('reuses the properties that fit, and names the other columns differently', () => {
    const { ontology } = add(table('lead', 'id integer, name string, code integer, total integer, nick string, other string')); // prettier-ignore
    expect(columnsOf(ontology, 'lead')).toEqual(['id integer', 'name string', 'lead_code integer', 'lead_total integer', 'lead_nick string', 'other string']); // prettier-ignore
    expect(columnsOf(ontology, 'customer')).toEqual(columnsOf(before, 'customer'));
  });

  it('names the mapping of links differently as well', () => {
    const likes = table('likes', 'person integer, page integer', {
      primaryKey: ['person', 'page'],
      to: [key('person', 'person'), key('page', 'page')],
    });
    const { ontology } = add(table('person', 'id integer'), table('page', 'id integer'), likes);
    expect([...ontology.mappings.keys()].filter((name) => name.includes('likes'))).toEqual([
      'map_likes',
      'map_crm_likes',
    ]);
  });

  it('describes no property that the ontology has', () => {
    const comments = new Map([['lead', { columns: new Map([['name', 'a comment'], ['other', 'another comment']]) }]]); // prettier-ignore
    const script = printDraft(draftOntology('crm', FILE, [table('lead', 'id integer, name string, other string')], { into: before, comments, maskColumns: ['name'] })); // prettier-ignore
    expect(script.match(/CREATE PROPERTY `\w+`/g)).toEqual(['CREATE PROPERTY `other`']);
  });
});
