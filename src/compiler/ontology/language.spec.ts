import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ontology } from '../../model';
import { ServiceError } from '../../errors';
import { parseStatements } from '../statement';
import { applyStatements, isModelStatement } from './apply-statements';
import { buildOntology } from './build-ontology';
import { findRelationship } from './find-relationship';
import { describeForwardReference, findForwardReferences } from './link-what-exists';
import { listWarnings } from './list-warnings';
import { emptyDefinitions, type OntologyDefinitions } from './ontology-definitions';
import { printOntology } from './print-ontology';
import { readScript } from './read-script';

const SOURCE = "CREATE DATASOURCE `db` TYPE duckdb OPTIONS (path = 'a.duckdb');";

function apply(text: string, before: OntologyDefinitions = emptyDefinitions('shop')): OntologyDefinitions {
  return applyStatements(
    before,
    parseStatements(text).filter((statement) => isModelStatement(statement)),
  );
}

function build(text: string): Ontology {
  return buildOntology(apply(SOURCE + text), 'version');
}

function refusal(work: () => unknown): { code: string; message: string; hint?: string | undefined } {
  try {
    work();
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, message: error.message, hint: error.details.hint };
    throw error;
  }
  throw new Error('nothing was refused');
}

function fixture(name: string): string {
  return readFileSync(join(__dirname, '../../../test/fixtures', `${name}.ontology.sql`), 'utf8');
}

const ALBUM = 'CREATE CONCEPT album (album_id integer, title string, PRIMARY KEY (album_id), LABEL (title));';
const TRACK = `CREATE CONCEPT track (track_id integer, album_id integer, PRIMARY KEY (track_id),
  CONSTRAINT on_album FOREIGN KEY (album_id) REFERENCES album (album_id));`;

