import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client, type Row, rowsOf } from '../support/client';
import { writeDuckDb } from '../support/engines';
import { addUser } from '../support/add-user';
import { type RunningService, startService } from '../support/service';

const OF = { ontology: 'firm' };

const TABLES = [
  'CREATE TABLE people (id INT PRIMARY KEY, name VARCHAR)',
  "INSERT INTO people VALUES (1, 'Ada'), (2, 'Bo'), (3, 'Cy')",
  'CREATE TABLE departments (code VARCHAR, floor INT, title VARCHAR)',
  "INSERT INTO departments VALUES ('a', 1, 'Sales'), ('b', 2, 'Tools')",
  'CREATE TABLE stays (person INT, code VARCHAR, floor INT, since INT)',
  "INSERT INTO stays VALUES (1, 'a', 1, 2001), (1, 'a', 1, 2005), (1, 'a', 1, 2005), (1, 'b', 2, NULL), (2, 'a', 1, 2003)",
];
const SCRIPT = `CREATE OR REPLACE ONTOLOGY firm;
  CREATE DATASOURCE d TYPE duckdb OPTIONS (path = 'firm.duckdb');
  CREATE CONCEPT person (person_id integer, name string, PRIMARY KEY (person_id),
    CONSTRAINT works_in MULTIREFERENCE department INVERSEOF employs);
  CREATE CONCEPT department (code string, floor integer, title string, PRIMARY KEY (code, floor));
  CREATE MAPPING map_person INTO (person) AS SELECT id AS person_id, name FROM people;
  CREATE MAPPING map_department INTO (department) AS SELECT code, floor, title FROM departments;`;
const VIEW = 'CREATE VIEW staff AS SELECT entity_id, name, `works_in[department].title`, `works_in[department]_since` FROM person;'; // prettier-ignore
const TO_DEPARTMENT = 'CONSTRAINT works_in FOREIGN KEY (code, floor) REFERENCES department (code, floor)';
const TO_PERSON = 'CONSTRAINT employs FOREIGN KEY (person) REFERENCES person (person_id)';
const FROM_PERSON = `CREATE MAPPING from_person (${TO_DEPARTMENT}, ${TO_PERSON}) AS SELECT person, code, floor, since FROM stays;`;
const FROM_DEPARTMENT = `CREATE MAPPING from_department (${TO_PERSON}, ${TO_DEPARTMENT}) AS SELECT person, code, floor, since AS start FROM stays WHERE since > 2001;`;

let service: RunningService;
let admin: Client;
const select = (sql: string): Promise<readonly Row[]> => admin.select(sql, OF);
const define = async (...statements: readonly string[]): Promise<readonly Row[]> =>
  rowsOf(await admin.sql(statements.join('\n'), OF));
const counts = async (): Promise<unknown> => [
  ...(await select('SELECT COUNT(`works_in[department].title`) AS links FROM person')),
  ...(await select('SELECT COUNT(`employs[person].name`) AS links FROM department')),
];

beforeAll(async () => {
  service = await startService();
  admin = new Client(service.api, service.token);
  const sources = join(service.dataDir, 'sources');
  mkdirSync(sources, { recursive: true });
  await writeDuckDb(join(sources, 'firm.duckdb'), TABLES);
}, 60_000);
afterAll(() => service.close());

describe('nested elements of a link', () => {
  const stays = [
    {
      name: 'Ada',
      works_in: [
        { title: 'Sales', since: 2001 },
        { title: 'Sales', since: 2005 },
        { title: 'Tools', since: null },
      ],
    },
    { name: 'Bo', works_in: [{ title: 'Sales', since: 2003 }] },
    { name: 'Cy', works_in: [] },
  ];
  const SELECT =
    '_select_=name,works_in[department].title,works_in[department]_since&_order_=name&_typed_=true&nested=true';

  beforeAll(() => define(SCRIPT, FROM_PERSON, VIEW));

  it('differ also by selected columns of the link, by URL, in pages, by statement and in a view', async () => {
    expect(rowsOf(await admin.get(`q/firm/concept/person?${SELECT}`))).toEqual(stays);
    const first = await admin.get(`q/firm/concept/person?${SELECT}&_limit_=1`);
    const second = await admin.get(`q/firm/concept/person?${SELECT}&_limit_=2&_after_=${first.body.next}`);
    expect([...rowsOf(first), ...rowsOf(second)]).toEqual(stays);
    const sql = 'SELECT name, `works_in[department].title`, `works_in[department]_since` FROM person ORDER BY name';
    expect(rowsOf(await admin.sql(sql, { ...OF, headers: { nested: 'true' } }))).toEqual(stays);
    const seen = rowsOf(await admin.get('q/firm/view/staff?_order_=name&_typed_=true&nested=true'));
    expect(seen).toEqual(stays.map((row, index) => ({ entity_id: String(index + 1), ...row })));
  });

  it('are merged where they differ only in columns that are not selected', async () => {
    const rows = rowsOf(await admin.get('q/firm/concept/person?_select_=name,works_in[department].title&_order_=name&nested=true')); // prettier-ignore
    expect(rows[0]).toEqual({ name: 'Ada', works_in: [{ title: 'Sales' }, { title: 'Tools' }] });
  });

  it('are as many from the other end', async () => {
    const [sales] = rowsOf(await admin.get('q/firm/concept/department?_select_=title,employs[person].name,employs[person]_since&_order_=title&_typed_=true&nested=true')); // prettier-ignore
    expect(sales).toEqual({
      title: 'Sales',
      employs: [
        { name: 'Ada', since: 2001 },
        { name: 'Ada', since: 2005 },
        { name: 'Bo', since: 2003 },
      ],
    });
  });
});

