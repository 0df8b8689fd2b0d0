import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DialectName } from '../../src/model';
import { addUser } from '../support/add-user';
import { Client, rowsOf } from '../support/client';
import { writeDuckDb } from '../support/engines';
import { createDatabase, type Database } from '../support/define-source';
import { type RunningService, startService } from '../support/service';
import { describeWithMariaDb, describeWithPostgreSql } from '../support/services';

const TABLES: readonly string[] = [
  'CREATE TABLE people (id INTEGER PRIMARY KEY, name VARCHAR(40), city VARCHAR(40), mail VARCHAR(40), age INTEGER, code VARCHAR(40), boss INTEGER)',
  "INSERT INTO people VALUES (1, 'Ana', 'Oslo', 'zq-ana@x.no', 31, 'zq-code-1', 2), (2, 'Ben', 'Rome', 'zq-ben@x.no', 42, 'zq-code-2', 1)",
  'CREATE TABLE years (year INTEGER PRIMARY KEY, word VARCHAR(40))',
  "INSERT INTO years VALUES (31, 'thirty-one'), (42, 'forty-two'), (50, 'fifty')",
  'CREATE TABLE boxes (box INTEGER PRIMARY KEY, mark VARCHAR(40), owner INTEGER)',
  "INSERT INTO boxes VALUES (1, 'zq-code-1', 1), (2, 'other', 2)",
];

const MODEL = `
CREATE PROPERTY age integer WITH TAGS (classification = 'PII');
CREATE PROPERTY domain string AS SELECT SUBSTRING_INDEX(email, '@', -1);
CREATE PROPERTY badge string AS SELECT CONCAT('badge ', name);
CREATE PROPERTY tie string AS SELECT city;
CREATE PROPERTY stamp string AS SELECT city;
CREATE CONCEPT being (being_name string);
CREATE CONCEPT person (person_id integer, name string, city string, email string, age integer, code string, nick string, boss_id integer,
  domain string, badge string, tie string, stamp string, PRIMARY KEY (person_id), LABEL (name),
  CONSTRAINT works_for FOREIGN KEY (boss_id) REFERENCES person (person_id) INVERSEOF leads,
  CONSTRAINT tied_to FOREIGN KEY (tie) REFERENCES person (city)) INHERITS (being);
CREATE CONCEPT employee INHERITS (person);
CREATE CONCEPT oslo INHERITS (person) FROM dsvc.person WHERE city = 'Oslo';
CREATE CONCEPT old_boss INHERITS (person) FROM dsvc.person WHERE \`works_for[person].age\` > 40;
CREATE CONCEPT years (year_id integer, word string, PRIMARY KEY (year_id), LABEL (word));
CREATE CONCEPT box (box_id integer, mark string, owner_id integer, PRIMARY KEY (box_id), CONSTRAINT stamped MULTIREFERENCE person INVERSEOF stamps);
CREATE CONCEPT old_stamp INHERITS (person) FROM dsvc.person WHERE \`~stamped[box].box_id\` > 0 AND age > 40;
CREATE CONCEPT helper INHERITS (person);
CREATE MAPPING map_people INTO (employee) AS SELECT id AS person_id, name AS name, city AS city, mail AS email, age AS age, code AS code, boss AS boss_id FROM people;
CREATE MAPPING map_years INTO (years) AS SELECT year AS year_id, word AS word FROM years;
CREATE MAPPING map_boxes INTO (box) AS SELECT box AS box_id, mark AS mark, owner AS owner_id FROM boxes;
CREATE MAPPING map_stamps (CONSTRAINT stamped FOREIGN KEY (mark) REFERENCES person (stamp), CONSTRAINT stamps FOREIGN KEY (box_id) REFERENCES box (box_id))
  AS SELECT box AS box_id, mark AS mark FROM boxes;
CREATE MAPPING map_stamps_back (CONSTRAINT stamps FOREIGN KEY (box_id) REFERENCES box (box_id), CONSTRAINT stamped FOREIGN KEY (mark) REFERENCES person (stamp))
  AS SELECT box AS box_id, 'Rome' AS mark FROM boxes;
CREATE POLICY weak_code MASK PROPERTY code OF helper WITH partial(8, 0);
CREATE POLICY hide_domain MASK PROPERTY domain WITH partial(4, 4) EXCEPT ROLE support;
CREATE POLICY hide_code MASK PROPERTY code OF person WITH partial(3, 0);
CREATE POLICY hide_nick MASK PROPERTY nick WITH constant('nick');
CREATE POLICY hide_name MASK PROPERTY name OF oslo WITH constant('somebody');
CREATE POLICY no_rome FILTER person WHERE city <> 'Rome' TO ROLE northern;
`;

