import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DialectName } from '../../src/model';
import { QueryRunnerService } from '../../src/query/running/query-runner.service';
import { addUser } from '../support/add-user';
import { Client, rowsOf } from '../support/client';
import { writeDuckDb } from '../support/engines';
import { createDatabase, type Database } from '../support/define-source';
import { type RunningService, startService } from '../support/service';
import { describeWithMariaDb, describeWithPostgreSql } from '../support/services';

const OF = { ontology: 'crowd' };

const digits = (name: string): string =>
  `(SELECT 0 AS ${name} UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5
    UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9) ${name}`;
/** Numbers from 0 to 9,999. */
const NUMBERS = `SELECT a.a + 10 * b.b + 100 * c.c + 1000 * d.d AS n FROM ${['a', 'b', 'c', 'd'].map(digits).join(' CROSS JOIN ')}`;

/** 20,000 people with a key; 10,000 members without one in the catalogue, of whom 10 have none in fact; 50 clubs. */
const TABLES: readonly string[] = [
  'CREATE TABLE people (id INTEGER PRIMARY KEY, name VARCHAR(20), city VARCHAR(20) NOT NULL, club INTEGER, mail VARCHAR(40))',
  `INSERT INTO people SELECT n, CONCAT('p', n), CASE WHEN n % 4 = 0 THEN 'Oslo' ELSE 'Rome' END, n % 50, CONCAT('m', n % 3) FROM (${NUMBERS}) x`,
  `INSERT INTO people SELECT n + 10000, 'q', 'Bonn', NULL, NULL FROM (${NUMBERS}) x`,
  'CREATE TABLE members (id INTEGER, name VARCHAR(20))',
  `INSERT INTO members SELECT CASE WHEN n < 10 THEN NULL ELSE n END, 'm' FROM (${NUMBERS}) x`,
  `INSERT INTO members SELECT n + 10000, 'n' FROM (${NUMBERS}) x`,
  'CREATE TABLE clubs (id INTEGER PRIMARY KEY, name VARCHAR(20))',
  `INSERT INTO clubs SELECT n, 'club' FROM (${NUMBERS}) x WHERE n < 50`,
  'CREATE VIEW shown AS SELECT id, name FROM people WHERE id < 15000',
];

const MODEL = `
  CREATE CONCEPT being (name string);
  CREATE CONCEPT person (person_id integer, name string, city string, club_id integer, email string, PRIMARY KEY (person_id), LABEL (name),
    CONSTRAINT of_club FOREIGN KEY (club_id) REFERENCES club (club_id) INVERSEOF has_person) INHERITS (being);
  CREATE CONCEPT member (member_id integer, name string, PRIMARY KEY (member_id)) INHERITS (being);
  CREATE CONCEPT club (club_id integer, name string, PRIMARY KEY (club_id));
  CREATE CONCEPT oslo INHERITS (person) FROM svc.person WHERE city = 'Oslo';
  CREATE CONCEPT seen (seen_id integer, name string, PRIMARY KEY (seen_id));
  CREATE CONCEPT named (named_id integer, name string, PRIMARY KEY (named_id));
  CREATE MAPPING map_person INTO (person) AS SELECT id AS person_id, name, city, club AS club_id, mail AS email FROM people;
  CREATE MAPPING map_member INTO (member) AS SELECT id AS member_id, name FROM members;
  CREATE MAPPING map_club INTO (club) AS SELECT id AS club_id, name FROM clubs;
  CREATE MAPPING map_seen INTO (seen) AS SELECT id AS seen_id, name FROM shown;
  CREATE MAPPING map_named INTO (named) AS SELECT id AS named_id, name FROM people WHERE name = 'q';
  CREATE VIEW everybody AS SELECT person_id, name FROM dsvc.person;
  CREATE VIEW romans AS SELECT person_id, name FROM dsvc.person WHERE city = 'Rome';
  CREATE POLICY own FILTER person WHERE city IS NOT NULL TO ROLE north;`;