describe('buildOntology', () => {
  it('links the Chinook shop', () => {
    const { concepts, properties, mappings, views } = build(fixture('chinook'));
    expect([...concepts.keys()]).toEqual(
      ['thing', 'person', 'customer', 'employee', 'artist', 'album', 'genre', 'media_type', 'playlist', 'track'].concat(
        ['invoice', 'invoice_line', 'long_track', 'loyal_customer'],
      ),
    );
    expect(concepts.get('loyal_customer')).toMatchObject({
      parents: ['customer'],
      ancestors: ['customer', 'person', 'thing'],
      primaryKey: ['customer_id'],
      keyConcept: 'customer',
      label: ['first_name', 'last_name'],
      logic: { from: 'customer', schema: 'dsvc' },
    });
    expect(concepts.get('person')).toMatchObject({
      primaryKey: [],
      keyConcept: undefined,
      children: ['customer', 'employee'],
      descendants: ['customer', 'employee', 'loyal_customer'],
    });
    expect(concepts.get('long_track')?.relationships.get('on_album')).toMatchObject({
      source: 'track',
      target: 'album',
      cardinality: 'one',
      isInverse: false,
      join: { kind: 'key', sourceProperties: ['album_id'], targetProperties: ['album_id'] },
    });
    expect(concepts.get('album')?.relationships.get('has_track')).toMatchObject({
      source: 'album',
      target: 'track',
      inverseName: 'on_album',
      cardinality: 'many',
      isInverse: true,
    });
    expect(concepts.get('genre')?.relationships.get('~of_genre')).toMatchObject({ target: 'track', isInverse: true });
    expect(concepts.get('employee')?.relationships.get('manages')).toMatchObject({
      transitivity: 5,
      target: 'employee',
    });
    const holds = concepts.get('playlist')?.relationships.get('holds_track');
    expect(holds).toMatchObject({ cardinality: 'many', join: { kind: 'link', mappings: ['map_playlist_track'] } });
    expect(mappings.get('map_playlist_track')).toMatchObject({
      dataSource: 'db',
      target: {
        kind: 'link',
        linkColumns: [],
        ends: [
          { relationship: 'in_playlist', concept: 'playlist', columns: ['playlist_id'], properties: ['playlist_id'] },
          { relationship: 'holds_track', concept: 'track', columns: ['track_id'], properties: ['track_id'] },
        ],
      },
    });
    expect(concepts.get('track')?.mappings).toEqual(['map_track']);
    expect(properties.get('email')?.tags).toEqual([{ name: 'classification', value: 'PII' }]);
    expect([...views.keys()]).toEqual(['track_catalogue', 'sales_by_country']);
  });

  it('links the Sakila rental, with link columns and unnamed inverses that share a name', () => {
    const { concepts, mappings } = build(fixture('sakila'));
    expect(mappings.get('map_film_actor')?.target).toMatchObject({ linkColumns: ['credited_on'] });
    const staff = concepts.get('staff')!;
    const handled = [...staff.relationships.values()].filter((relationship) => relationship.name === '~handled_by');
    expect(handled.map((relationship) => relationship.target)).toEqual(['rental', 'payment']);
    const payment = { key: 'payment', ancestors: concepts.get('payment')!.ancestors };
    expect(findRelationship(staff.relationships, '~HANDLED_BY', payment)?.target).toBe('payment');
    const customer = { key: 'customer', ancestors: concepts.get('customer')!.ancestors };
    const address = concepts.get('address')!.relationships;
    expect(findRelationship(address, 'home_of', customer)).toMatchObject({ target: 'person', cardinality: 'many' });
    expect(findRelationship(address, '~lives_at', customer)?.name).toBe('home_of');
    expect(findRelationship(address, 'home_of', payment)).toBeUndefined();
  });

  it('accepts definitions in any order and inherits properties, key and label from several parents', () => {
    const { concepts } = build(`
      CREATE CONCEPT c (own string) INHERITS (a, b);
      CREATE CONCEPT a (a_id integer, LABEL (name), name string);
      CREATE CONCEPT b (b_id integer, name string, PRIMARY KEY (b_id)) INHERITS (thing);
    `);
    expect(concepts.get('c')).toMatchObject({
      parents: ['a', 'b'],
      ancestors: ['a', 'b', 'thing'],
      ownProperties: ['own'],
      properties: ['own', 'a_id', 'name', 'b_id'],
      primaryKey: ['b_id'],
      keyConcept: 'b',
      label: ['name'],
    });
    expect(concepts.get('thing')?.children).toEqual(['a', 'b']);
  });

  it('accepts the generated name of an inverse, declared from either side', () => {
    const text = `${ALBUM} ${TRACK.replace('REFERENCES album (album_id)', 'REFERENCES album (album_id) INVERSEOF \`~on_album\`')}`;
    expect(build(text).concepts.get('album')?.relationships.get('~on_album')).toMatchObject({
      inverseName: 'on_album',
    });
    const turned = build(`CREATE CONCEPT a (a_id integer, b_id integer, PRIMARY KEY (a_id));
      CREATE CONCEPT b (b_id integer, PRIMARY KEY (b_id),
        CONSTRAINT \`~part_of\` FOREIGN KEY (b_id) REFERENCES a (b_id) INVERSEOF part_of);`);
    expect(turned.concepts.get('a')?.relationships.get('part_of')).toMatchObject({ target: 'b', cardinality: 'one' });
  });

  it('rejects a generated name for the inverse of another relationship', () => {
    const text = TRACK.replace('REFERENCES album (album_id)', 'REFERENCES album (album_id) INVERSEOF \`~in_album\`');
    expect(refusal(() => apply(text))).toEqual({
      code: 'ontology_bad_name',
      message: '`~in_album` is not the inverse of `on_album`',
      hint: 'an inverse with "~" is called `~on_album`; any other name has no "~"',
    });
  });

  it('follows TRANSITIVE without a number as often as the setting says, 3 times by default', () => {
    const text = `CREATE CONCEPT node (id integer, up integer, PRIMARY KEY (id),
      CONSTRAINT above FOREIGN KEY (up) REFERENCES node (id) TRANSITIVE);`;
    const steps = (ontology: Ontology) => ontology.concepts.get('node')?.relationships.get('above')?.transitivity;
    expect(steps(build(text))).toBe(3);
    expect(steps(build(`ALTER ONTOLOGY shop SET default_transitivity = 7; ${text}`))).toBe(7);
    const refused = refusal(() => apply('ALTER ONTOLOGY shop SET default_transitivity = 0;'));
    expect(refused.message).toContain('`default_transitivity` must be a number of steps from 1 to 1000');
  });

  it('ignores TRANSITIVE on a relationship to another concept, with a warning', () => {
    const text = `${ALBUM} ${TRACK.replace('album (album_id)', 'album (album_id) TRANSITIVE(3)')}`;
    const ontology = build(text);
    expect(ontology.concepts.get('track')?.relationships.get('on_album')?.transitivity).toBe(1);
    expect(listWarnings(ontology, apply(text), parseStatements(text)).map((warning) => warning.text)).toEqual([
      'concept `track`, relationship `on_album`: TRANSITIVE is ignored, because `album` is another concept',
    ]);
    expect(listWarnings(build(`${ALBUM} ${TRACK}`), apply(`${ALBUM} ${TRACK}`), parseStatements(TRACK))).toEqual([]);
  });

  const ALBUM_OF_TRACK = 'CREATE CONCEPT album (album_id integer, PRIMARY KEY (album_id), CONSTRAINT';
  it.each([
    [
      'FOREIGN KEY',
      'has_track FOREIGN KEY (album_id) REFERENCES track (album_id) INVERSEOF on_album',
      ' INVERSEOF has_track',
      'one',
    ],
    [
      'FOREIGN KEY, one without INVERSEOF',
      'has_track FOREIGN KEY (album_id) REFERENCES track (album_id)',
      ' INVERSEOF has_track',
      'one',
    ],
    [
      'FOREIGN KEY, the other without INVERSEOF',
      'has_track FOREIGN KEY (album_id) REFERENCES track (album_id) INVERSEOF on_album',
      '',
      'one',
    ],
    [
      'FOREIGN KEY with a generated name',
      '\`~on_album\` FOREIGN KEY (album_id) REFERENCES track (album_id) INVERSEOF on_album',
      '',
      'one',
    ],
  ])('builds a relationship once that is declared from both sides: %s', (_, constraint, inverse, cardinality) => {
    const track = TRACK.replace('REFERENCES album (album_id)', `REFERENCES album${inverse}`);
    for (const text of [`${ALBUM_OF_TRACK} ${constraint}); ${track}`, `${track} ${ALBUM_OF_TRACK} ${constraint});`]) {
      const { concepts } = build(text);
      const [there, ...more] = concepts.get('album')!.relationships.values();
      const [back, ...others] = concepts.get('track')!.relationships.values();
      expect([...more, ...others]).toEqual([]);
      expect(back).toMatchObject({
        name: 'on_album',
        inverseName: there?.name,
        cardinality,
        join: { sourceProperties: ['album_id'] },
      });
      expect(there).toMatchObject({ inverseName: 'on_album', cardinality: 'many' });
    }
  });

  it.each([
    [
      'has_track FOREIGN KEY (album_id) REFERENCES track (track_id) INVERSEOF on_album',
      'they compare different columns',
    ],
    ['has_track MULTIREFERENCE track INVERSEOF on_album', 'one is a FOREIGN KEY, the other a MULTIREFERENCE'],
    [
      'has_track FOREIGN KEY (album_id) REFERENCES track (album_id) INVERSEOF off_album',
      'one is INVERSEOF `off_album`',
    ],
  ])('rejects contradicting declarations, and names both: %s', (constraint, difference) => {
    const track = TRACK.replace('REFERENCES album (album_id)', 'REFERENCES album (album_id) INVERSEOF has_track');
    const { code, message, hint } = refusal(() => build(`${ALBUM_OF_TRACK} ${constraint}); ${track}`));
    expect(code).toBe('ontology_invalid');
    expect(message).toContain('relationship `on_album` of concept `track`');
    expect(message).toContain('relationship `has_track` of concept `album`');
    expect(message).toContain(difference);
    expect(hint).toBe('declare the relationship from one side, or the same from both');
  });

  it('refers to the key of a concept without columns, and to the id of any entity by `thing`', () => {
    const { concepts } = build(`${ALBUM} CREATE CONCEPT note (note_id integer, about string, PRIMARY KEY (note_id),
      CONSTRAINT on_album FOREIGN KEY (note_id) REFERENCES album, CONSTRAINT is_about FOREIGN KEY (about) REFERENCES thing TRANSITIVE(2),
      CONSTRAINT called FOREIGN KEY (about) REFERENCES thing (title));`);
    const of = (name: string) => concepts.get('note')?.relationships.get(name);
    expect(of('on_album')).toMatchObject({ cardinality: 'one', join: { targetProperties: ['album_id'] } });
    expect(of('is_about')).toMatchObject({
      cardinality: 'many',
      transitivity: 1,
      join: { targetProperties: ['entity_id'] },
    });
    expect(of('called')).toMatchObject({ join: { targetProperties: ['title'] } });
    expect(concepts.get('album')?.relationships.get('~is_about')).toMatchObject({ target: 'note' });
    expect(
      refusal(() => build('CREATE CONCEPT a (x integer, y integer, CONSTRAINT r FOREIGN KEY (x, y) REFERENCES thing);'))
        .message,
    ).toContain('joins 2 columns with 1 of `thing`');
  });

  it('sets cardinality one for the key of the target, unless descendants have keys of their own', () => {
    const text = `CREATE CONCEPT place (place_id integer, PRIMARY KEY (place_id));
      CREATE CONCEPT trip (trip_id integer, place_id integer, PRIMARY KEY (trip_id),
        CONSTRAINT goes_to FOREIGN KEY (place_id) REFERENCES place (place_id));
      CREATE CONCEPT passport (trip_id integer, PRIMARY KEY (trip_id),
        CONSTRAINT valid_for FOREIGN KEY (trip_id) REFERENCES trip (trip_id));`;
    const cardinality = (ontology: Ontology, concept: string, name: string): string | undefined =>
      ontology.concepts.get(concept)?.relationships.get(name)?.cardinality;
    const plain = build(text);
    expect(cardinality(plain, 'trip', 'goes_to')).toBe('one');
    expect(cardinality(plain, 'place', '~goes_to')).toBe('many');
    expect(cardinality(plain, 'trip', '~valid_for')).toBe('one');
    const keyed = build(`${text} CREATE CONCEPT city (city_id integer, PRIMARY KEY (city_id)) INHERITS (place);`);
    expect(cardinality(keyed, 'trip', 'goes_to')).toBe('many');
  });

  it('reads the columns of a mapping WITHOUT PARSING from its SQL', () => {
    const { mappings } = build(`${ALBUM} CREATE MAPPING m INTO (album) WITHOUT PARSING AS
      SELECT DISTINCT a.id AS \`album_id\`, COALESCE(a.t, (SELECT 'x, FROM y')) title FROM a WHERE a.t IN (SELECT 1);`);
    expect(mappings.get('m')?.columns.map((column) => column.key)).toEqual(['album_id', 'title']);
  });

  it('treats a mapping of only the key and multi-values as additional values', () => {
    const { properties, concepts } = build(`
      CREATE CONCEPT track (track_id integer, PRIMARY KEY (track_id), CONSTRAINT genres MULTIVALUE string);
      CREATE MAPPING m INTO (track) AS SELECT id AS track_id, g AS genres FROM x;`);
    expect(properties.get('genres')?.isMultiValue).toBe(true);
    expect(concepts.get('track')).toMatchObject({ properties: ['track_id', 'genres'], mappings: ['m'] });
  });

  it.each([
    [
      'a property of two types',
      `${ALBUM} CREATE CONCEPT b (title integer);`,
      'concept `b`: `title` is integer here but string in concept `album`',
    ],
    [
      'a cycle of parents',
      'CREATE CONCEPT a INHERITS (b); CREATE CONCEPT b INHERITS (a);',
      '`a` inherits `b` inherits `a`',
    ],
    [
      'an unknown parent',
      `${ALBUM} CREATE CONCEPT b INHERITS (albun);`,
      'concept `b` INHERITS: there is no concept `albun`',
    ],
    [
      'a key that the concept lacks',
      'CREATE CONCEPT a (x integer, PRIMARY KEY (y));',
      'concept `a`, PRIMARY KEY: there is no property of concept `a` named `y`',
    ],
    ['a foreign key to nowhere', TRACK, 'concept `track`, relationship `on_album`: there is no concept `album`'],
    [
      'a foreign key to an unknown column',
      `${ALBUM} ${TRACK.replace('album (album_id)', 'album (id)')}`,
      'there is no property of concept `album` named `id`',
    ],
    [
      'a foreign key of uneven columns',
      `${ALBUM} ${TRACK.replace('album (album_id)', 'album (album_id, title)')}`,
      'joins 1 columns with 2 of `album`',
    ],
    [
      'a mapping to an unknown property',
      `${ALBUM} CREATE MAPPING m INTO (album) AS SELECT a AS album_id, b AS titel FROM t;`,
      'mapping `m`: there is no property of `album` named `titel`',
    ],
    [
      'a mapping without the key',
      `${ALBUM} CREATE MAPPING m INTO (album) AS SELECT b AS title FROM t;`,
      'does not map the key of `album`: `album_id` is missing',
    ],
    [
      'a mapping into a concept without key',
      'CREATE CONCEPT a (x integer); CREATE MAPPING m INTO (a) AS SELECT x FROM t;',
      'concept `a` has no primary key',
    ],
    [
      'a mapping of everything',
      `${ALBUM} CREATE MAPPING m INTO (album) WITHOUT PARSING AS SELECT * FROM t;`,
      'cannot select `*`',
    ],
    [
      'a mapping column without name',
      `${ALBUM} CREATE MAPPING m INTO (album) AS SELECT a AS album_id, 1 + 1 FROM t;`,
      'column 2 has no name',
    ],
    [
      'a mapping over an unknown source',
      `${ALBUM} CREATE MAPPING m INTO (album) USING dc AS SELECT a AS album_id FROM t;`,
      'there is no data source `dc`',
    ],
    [
      'entities for a logic concept',
      `${ALBUM} CREATE CONCEPT b INHERITS (album) FROM svc.album WHERE album_id > 1; CREATE MAPPING m INTO (b) AS SELECT a AS album_id FROM t;`,
      'selects its entities from `album`',
    ],
    [
      'a link mapping of a foreign key',
      `${ALBUM} ${TRACK} CREATE MAPPING m (CONSTRAINT on_album FOREIGN KEY (a) REFERENCES album (album_id), CONSTRAINT \`~on_album\` FOREIGN KEY (b) REFERENCES track (track_id)) AS SELECT a, b FROM t;`,
      'is a FOREIGN KEY and cannot have a link mapping',
    ],
    [
      'a logic concept from nowhere',
      `${ALBUM} CREATE CONCEPT b INHERITS (album) FROM svc.albums WHERE album_id > 1;`,
      'concept `b`, FROM: there is no concept `albums`',
    ],
    [
      'entities that depend on themselves',
      'CREATE CONCEPT a (x integer); CREATE CONCEPT b FROM svc.c; CREATE CONCEPT c FROM svc.b;',
      'selects its entities from itself',
    ],
    [
      'a condition that tests its own type',
      `${ALBUM} CREATE CONCEPT b INHERITS (album) FROM dsvc.album WHERE \`_type_of_b\` = 0;`,
      'selects its entities from itself',
    ],
    [
      'a condition that looks at its own entities in a sub-query',
      `${ALBUM} CREATE CONCEPT b INHERITS (album) FROM svc.album WHERE EXISTS (SELECT 1 FROM svc.b x WHERE x.album_id = 1);`,
      'selects its entities from itself',
    ],
    [
      'a condition that looks at its own entities through views',
      `${ALBUM} CREATE VIEW v AS SELECT album_id FROM dsvc.b; CREATE VIEW w AS SELECT album_id FROM vsvc.v;
       CREATE CONCEPT b INHERITS (album) FROM svc.album WHERE album_id IN (SELECT album_id FROM vsvc.w);`,
      'selects its entities from itself',
    ],
    [
      'a property calculated from itself',
      'CREATE PROPERTY a integer AS SELECT b + 1; CREATE PROPERTY b integer AS SELECT a - 1;',
      '`a` from `b` from `a`',
    ],
    [
      'a calculation over unknown names',
      'CREATE PROPERTY a integer AS SELECT nothing + 1;',
      'property `a`: there is no property `nothing`',
    ],
    [
      'a concept that lacks what its property is made of',
      'CREATE PROPERTY d integer AS SELECT x + 1; CREATE CONCEPT a (d integer); CREATE CONCEPT b (x integer);',
      'concept `a`: lacks `x`',
    ],
    [
      'a mapped calculation',
      `CREATE PROPERTY d integer AS SELECT album_id + 1; ${ALBUM} CREATE CONCEPT e (d integer) INHERITS (album); CREATE MAPPING m INTO (e) AS SELECT a AS album_id, b AS d FROM t;`,
      'is calculated and cannot be mapped',
    ],
    ['an unknown measure', 'CREATE CONCEPT a (revenue measure decimal);', 'there is no measure `revenue`'],
    [
      'a view over nothing',
      'CREATE VIEW v AS SELECT x FROM nowhere;',
      'view `v`: there is no concept or view `nowhere`',
    ],
    [
      'views that read each other',
      'CREATE VIEW v AS SELECT x FROM vsvc.w; CREATE VIEW w AS SELECT x FROM vsvc.v;',
      'reads from itself: `v` from `w` from `v`',
    ],
    [
      'a policy for an unknown concept',
      'CREATE POLICY p FILTER nobody WHERE x = 1 TO ROLE r;',
      'policy `p`: there is no concept `nobody`',
    ],
    [
      'a multi-value property together with a property of one value',
      'CREATE CONCEPT a (id integer, n string, PRIMARY KEY (id), CONSTRAINT tags MULTIVALUE string); CREATE MAPPING m INTO (a) AS SELECT id, n, tags FROM t;',
      'maps the MULTIVALUE `tags` together with properties of one value',
    ],
  ])('rejects %s', (_, text, message) => {
    const { code, message: said } = refusal(() => build(text));
    expect(['ontology_invalid', 'ontology_unknown_definition']).toContain(code);
    expect(said).toContain(message);
  });

  it('suggests a similar name', () => {
    expect(refusal(() => build(`${ALBUM} CREATE CONCEPT b INHERITS (albun);`)).hint).toBe('did you mean "album"?');
  });

  it('rejects a mapping without a data source', () => {
    const text = `${ALBUM} CREATE MAPPING m INTO (album) AS SELECT a AS album_id FROM t;`;
    expect(refusal(() => buildOntology(apply(text), 'v')).message).toBe('mapping `m`: the ontology has no data source');
  });
});