const PERSON = (changes: Readonly<Record<string, string>> = {}): string => {
  const text = MODEL.slice(MODEL.indexOf('CREATE CONCEPT person'), MODEL.indexOf('CREATE CONCEPT employee'));
  const changed = Object.entries(changes).reduce((before, [from, to]) => before.replace(from, to), text);
  return changed.replace('CREATE CONCEPT', 'CREATE OR REPLACE CONCEPT').trim().replace(/;$/, '');
};

/** What an editor tries, and the statement that would show a true value then. */
const ATTEMPTS: readonly (readonly [string, string, string?])[] = [
  ['redefine what a policy masks', 'CREATE OR REPLACE PROPERTY domain string AS SELECT email', 'SELECT domain FROM person'],
  ['redefine it by a step between', 'CREATE OR REPLACE PROPERTY domain string AS SELECT tie; CREATE OR REPLACE PROPERTY tie string AS SELECT email', 'SELECT domain FROM person'],
  ['calculate a masked property where no mapping provides it', "CREATE OR REPLACE PROPERTY nick string AS SELECT IF(email LIKE 'zq-a%', 'y', NULL)", 'SELECT nick FROM person'],
  ['redefine the label that it is made of', `CREATE OR REPLACE PROPERTY domain string AS SELECT entity_label; ${PERSON({ 'LABEL (name)': 'LABEL (email)' })}`, 'SELECT domain FROM person'],
  ['remove a concept from the scope of a policy', 'CREATE OR REPLACE CONCEPT employee (person_id integer, name string, city string, code string, age integer, email string, boss_id integer, PRIMARY KEY (person_id)) INHERITS (being)', 'SELECT code FROM employee'],
  ['come below a concept of a weaker policy', 'CREATE OR REPLACE CONCEPT employee INHERITS (helper)', 'SELECT code FROM employee'],
  ['drop the tag', 'ALTER PROPERTY age DROP TAG classification', 'SELECT age FROM person'],
  ['change the tag', "ALTER PROPERTY age UPDATE TAG classification = 'open'", 'SELECT age FROM person'],
  ['redefine without the tag', 'CREATE OR REPLACE PROPERTY age integer', 'SELECT age FROM person'],
  ['drop the policy', 'DROP POLICY hide_code'],
  ['replace the policy', 'CREATE OR REPLACE POLICY hide_code MASK PROPERTY code OF person WITH partial(9, 0)'],
  ['add a policy that has precedence', 'CREATE POLICY show_code MASK PROPERTY code OF employee WITH partial(9, 0)'],
  ['drop what the policy names', 'DROP PROPERTY domain CASCADE'],
  ['drop the concept that the policy names', 'DROP CONCEPT oslo CASCADE', 'SELECT name FROM person'],
  ['drop a concept above', 'DROP CONCEPT person CASCADE'],
  ['change the entities of the policy of a logic concept', "CREATE OR REPLACE CONCEPT oslo INHERITS (person) FROM dsvc.person WHERE city = 'Bergen'", 'SELECT name FROM person'],
  ['change what its condition is calculated from', "CREATE OR REPLACE CONCEPT oslo INHERITS (person) FROM dsvc.person WHERE tie = 'Oslo'; CREATE OR REPLACE PROPERTY tie string AS SELECT CONCAT(city, '!')", 'SELECT name FROM person'],
  ['change what it is calculated from in a second step', "CREATE OR REPLACE CONCEPT oslo INHERITS (person) FROM dsvc.person WHERE badge = 'Oslo'", 'SELECT name FROM person'],
  ['test it in a condition', "CREATE CONCEPT zq INHERITS (person) FROM dsvc.person WHERE email LIKE 'zq-a%'", 'SELECT person_id FROM zq'],
  ['test it in the condition of a sub-query', "CREATE CONCEPT zq INHERITS (box) FROM dsvc.box WHERE owner_id IN (SELECT p.person_id FROM dsvc.person p WHERE p.age > 40)", 'SELECT box_id FROM zq'],
  ['test it through a star of a derived table', "CREATE PROPERTY star string AS SELECT (SELECT MIN(tie) FROM (SELECT email FROM svc.person) AS x (tie)); CREATE CONCEPT zq (star string) INHERITS (person) FROM dsvc.person WHERE star LIKE 'zq-a%'", 'SELECT person_id FROM zq'],
  ['change the relationship that a condition follows', PERSON({ 'FOREIGN KEY (boss_id)': 'FOREIGN KEY (person_id)' }), 'SELECT person_id FROM old_boss'],
  ['join by it', PERSON({ 'CONSTRAINT works_for': 'CONSTRAINT aged FOREIGN KEY (age) REFERENCES years (year_id), CONSTRAINT works_for' }), 'SELECT person_id, `aged[years].word` FROM person'],
  ['join to it', 'CREATE OR REPLACE CONCEPT years (year_id integer, word string, PRIMARY KEY (year_id), LABEL (word), CONSTRAINT aged FOREIGN KEY (year_id) REFERENCES person (age))', 'SELECT year_id, `aged[person].person_id` FROM years'],
  ['join by what a policy masks', 'CREATE OR REPLACE CONCEPT box (box_id integer, mark string, owner_id integer, PRIMARY KEY (box_id), CONSTRAINT stamped MULTIREFERENCE person INVERSEOF stamps, CONSTRAINT of_code FOREIGN KEY (mark) REFERENCES person (code))', 'SELECT mark, `of_code[person].person_id` FROM box'],
  ['join by what is calculated from it', 'CREATE OR REPLACE PROPERTY tie string AS SELECT email', 'SELECT person_id, `tied_to[person].person_id` FROM person'],
  ['redefine what links are joined by', 'CREATE OR REPLACE PROPERTY stamp string AS SELECT code', 'SELECT box_id, `stamped[person].person_id` FROM box'],
  ['drop the links that a condition follows by the sign of the inverse', 'DROP MAPPING map_stamps_back', 'SELECT person_id FROM old_stamp'],
  ['key by it', PERSON({ 'PRIMARY KEY (person_id)': 'PRIMARY KEY (person_id, age)' }), 'SELECT entity_id FROM person'],
  ['remove a concept from the scope of a filter policy', 'CREATE OR REPLACE CONCEPT employee (person_id integer, name string, city string, code string, age integer, email string, boss_id integer, PRIMARY KEY (person_id))'],
  ['drop a property that a filter policy tests', 'DROP PROPERTY city CASCADE'],
  ['restore a version without the policy', 'RESTORE ONTOLOGY guarded TO VERSION $first'],
  ['replace the ontology', 'CREATE OR REPLACE ONTOLOGY guarded'],
  ['map it to another name', 'CREATE MAPPING zq INTO (box) AS SELECT id AS box_id, mail AS mark FROM people', 'SELECT mark FROM box'],
  ['grant UNMASK to all users', 'GRANT UNMASK ON ontology.guarded TO ROLE public'],
]; // prettier-ignore