const ESTIMATED: readonly (readonly [string, string, number])[] = [
  ['a concept', 'concept/person?', 20_000],
  ['its pages in an order, by some columns', 'concept/person?_select_=name&_order_=-city&_limit_=3', 20_000],
  ['a concept whose key may be NULL', 'concept/member?_limit_=1', 20_000],
  ['a parent of several concepts', 'concept/being?_limit_=1', 40_000],
  ['one of them by its type', 'concept/being?_subj_=entity_type&_op_=eq&_comp_=member&_limit_=1', 20_000],
  ['a view of a whole concept', 'view/everybody?_limit_=1', 20_000],
  ['a path to one', 'concept/person?_select_=name,of_club[club].name&_limit_=1', 20_000],
];
const COUNTED: readonly (readonly [string, string, number])[] = [
  ['few rows', 'concept/club?_limit_=1', 50],
  ['a filter', 'concept/person?_subj_=city&_op_=eq&_comp_=Oslo&_limit_=1', 2_500],
  ['a filter for IS NOT NULL', 'concept/person?_subj_=club_id&_op_=not_null&_limit_=1', 10_000],
  ['a filter of what is masked', 'concept/person?_subj_=email&_op_=eq&_comp_=XXXXXXXXX&_limit_=1', 10_000],
  ['a logic concept', 'concept/oslo?_limit_=1', 2_500],
  ['a mapping of some rows', 'concept/named?_limit_=1', 10_000],
  ['a view of the data source', 'concept/seen?_limit_=1', 15_000],
  ['a view of some entities', 'view/romans?_limit_=1', 7_500],
  ['a path to many', 'concept/club?_select_=name,has_person[person].name&_limit_=1', 10_000],
  ['nested entities of a filter', 'concept/person?_subj_=of_club[club].club_id&_op_=lt&_comp_=25&nested=true&_limit_=1', 5_000],
]; // prettier-ignore

function suite(dialect: DialectName): void {
  let service: RunningService;
  let database: Database | undefined;
  let reader: Client;
  let northern: Client;
  const total = async (client: Client, address: string, count = 'estimate'): Promise<unknown> => {
    const { body } = await client.get(`q/crowd/${address}&_count_=${count}`);
    return { total: body.total, isEstimate: (body as { total_is_estimate?: boolean }).total_is_estimate };
  };

  beforeAll(async () => {
    service = await startService();
    const admin = new Client(service.api, service.token);
    let options: ReadonlyMap<string, string> = new Map([['path', 'crowd.duckdb']]);
    database = await createDatabase(dialect, 'crowd');
    if (database !== undefined) {
      await database.run([...TABLES, `ANALYZE ${dialect === 'mysql' ? 'TABLE ' : ''}people, members, clubs`]);
      options = database.options;
    } else {
      mkdirSync(join(service.dataDir, 'sources'), { recursive: true });
      await writeDuckDb(join(service.dataDir, 'sources', 'crowd.duckdb'), TABLES);
    }
    const listed = [...options].map(([name, value]) => `${name} = '${value}'`).join(', ');
    const script = `CREATE ONTOLOGY crowd; CREATE DATASOURCE source TYPE ${dialect} OPTIONS (${listed}); ${MODEL}`;
    rowsOf(await admin.sql(`CREATE ROLE north; ${script}`, { ontology: 'system' }));
    reader = await addUser(service, { ...OF, name: 'reader' });
    northern = await addUser(service, { ...OF, name: 'northern' }, 'GRANT ROLE north');
  }, 60_000);
  afterAll(async () => {
    await service.close();
    await database?.drop();
  });

  it.each(ESTIMATED)('estimates %s', async (_, address, rows) => {
    const run = jest.spyOn(QueryRunnerService.prototype, 'run');
    const answer = await reader.get(`q/crowd/${address}&_count_=estimate`);
    const { total, total_is_estimate: isEstimate } = answer.body as { total?: number; total_is_estimate?: boolean };
    expect([answer.status, isEstimate]).toEqual([200, true]);
    expect(total).toBeGreaterThan(rows * 0.8);
    expect(total).toBeLessThan(rows * 1.2);
    expect(run.mock.calls.filter(([{ prepared }]) => prepared.compiled.sql.includes('COUNT('))).toEqual([]);
    run.mockRestore();
  });

  it.each(COUNTED)('counts %s', async (_, address, rows) => {
    expect(await total(reader, address)).toEqual({ total: rows });
  });

  it('counts exactly with _count_=exact', async () => {
    expect(await total(reader, 'concept/member?_limit_=1', 'exact')).toEqual({ total: 19_990 });
  });

  it('counts exactly where a filter policy applies to the caller, and estimates elsewhere', async () => {
    for (const [address, rows] of [
      ['concept/person?', 20_000],
      ['concept/being?_limit_=1', 39_990],
      ['view/everybody?_limit_=1', 20_000],
    ] as const)
      // prettier-ignore
      expect(await total(northern, address)).toEqual({ total: rows });
    expect(await total(northern, 'concept/member?_limit_=1')).toMatchObject({ isEstimate: true });
  });
}

describe('_count_=estimate on DuckDB', () => {
  suite('duckdb');
});
describeWithMariaDb('_count_=estimate on MariaDB', () => {
  suite('mysql');
});
describeWithPostgreSql('_count_=estimate on PostgreSQL', () => {
  suite('postgresql');
});
