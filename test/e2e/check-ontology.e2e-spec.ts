import { setTimeout as sleep } from 'node:timers/promises';
import type { DialectName } from '../../src/model';
import { addUser, addUserWith } from '../support/add-user';
import { type Answer, Client, rowsOf } from '../support/client';
import { defineSource } from '../support/define-source';
import { type RunningService, startService } from '../support/service';
import { describeWithMariaDb, describeWithPostgreSql } from '../support/services';

const TABLES = ['CREATE TABLE places (id INTEGER, city VARCHAR(20))', "INSERT INTO places VALUES (1, 'Oslo')"];
const MODEL = `ALTER ONTOLOGY checked SET check_mappings = 'off';
  ALTER ONTOLOGY checked SET forward_references = 'allow';
  ALTER ONTOLOGY checked SET unknown_mapping_columns = 'ignore';
  CREATE CONCEPT place (place_id integer, city string, PRIMARY KEY (place_id),
    CONSTRAINT lies_in FOREIGN KEY (place_id) REFERENCES country (place_id));
  CREATE CONCEPT road (road_id integer, place_id integer, PRIMARY KEY (road_id),
    CONSTRAINT leads_to FOREIGN KEY (place_id) REFERENCES place (place_id) TRANSITIVE);
  CREATE MAPPING m INTO (place) AS SELECT id AS place_id, citty AS city, 1 AS extra FROM places;
  CREATE VIEW roads AS SELECT road_id FROM road;`;

function suite(dialect: DialectName): void {
  let service: RunningService;
  let drop: () => Promise<void>;
  let admin: Client;
  const define = (statements: string, dryRun = false): Promise<Answer> =>
    admin.sql(statements, { ontology: 'checked', headers: dryRun ? { 'x-dry-run': 'true' } : {} });

  beforeAll(async () => {
    service = await startService();
    admin = new Client(service.api, service.token);
    drop = await defineSource(service, dialect, { ontology: 'checked', tables: TABLES, script: MODEL });
  }, 60_000);
  afterAll(async () => {
    await service.close();
    await drop();
  });

  it('lists what is wrong with an ontology, by the lines of its script', async () => {
    const rows = await admin.select('CHECK ONTOLOGY checked', { ontology: 'system' });
    const [script] = await admin.select('SHOW CREATE ONTOLOGY checked', { ontology: 'system' });
    const lines = String(script?.script).split('\n');
    const lineOf = (text: string): number =>
      lines.findIndex((line) => line.startsWith(`CREATE OR REPLACE ${text}`)) + 1;
    const row = (object: string, severity: string, message: string) => {
      const line = lineOf(object.replace(/^\w+/, (kind) => kind.toUpperCase()));
      return { object, line, severity, message };
    };
    expect(rows).toEqual([
      row('concept `place`', 'warning', 'the relationship `lies_in` of concept `place` waits for the concept `country`'),
      row('concept `road`', 'warning', 'concept `road`, relationship `leads_to`: TRANSITIVE is ignored, because `place` is another concept'),
      row('mapping `m`', 'error', 'its table `places` has no column `citty`; did you mean "city"?'),
      row('mapping `m`', 'warning', 'ignored, because no property of `place` has this name: `extra`'),
      { ...row('view `roads`', 'warning', ''), line: lineOf('ONTOLOGY VIEW') || lineOf('VIEW'), message: expect.stringContaining('(plan_no_mapping)') as string },
    ]); // prettier-ignore
  });

  it('shows names of the data source only to its administrators, and nothing to readers', async () => {
    const editor = await addUserWith(service, 'editor', 'GRANT EDIT ON ontology.checked');
    const [fault] = (await editor.select('CHECK ONTOLOGY checked', { ontology: 'system' })).filter(
      ({ severity }) => severity === 'error',
    );
    expect(fault).toMatchObject({ object: 'mapping `m`', message: 'does not fit its data source (ontology_invalid)' });
    const reader = await addUser(service, { name: 'reader', ontology: 'checked' });
    const { status, body } = await reader.sql('CHECK ONTOLOGY checked', { ontology: 'system' });
    expect([status, body.error?.code]).toEqual([403, 'auth_forbidden']);
  });

  it('checks definitions and answers as if they were applied in a dry run, and changes nothing', async () => {
    const before = await admin.select('SHOW VERSION', { ontology: 'checked' });
    const right = "CREATE OR REPLACE MAPPING m INTO (place) AS SELECT id AS place_id, city FROM places; CREATE USER ghost PASSWORD 'sesame and more'"; // prettier-ignore
    expect((await define(right, true)).text).toBe('{"data":[],"status":"success"}');
    expect(rowsOf(await define(`${right}; SELECT city FROM place`, true))).toEqual([{ city: 'Oslo' }]);
    expect(rowsOf(await define(`${right}; CREATE CONCEPT more INHERITS (place); SHOW CONCEPTS`, true))).toContainEqual({ concept: 'more' }); // prettier-ignore
    const wrong = right.replace(' city FROM', ' citi AS city FROM');
    const strict = "ALTER ONTOLOGY checked SET check_mappings = 'refuse'";
    const refused = await define(`${strict}; ${wrong}`, true);
    expect([refused.status, refused.body.error?.hint]).toEqual([400, 'did you mean "city"?']);
    const warned = await define(`${strict.replace('refuse', 'warn')}; ${wrong}`, true);
    expect(warned.body.warnings).toHaveLength(1);
    expect((await define('CREATE ONTOLOGY ghostly; CREATE CONCEPT a (b integer, PRIMARY KEY (b)); SHOW CONCEPTS', true)).status).toBe(200); // prettier-ignore
    expect(await admin.select('SHOW VERSION', { ontology: 'checked' })).toEqual(before);
    expect((await define("GRANT QUERY ON ontology.checked TO USER ghost")).status).toBe(404); // prettier-ignore
    expect((await admin.get('get_ontologies')).body.data).toEqual(['checked']);
    await sleep(100);
    const outcomes = await admin.select("SELECT outcome FROM svc.sys_audit WHERE statement LIKE 'CREATE OR REPLACE MAPPING%' ORDER BY time", { ontology: 'checked' }); // prettier-ignore
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['dry_run', 'dry_run', 'dry_run']);
    expect((await admin.sql('SHOW CONCEPTS', { ontology: 'checked', headers: { 'x-dry-run': 'maybe' } })).status).toBe(400); // prettier-ignore
  });
}

describe('CHECK ONTOLOGY and dry runs on a data source of type duckdb', () => {
  suite('duckdb');
});
describeWithMariaDb('CHECK ONTOLOGY and dry runs on a data source of type mysql', () => {
  suite('mysql');
});
describeWithPostgreSql('CHECK ONTOLOGY and dry runs on a data source of type postgresql', () => {
  suite('postgresql');
});