/** How who has UNMASK, but not ADMIN, could ask about entities that a filter policy hides from them. */
const PROBES: readonly (readonly [string, string])[] = [
  ['in a sub-query', "CREATE CONCEPT zq INHERITS (box) FROM dsvc.box WHERE SUBSTRING((SELECT p.code FROM dsvc.person p WHERE p.person_id = 2), box_id, 1) = 'z'"],
  ['along a path', "CREATE CONCEPT zq INHERITS (box) FROM dsvc.box WHERE `stamped[person].city` = 'Rome'"],
  ['about another entity of the concept', "CREATE CONCEPT zq INHERITS (person) FROM dsvc.person WHERE `works_for[person].city` = 'Rome'"],
  ['in a view', "CREATE VIEW zqs AS SELECT person_id FROM dsvc.person; CREATE CONCEPT zq INHERITS (box) FROM dsvc.box WHERE owner_id IN (SELECT person_id FROM vsvc.zqs)"],
  ['in an existing condition', "CREATE OR REPLACE CONCEPT old_boss INHERITS (person) FROM dsvc.person WHERE `works_for[person].age` > 41"],
]; // prettier-ignore

/** What an editor may do, and what shows nothing then. */
const HARMLESS: readonly (readonly [string, string, string])[] = [
  ['calculate from it', "CREATE PROPERTY shown string AS SELECT CONCAT(email, age, code); CREATE CONCEPT zq (shown string) INHERITS (person) FROM dsvc.person WHERE city = 'Oslo'", 'SELECT shown FROM zq'],
  ['measure it', "CREATE MEASURE most string AS SELECT MAX(email); CREATE CONCEPT zq (most measure string) INHERITS (person) FROM dsvc.person WHERE city = 'Oslo'", 'SELECT `measure.most` FROM zq'],
  ['look at it in a view', "CREATE VIEW zq AS SELECT person_id, email, age, code, domain FROM dsvc.person WHERE email LIKE 'zq%' OR age > 0 OR code LIKE '%'", 'SELECT * FROM vsvc.zq'],
  ['count it in a cube', 'CREATE CUBE zq AS SELECT email AS email, age AS age FROM dsvc.person', 'SELECT email, age FROM vsvc.zq'],
  ['make it a label', PERSON({ 'LABEL (name)': 'LABEL (email)' }), 'SELECT entity_label FROM person'],
  ['join by a harmless name', PERSON({ 'CONSTRAINT works_for': 'CONSTRAINT same_city FOREIGN KEY (city) REFERENCES person (city) INVERSEOF same_city_too, CONSTRAINT works_for' }), 'SELECT person_id, `same_city[person].email` FROM person'],
  ['write the condition of a logic concept in another way', "CREATE OR REPLACE CONCEPT oslo INHERITS (person) FROM dsvc.person WHERE tie = 'Oslo'", 'SELECT email, age, code, domain FROM person'],
  ['redefine what a policy does not mask', "CREATE OR REPLACE PROPERTY badge string AS SELECT CONCAT('no ', person_id)", 'SELECT badge FROM person'],
]; // prettier-ignore