describe('the operator ||', () => {
  const view = 'CREATE VIEW v AS SELECT title || 1 AS t FROM album;';

  it('is a concatenation in definitions if the setting is on, and stays one', () => {
    const on = apply(
      `ALTER ONTOLOGY shop SET pipes_as_concat = 'on'; ${ALBUM} ${view} ALTER ONTOLOGY shop SET pipes_as_concat = 'off';`,
    );
    expect(printOntology(on)).toContain('SELECT CONCAT(`title`, 1) AS `t`');
    expect(printOntology(readScript(printOntology(on)))).toBe(printOntology(on));
  });

  it('is rejected otherwise, with its place', () => {
    expect(refusal(() => apply(ALBUM + view))).toEqual({
      code: 'plan_invalid',
      message: '"||" is OR in some systems and a concatenation in others',
      hint: "write OR or CONCAT(a, b), or ALTER ONTOLOGY ... SET pipes_as_concat = 'on'",
    });
  });

  it('keeps the meaning of stored scripts, which print OR', () => {
    const stored = readScript(`CREATE ONTOLOGY shop; ${ALBUM} CREATE VIEW v AS SELECT title OR 1 AS t FROM album;`);
    expect(printOntology(stored)).toContain('SELECT `title` OR 1 AS `t`');
  });
});

