import type { DialectName } from '../../src/model';
import { addUser, addUserWith } from '../support/add-user';
import { Client } from '../support/client';
import { defineSource } from '../support/define-source';
import { type RunningService, startService } from '../support/service';
import { describeWithMariaDb, describeWithPostgreSql } from '../support/services';

const TABLES = [
  'CREATE TABLE people (id INTEGER, name VARCHAR(20), born DATE, email VARCHAR(20))',
  "INSERT INTO people VALUES (1, 'Ada', '1815-12-10', 'a@b.org'), (2, 'Bo', NULL, 'b@b.org'), (3, 'Bo', '2001-02-03', NULL)",
];
const MODEL = `CREATE CONCEPT person (person_id integer, name string, born date, email string, PRIMARY KEY (person_id));
  CREATE CONCEPT ghost (ghost_id integer, PRIMARY KEY (ghost_id));
  CREATE MAPPING m INTO (person) AS SELECT id AS person_id, name, born, email FROM people;
  CREATE ROLE only_bo; CREATE POLICY bo FILTER person WHERE name = 'Bo' TO ROLE only_bo;`;

function suite(dialect: DialectName): void {
  let service: RunningService;
  let drop: () => Promise<void>;
  let admin: Client;
  const read = async (client: Client): Promise<readonly unknown[]> => {
    const rows = await client.select("SELECT property_name, distinct_count, minimum, maximum FROM svc.sys_properties_statistics WHERE concept = 'person'", { ontology: 'people' }); // prettier-ignore
    return rows.map((row) => Object.values(row));
  };

  beforeAll(async () => {
    service = await startService();
    admin = new Client(service.api, service.token);
    drop = await defineSource(service, dialect, { ontology: 'people', tables: TABLES, script: MODEL });
  }, 60_000);
  afterAll(async () => {
    await service.close();
    await drop();
  });

  it('count the distinct values of a property and name the least and the greatest', async () => {
    expect(await read(admin)).toEqual([
      ['person_id', 3, '1', '3'],
      ['name', 2, 'Ada', 'Bo'],
      ['born', 2, '1815-12-10', '2001-02-03'],
      ['email', 2, 'a@b.org', 'b@b.org'],
    ]);
    const [ghost] = await admin.select("SELECT * FROM svc.sys_properties_statistics WHERE concept = 'ghost'", { ontology: 'people' }); // prettier-ignore
    expect(ghost).toMatchObject({ property_name: 'ghost_id', distinct_count: null, minimum: null, maximum: null });
  });

  it('tell nothing of masked values and of rows that a policy hides', async () => {
    const bo = await addUser(service, { name: 'bo', ontology: 'people' }, 'GRANT ROLE only_bo');
    expect(await read(bo)).toEqual([
      ['person_id', 2, '2', '3'],
      ['name', 1, 'Bo', 'Bo'],
      ['born', 1, '2001-02-03', '2001-02-03'],
      ['email', null, null, null],
    ]);
  });

  it('are null for callers who may not read rows', async () => {
    const stranger = await addUserWith(service, 'stranger', 'GRANT ACCESS ON ontology.people');
    expect(await read(stranger)).toEqual(
      ['person_id', 'name', 'born', 'email'].map((name) => [name, null, null, null]),
    );
  });
}

describe('statistics of properties on a data source of type duckdb', () => {
  suite('duckdb');
});
describeWithMariaDb('statistics of properties on a data source of type mysql', () => {
  suite('mysql');
});
describeWithPostgreSql('statistics of properties on a data source of type postgresql', () => {
  suite('postgresql');
});