function suite(dialect: DialectName): void {
  const shop = { ontology: 'guarded' };
  let service: RunningService;
  let database: Database | undefined;
  let admin: Client;
  let editor: Client;
  let trusted: Client;
  let first = '';

  beforeAll(async () => {
    service = await startService();
    admin = new Client(service.api, service.token);
    let options: ReadonlyMap<string, string> = new Map([['path', 'people.duckdb']]);
    database = await createDatabase(dialect, 'redefined');
    if (database !== undefined) {
      await database.run(TABLES);
      options = database.options;
    } else {
      mkdirSync(join(service.dataDir, 'sources'), { recursive: true });
      await writeDuckDb(join(service.dataDir, 'sources', 'people.duckdb'), TABLES);
    }
    const listed = [...options].map(([name, value]) => `${name} = '${value}'`).join(', ');
    rowsOf(await admin.sql(`CREATE ONTOLOGY guarded; CREATE DATASOURCE source TYPE ${dialect} OPTIONS (${listed})`, { ontology: 'system' })); // prettier-ignore
    first = `'${((await admin.select('SHOW VERSION', shop))[0] as { id: string }).id}'`;
    const roles = 'CREATE ROLE support; CREATE ROLE northern;';
    rowsOf(await admin.sql(`${roles} ${MODEL}`, shop));
    editor = await addUser(
      service,
      { ...shop, name: 'editor' },
      'GRANT EDIT ON ontology.guarded',
      'GRANT ROLE support',
    );
    trusted = await addUser(
      service,
      { ...shop, name: 'trusted' },
      'GRANT EDIT ON ontology.guarded',
      'GRANT UNMASK ON ontology.guarded',
    );
  }, 60_000);
  afterAll(async () => {
    await service.close();
    await database?.drop();
  });

  const scriptOf = async (): Promise<string> =>
    ((await admin.select('SHOW CREATE ONTOLOGY guarded', shop))[0] as { script: string }).script;

  it('shows masked values to an editor, and true ones to a caller with UNMASK', async () => {
    const sql = 'SELECT email, age, code, name, domain FROM employee ORDER BY person_id';
    const [masked] = await editor.select(sql, shop);
    expect(masked).toEqual({ email: 'XXXXXXXXX', age: null, code: 'zq-XXXXXXXXX', name: 'somebody', domain: 'x.no' });
    const [shown] = await trusted.select(sql, shop);
    expect(shown).toEqual({ email: 'zq-ana@x.no', age: 31, code: 'zq-code-1', name: 'Ana', domain: 'x.no' });
  });

  it.each(ATTEMPTS.map(([name, text, look = '']) => [name, text, look] as const))(
    'lets no editor without UNMASK %s',
    async (_, text, look) => {
      const before = await scriptOf();
      const answer = await editor.sql(text.replace('$first', first), shop);
      const seen = look === '' || answer.status !== 200 ? '' : (await editor.sql(look, shop)).text;
      const after = await scriptOf();
      if (after !== before) rowsOf(await admin.sql(before, shop));
      expect({ status: answer.status, code: answer.body.error?.code, seen }).toEqual({
        status: 403,
        code: 'auth_forbidden',
        seen: '',
      });
      expect(after).toBe(before);
    },
  );

  it.each(PROBES)('does not let callers without ADMIN test rows that a filter policy hides: %s', async (_, text) => {
    const before = await scriptOf();
    const { status, body } = await trusted.sql(text, shop);
    expect([status, body.error?.code, body.data]).toEqual([
      403,
      'auth_forbidden',
      expect.stringContaining('which policy "no_rome" filters'),
    ]);
    expect(await scriptOf()).toBe(before);
    rowsOf(await admin.sql(text, shop));
    rowsOf(await trusted.sql('CREATE VIEW zq_view AS SELECT box_id FROM dsvc.box', shop));
    rowsOf(await admin.sql(before, shop));
  });

  it('lets a caller with only EDIT test the entity of a condition', async () => {
    const before = await scriptOf();
    rowsOf(await trusted.sql("CREATE CONCEPT zq INHERITS (person) FROM dsvc.person WHERE city = 'Rome'", shop));
    rowsOf(await admin.sql(before, shop));
  });

  it.each(HARMLESS)('lets an editor %s, masked', async (_, text, look) => {
    const before = await scriptOf();
    rowsOf(await editor.sql(text, shop));
    const rows = JSON.stringify(rowsOf(await editor.sql(look, shop)));
    rowsOf(await admin.sql(before, shop));
    expect(rows).not.toMatch(/zq-(ana|ben|code-)|thirty|forty|\b(31|42)\b/);
  });
}

describe('redefinitions by callers who see masks, on DuckDB', () => {
  suite('duckdb');
});
describeWithMariaDb('redefinitions by callers who see masks, on MariaDB', () => {
  suite('mysql');
});
describeWithPostgreSql('redefinitions by callers who see masks, on PostgreSQL', () => {
  suite('postgresql');
});