describe('linkWhatExists', () => {
  const ALLOW = "ALTER ONTOLOGY shop SET forward_references = 'allow';";
  const waits = (text: string): readonly string[] =>
    findForwardReferences(apply(ALLOW + SOURCE + text)).map(describeForwardReference);

  it.each([
    ['an unknown parent', 'CREATE CONCEPT b INHERITS (album);', ['the concept `b` waits for the concept `album`']],
    [
      'a concept below a waiting one',
      'CREATE CONCEPT c INHERITS (b); CREATE CONCEPT b INHERITS (album);',
      ['the concept `b` waits for the concept `album`', 'the concept `c` waits for the concept `b`'],
    ],
    ['a target', TRACK, ['the relationship `on_album` of concept `track` waits for the concept `album`']],
    [
      'the FROM of a logic concept',
      'CREATE CONCEPT b FROM svc.album;',
      ['the concept `b` waits for the concept `album`'],
    ],
    [
      'a table in a condition',
      `${ALBUM} CREATE CONCEPT b INHERITS (album) FROM svc.album WHERE EXISTS (SELECT 1 FROM svc.track t);`,
      ['the concept `b` waits for the concept or view `track`'],
    ],
    [
      'a calculation',
      'CREATE PROPERTY a integer AS SELECT nothing + 1; CREATE CONCEPT b (a integer, c integer, PRIMARY KEY (c));',
      ['the property `a` waits for the property `nothing`'],
    ],
    [
      'a measure',
      'CREATE CONCEPT b (c integer, revenue measure decimal, PRIMARY KEY (c));',
      ['the measure `revenue` waits for the measure `revenue`'],
    ],
    [
      'the concept of a mapping',
      'CREATE MAPPING m INTO track AS SELECT a AS track_id FROM t;',
      ['the mapping `m` waits for the concept `track`'],
    ],
    [
      'another mapping',
      `${ALBUM} CREATE MAPPING m (DISJOINT FROM n) INTO album AS SELECT a AS album_id FROM t;`,
      ['the mapping `m` waits for the mapping `n`'],
    ],
    [
      'the relationship of a link mapping',
      `${ALBUM} CREATE MAPPING m (CONSTRAINT holds FOREIGN KEY (a) REFERENCES album,
      CONSTRAINT \`~holds\` FOREIGN KEY (b) REFERENCES album) AS SELECT a, b FROM t;`,
      ['the mapping `m` waits for the relationship `holds`', 'the mapping `m` waits for the relationship `~holds`'],
    ],
    [
      'the table of a view',
      'CREATE VIEW v AS SELECT x FROM nowhere;',
      ['the view `v` waits for the concept or view `nowhere`'],
    ],
    [
      'nothing of what exists',
      `${ALBUM} ${TRACK} CREATE VIEW v AS WITH w AS (SELECT title FROM album) SELECT * FROM w;`,
      [],
    ],
  ])('finds %s', (_, text, expected) => {
    expect(waits(text)).toEqual(expected);
    const { waiting } = buildOntology(apply(ALLOW + SOURCE + text), 'v');
    expect(waiting.names.size).toBe(new Set(expected.map((one) => one.split('`')[1])).size);
    expect(findForwardReferences(apply(SOURCE + text))).toEqual([]);
  });

  it('still rejects policies and data sources that do not exist, which decide who may read what', () => {
    for (const text of [
      'CREATE POLICY p FILTER nobody WHERE x = 1 TO ROLE r;',
      `${ALBUM} CREATE MAPPING m INTO album USING dc AS SELECT a AS album_id FROM t;`,
    ])
      expect(refusal(() => buildOntology(apply(ALLOW + SOURCE + text), 'v')).code).toBe('ontology_unknown_definition');
  });

  it('notes all concepts whose entities are incomplete', () => {
    const text = `${ALBUM} CREATE CONCEPT some INHERITS (album) FROM svc.album WHERE album_id > 1;
      CREATE MAPPING m INTO (album, other) AS SELECT a AS album_id FROM t;`;
    expect([...buildOntology(apply(ALLOW + SOURCE + text), 'v').waiting.entities.keys()].sort()).toEqual([
      'album',
      'other',
      'some',
      'thing',
    ]);
  });
});