describe('nested elements that differ in a masked column of the link alone', () => {
  it('are merged for callers who see the mask, which discloses no number of values', async () => {
    await define(SCRIPT, FROM_PERSON.replace('floor, since FROM', 'floor, since AS email FROM'));
    const bea = await addUser(service, { name: 'bea', ontology: 'firm' });
    const address = 'q/firm/concept/person?_select_=name,works_in[department].title,works_in[department]_email&_order_=name&_typed_=true&nested=true'; // prettier-ignore
    const [seen] = rowsOf(await admin.get(address));
    expect(seen?.works_in).toHaveLength(3);
    const [masked] = rowsOf(await bea.get(address));
    expect(masked?.works_in).toEqual([
      { title: 'Sales', email: null },
      { title: 'Tools', email: null },
    ]);
  });
});

describe('link mappings of one relationship', () => {
  const linksOf = async (): Promise<unknown> => {
    const rows = await select('SELECT relationship_name, tables FROM svc.sys_concept_relationships');
    return Object.fromEntries(rows.map((row) => [row.relationship_name, row.tables]));
  };
  const columns = async (concept: string, step: string): Promise<unknown> => {
    const rows = await select(`DESCRIBE CONCEPT dsvc.${concept}`);
    return rows.map((row) => String(row.col_name)).filter((name) => name.startsWith(`${step}_`));
  };

  it('apply to both directions when written from one end', async () => {
    await define(SCRIPT, FROM_PERSON);
    expect(await counts()).toEqual([{ links: 5 }, { links: 5 }]);
    expect(await columns('department', 'employs[person]')).toEqual(['employs[person]_since']);
  });

  it('apply to each direction separately when written from both, until one is dropped', async () => {
    await define(SCRIPT, FROM_PERSON, FROM_DEPARTMENT);
    expect(await counts()).toEqual([{ links: 5 }, { links: 3 }]);
    expect(await columns('person', 'works_in[department]')).toEqual(['works_in[department]_since']);
    expect(await columns('department', 'employs[person]')).toEqual(['employs[person]_start']);
    const [shown] = await select('SHOW CREATE ONTOLOGY firm');
    await define('DROP MAPPING from_person;');
    expect(await counts()).toEqual([{ links: 3 }, { links: 3 }]);
    expect(await columns('person', 'works_in[department]')).toEqual(['works_in[department]_start']);
    const [history] = await select('SHOW HISTORY');
    await define(`RESTORE ONTOLOGY firm TO VERSION '${String(history!.parent)}';`);
    expect(await counts()).toEqual([{ links: 5 }, { links: 3 }]);
    expect(await select('SHOW CREATE ONTOLOGY firm')).toEqual([shown]);
  });

  it('are described in the direction that they apply to', async () => {
    await define(SCRIPT, FROM_PERSON, FROM_DEPARTMENT.replace('FROM stays', 'FROM people JOIN stays ON id = person'));
    expect(await linksOf()).toEqual({ works_in: 'stays', employs: 'people,stays' });
  });

  it('count twice when several are written from one end', async () => {
    await define(SCRIPT, FROM_PERSON, FROM_PERSON.replace('from_person', 'again'));
    expect(await counts()).toEqual([{ links: 10 }, { links: 10 }]);
  });

  it('accept the columns of a key in any order, and reject other columns', async () => {
    const turned = FROM_PERSON.replace('from_person', 'turned')
      .replace('(code, floor) REFERENCES department (code, floor)', '(floor, code) REFERENCES department (floor, code)')
      .replace('FROM stays', 'FROM stays WHERE since = 2003');
    await define(SCRIPT, FROM_PERSON, turned);
    expect(await counts()).toEqual([{ links: 6 }, { links: 6 }]);
    const other = turned.replace('(floor, code) REFERENCES department (floor, code)', '(code) REFERENCES department (title)'); // prettier-ignore
    await define(SCRIPT, FROM_PERSON, other);
    const refused = await admin.sql('SELECT `works_in[department].title` FROM person', OF);
    expect([refused.status, refused.body.error]).toMatchObject([
      422,
      {
        code: 'plan_bad_mapping',
        hint: 'refer to (code, floor) in all link mappings of the relationship',
        position: { line: 1, column: 8 },
      },
    ]);
  });

  it('read each end by its concept when both directions have one name, and by an inverse with its sign', async () => {
    const named = SCRIPT.replace('INVERSEOF employs', 'INVERSEOF works_in');
    await define(named, FROM_PERSON.replace('CONSTRAINT employs', 'CONSTRAINT works_in'));
    const expected = [{ title: 'Sales', people: 'Ada,Bo' }, { title: 'Tools', people: 'Ada' }]; // prettier-ignore
    const people = (step: string): Promise<readonly Row[]> =>
      select(`SELECT title, GROUP_CONCAT(DISTINCT \`${step}.name\` ORDER BY \`${step}.name\`) AS people FROM department GROUP BY title ORDER BY title`); // prettier-ignore
    expect(await people('works_in[person]')).toEqual(expected);
    await define(SCRIPT, FROM_PERSON.replace('CONSTRAINT works_in', 'CONSTRAINT `~employs`'));
    expect(await people('employs[person]')).toEqual(expected);
  });
});
