import type { DialectName } from '../../src/model';
import { type Answer, Client, rowsOf } from '../support/client';
import { defineSource } from '../support/define-source';
import { type RunningService, startService } from '../support/service';
import { describeWithMariaDb, describeWithPostgreSql } from '../support/services';

const TABLES = [
  'CREATE TABLE places (id INTEGER, city VARCHAR(20), mayor VARCHAR(20))',
  "INSERT INTO places VALUES (1, 'Oslo', 'Ada'), (2, 'Bergen', 'Bo')",
];
const CONCEPTS = `CREATE CONCEPT place (place_id integer, city string, PRIMARY KEY (place_id));
  CREATE CONCEPT town (mayor string) INHERITS (place);`;
const MAPPING =
  'CREATE OR REPLACE MAPPING m INTO (place) AS SELECT id AS place_id, city, mayor, 1 AS extra FROM places';

function suite(dialect: DialectName): void {
  let service: RunningService;
  let drop: () => Promise<void>;
  let admin: Client;
  const define = (statements: string): Promise<Answer> => admin.sql(statements, { ontology: 'lenient' });

  beforeAll(async () => {
    service = await startService();
    admin = new Client(service.api, service.token);
    drop = await defineSource(service, dialect, { ontology: 'lenient', tables: TABLES, script: CONCEPTS });
  }, 60_000);
  afterAll(async () => {
    await service.close();
    await drop();
  });

  it('refuses a column that is no property of the concept by default', async () => {
    const { status, body } = await define(MAPPING);
    expect([status, body.data]).toEqual([404, 'mapping `m`: there is no property of `place` named `mayor`']);
  });

  it('ignores such columns with a warning if the ontology says so, also where another concept has the property', async () => {
    const { status, body } = await define(`ALTER ONTOLOGY lenient SET unknown_mapping_columns = 'ignore'; ${MAPPING}`);
    const warning = 'mapping `m`: ignored, because no property of `place` has this name: `mayor`, `extra`';
    expect([status, body.warnings]).toEqual([200, [warning]]);
    const { body: read } = await admin.get('q/lenient/concept/place?_order_=place_id&_typed_=true');
    const row = { entity_type: 'place', entity_label: '1', entity_id: '1', place_id: 1, city: 'Oslo', mayor: null };
    expect(read.data).toEqual([row, { ...row, entity_id: '2', entity_label: '2', place_id: 2, city: 'Bergen' }]);
    expect(rowsOf(await define(read.executed_query ?? ''))).toEqual(read.data);
    const lineage = await define("SELECT target_property FROM svc.sys_lineage WHERE target_type = 'concept'");
    expect(lineage.text).not.toMatch(/mayor|extra/);
  });

  it('cannot be made strict again while a mapping has such a column', async () => {
    expect((await define("ALTER ONTOLOGY lenient SET unknown_mapping_columns = 'refuse'")).status).toBe(404);
  });
}

describe('a mapping with more columns than its concept on a data source of type duckdb', () => {
  suite('duckdb');
});
describeWithMariaDb('a mapping with more columns than its concept on a data source of type mysql', () => {
  suite('mysql');
});
describeWithPostgreSql('a mapping with more columns than its concept on a data source of type postgresql', () => {
  suite('postgresql');
});