describe('applyStatements', () => {
  it.each([
    ['a taken name', `${ALBUM}${ALBUM}`, 'ontology_name_taken'],
    ['a bad name', 'CREATE CONCEPT `a.b`;', 'ontology_bad_name'],
    ['a bad property name inside a concept', 'CREATE CONCEPT a (`sys_x` integer);', 'ontology_bad_name'],
    ['a system column', 'CREATE PROPERTY entity_id string;', 'ontology_bad_name'],
    ['the root', 'CREATE OR REPLACE CONCEPT thing;', 'ontology_bad_name'],
    ['the reserved ontology', 'CREATE ONTOLOGY `system`;', 'ontology_bad_name'],
    ['a column twice', 'CREATE CONCEPT a (x integer, X integer);', 'ontology_invalid'],
    ['an unknown setting', "ALTER ONTOLOGY shop SET duplikates = 'keep';", 'ontology_unknown_definition'],
    ['a setting with another value', "ALTER ONTOLOGY shop SET duplicates = 'perhaps';", 'ontology_invalid'],
    ['more seconds than a day has', 'ALTER ONTOLOGY shop SET result_ttl = 86401;', 'ontology_invalid'],
    ['seconds that are no number', "ALTER ONTOLOGY shop SET result_ttl = '1m';", 'ontology_invalid'],
    ['an unknown tag', `${ALBUM} ALTER CONCEPT album DROP TAG icon;`, 'ontology_unknown_definition'],
    ['a data source without its path', "CREATE DATASOURCE d TYPE duckdb OPTIONS (host = 'x');", 'ontology_invalid'],
    ['dropping an unknown concept', 'DROP CONCEPT album;', 'ontology_unknown_definition'],
    [
      'dropping a measure as a property',
      'CREATE MEASURE m integer AS SELECT COUNT(*); DROP PROPERTY m;',
      'ontology_unknown_definition',
    ],
  ])('rejects %s', (_, text, code) => {
    expect(refusal(() => apply(text)).code).toBe(code);
  });

  it('keeps the mappings and the position of a redefined concept', () => {
    const mapping = 'CREATE MAPPING m INTO (album) AS SELECT a AS album_id, b AS title FROM t;';
    const before = apply(`${SOURCE} ${ALBUM} CREATE CONCEPT b; ${mapping}`);
    const kept = apply(
      'CREATE OR REPLACE CONCEPT Album (album_id integer, title string, PRIMARY KEY (album_id));',
      before,
    );
    expect(buildOntology(kept, 'v').concepts.get('album')).toMatchObject({ name: 'Album', mappings: ['m'] });
    expect([...kept.concepts.keys()]).toEqual(['album', 'b']);
    const unfit = apply('CREATE OR REPLACE CONCEPT album (album_id integer, PRIMARY KEY (album_id));', before);
    expect(refusal(() => buildOntology(unfit, 'v')).message).toBe(
      'mapping `m`: there is no property of `album` named `title`',
    );
  });

  it('adds tags to their definitions, including a property declared only in a concept', () => {
    const { concepts, properties } = apply(`${ALBUM}
      ALTER CONCEPT album UPDATE TAG icon = 'a'; ALTER CONCEPT album UPDATE TAG ICON = 'b'; ALTER CONCEPT album UPDATE TAG x = 'y';
      ALTER CONCEPT album DROP TAG x; ALTER PROPERTY title UPDATE TAG classification = 'PII';`);
    expect(concepts.get('album')?.tags.map((tag) => [tag.name.name, tag.value])).toEqual([['ICON', 'b']]);
    expect(properties.get('title')).toMatchObject({ type: { name: 'string' }, tags: [{ value: 'PII' }] });
  });

  it('activates the first data source until another is activated or it is dropped', () => {
    const two = apply(
      `${SOURCE} CREATE DATASOURCE other TYPE mysql OPTIONS (host = 'h', database = 'd', password = 'p');`,
    );
    expect(two.activeDataSource).toBe('db');
    expect(JSON.stringify([...two.dataSources])).not.toContain('password');
    expect(apply('ALTER DATASOURCE other SET ACTIVE;', two).activeDataSource).toBe('other');
    expect(apply('DROP DATASOURCE db;', two).activeDataSource).toBe('other');
    expect(apply('DROP DATASOURCE db; DROP DATASOURCE other;', two).activeDataSource).toBeUndefined();
  });

  describe('DROP', () => {
    const shop = apply(`${SOURCE} ${ALBUM} ${TRACK}
      CREATE CONCEPT old_album INHERITS (album) FROM svc.album WHERE title LIKE 'a%';
      CREATE MAPPING map_album INTO (album) AS SELECT a AS album_id, b AS title FROM t;
      CREATE MAPPING map_track (DISJOINT FROM map_album) INTO (track) AS SELECT a AS track_id, b AS album_id FROM t;
      CREATE VIEW v AS SELECT \`on_album[album].title\` AS t FROM dsvc.track;
      CREATE VIEW w AS SELECT \`on_album.title\` AS t FROM dsvc.track;
      CREATE POLICY p FILTER album WHERE title = 'x' TO ROLE r;`);

    it.each([
      [
        'DROP CONCEPT album',
        ['concept `track`', 'concept `old_album`', 'mapping `map_album`', 'view `v`', 'view `w`', 'policy `p`'],
      ],
      [
        'DROP PROPERTY title',
        ['concept `album`', 'concept `old_album`', 'mapping `map_album`', 'view `v`', 'view `w`', 'policy `p`'],
      ],
      ['DROP MAPPING map_album', ['mapping `map_track`']],
      ['DROP DATASOURCE db', ['mapping `map_album`', 'mapping `map_track`']],
    ])('rejects %s with a list of its users', (text, users) => {
      const { code, message } = refusal(() => apply(`${text};`, shop));
      expect(code).toBe('ontology_in_use');
      expect(message).toMatch(new RegExp(` is used by ${users.join(', ')}$`));
    });

    it('removes the name from its users with CASCADE and drops users that require it', () => {
      const rest = apply('DROP CONCEPT album CASCADE;', shop);
      expect([...rest.concepts.keys()]).toEqual(['track']);
      expect(rest.concepts.get('track')?.constraints).toEqual([]);
      expect([...rest.mappings.keys()]).toEqual(['map_track']);
      expect(rest.mappings.get('map_track')?.declarations).toEqual([]);
      expect([rest.views.size, rest.policies.size]).toEqual([0, 0]);
      expect(buildOntology(rest, 'v').concepts.has('track')).toBe(true);
    });

    describe('of a name that is used in other ways than by a path', () => {
      const shop =
        apply(`${SOURCE} ${ALBUM} CREATE CONCEPT genre (genre_id integer, genre string, PRIMARY KEY (genre_id));
        CREATE PROPERTY next_genre integer AS SELECT genre_id + 1; CREATE MEASURE genres integer AS SELECT COUNT(genre_id);
        CREATE POLICY hide MASK PROPERTY genre WITH null();
        CREATE VIEW v AS SELECT title FROM dsvc.album;
        CREATE CONCEPT rock_album INHERITS (album) FROM album WHERE title IN (SELECT genre FROM genre);
        CREATE CONCEPT named_album INHERITS (album) FROM album WHERE title IN (SELECT title FROM vsvc.v);
        CREATE POLICY own FILTER album WHERE EXISTS (SELECT 1 FROM genre) TO ROLE r;`);

      it.each([
        [
          'CONCEPT genre',
          ['property `next_genre`', 'measure `genres`', 'concept `rock_album`', 'policy `hide`', 'policy `own`'],
        ],
        ['VIEW v', ['concept `named_album`']],
      ])('lists the sub-queries and calculations that read it, and drops them with CASCADE: %s', (what, users) => {
        const { code, message } = refusal(() => apply(`DROP ${what};`, shop));
        expect(code).toBe('ontology_in_use');
        expect(message).toMatch(new RegExp(` is used by ${users.join(', ')}$`));
        const rest = printOntology(apply(`DROP ${what} CASCADE;`, shop));
        for (const user of users) expect(rest).not.toContain(user.split(' ')[1]);
        expect(buildOntology(readScript(rest), 'v').concepts.has('album')).toBe(true);
      });
    });

    it('distinguishes a view from a concept of the same name by the schema', () => {
      const sales = apply(`${SOURCE} ${ALBUM} CREATE CONCEPT sold (sold_id integer, PRIMARY KEY (sold_id));
        CREATE VIEW sold AS SELECT title FROM dsvc.album;
        CREATE VIEW of_view AS SELECT title FROM vsvc.sold;
        CREATE VIEW of_concept AS SELECT sold_id FROM dsvc.sold;
        CREATE VIEW of_neither AS WITH sold AS (SELECT title FROM dsvc.album) SELECT title FROM sold;`);
      const usersOf = (what: string): string => refusal(() => apply(`DROP ${what} sold;`, sales)).message;
      expect(usersOf('VIEW')).toMatch(/ is used by view `of_view`$/);
      expect(usersOf('CONCEPT')).toMatch(/ is used by view `of_concept`$/);
      expect([...apply('DROP VIEW sold CASCADE;', sales).views.keys()]).toEqual(['of_concept', 'of_neither']);
      expect([...apply('DROP CONCEPT sold CASCADE;', sales).views.keys()]).toEqual(['sold', 'of_view', 'of_neither']);
    });

    it('drops an unused definition', () => {
      const rest = apply(
        'DROP VIEW v; DROP VIEW w; DROP POLICY p; DROP MAPPING map_track; DROP MAPPING map_album;',
        shop,
      );
      expect([rest.views.size, rest.policies.size, rest.mappings.size]).toEqual([0, 0, 0]);
    });
  });
});

describe('printOntology', () => {
  const extras = `CREATE ONTOLOGY \`music shop\` DESCRIPTION = 'it''s \\\\ all';
    ALTER ONTOLOGY \`music shop\` SET duplicates = 'remove';
    ALTER ONTOLOGY \`music shop\` SET result_ttl = 60;
    CREATE DATASOURCE db TYPE mysql OPTIONS (host = 'h', database = 'd', password = 'secret');
    CREATE DATASOURCE other TYPE duckdb OPTIONS (path = 'x');
    ALTER DATASOURCE other SET ACTIVE;
    CREATE MEASURE revenue decimal AS SELECT SUM(line_total) WHERE \`of_track[track].title\` = 'x';
    CREATE POLICY hide MASK PROPERTY email OF customer WITH partial(1, 0) EXCEPT ROLE support;
    CREATE POLICY own FILTER customer WHERE country = 'Norway' TO ROLE norway;`;

  it.each(['chinook', 'sakila'])(
    'prints a script of %s that defines the same ontology and prints to itself',
    (name) => {
      const definitions = apply(SOURCE + fixture(name), readScript('CREATE ONTOLOGY shop'));
      const script = printOntology(definitions);
      const again = readScript(script);
      expect(printOntology(again)).toBe(script);
      expect(withoutOffsets(buildOntology(again, 'v'))).toEqual(withoutOffsets(buildOntology(definitions, 'v')));
    },
  );

  it('prints settings, the active data source, measures and policies, but no secrets', () => {
    const definitions = apply(extras + fixture('chinook'));
    const script = printOntology(definitions);
    expect(printOntology(readScript(script))).toBe(script);
    expect(script).not.toContain('secret');
    const again = buildOntology(readScript(script), 'v');
    expect([again.name, again.description, again.activeDataSource]).toEqual(['music shop', "it's \\ all", 'other']);
    expect([...again.settings]).toEqual([
      ['duplicates', 'remove'],
      ['result_ttl', '60'],
    ]);
    expect([...again.policies.keys()]).toEqual(['hide', 'own']);
    expect(again.properties.get('revenue')).toMatchObject({ isMeasure: true, filter: { kind: 'binary' } });
  });
});

/** Returns the value without offsets and source texts of select items, which are not part of the model. */
function withoutOffsets(value: unknown): unknown {
  if (value instanceof Map) return [...value].map(withoutOffsets);
  if (Array.isArray(value)) return value.map(withoutOffsets);
  if (value === null || typeof value !== 'object') return value;
  const left = 'expression' in value ? ['at', 'text'] : ['at'];
  const kept = Object.entries(value).filter(([key, child]) => !left.includes(key) && child !== undefined);
  return Object.fromEntries(kept.map(([key, child]) => [key, withoutOffsets(child)]));
}
