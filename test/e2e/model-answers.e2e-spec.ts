import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, Client, rowsOf } from '../support/client';
import { createMariaDbDatabase } from '../support/mariadb';
import { type PeopleService, startPeopleService } from '../support/people-service';
import { startService } from '../support/service';
import { describeWithMariaDb } from '../support/services';
import { oneOf } from '../support/trials';

const STATEMENTS = [
  'SHOW VERSION',
  'SHOW DATASOURCES',
  'SHOW CONCEPTS',
  'SHOW TAGS',
  'SHOW SCHEMAS',
  'SHOW ONTOLOGIES',
  'SHOW HISTORY',
  'SHOW CREATE ONTOLOGY people',
  'SHOW TABLES',
  'SHOW TABLES IN svc',
  'SHOW TABLES IN vsvc',
  'SHOW TABLES IN absent',
  'DESC person',
  'DESC svc.person',
  'DESC esvc.person',
  'DESC vsvc.names',
  'DESC svc.sys_concepts',
  'DESC nothing',
  'DESCRIBE CONCEPT person',
  'DESCRIBE CONCEPT svc.person',
  "DESCRIBE CONCEPT person OPTIONS (graph_depth = '0')",
  "DESCRIBE CONCEPT person OPTIONS (graph_depth = '9')",
  'DESCRIBE CONCEPT thing',
];
const FORMATS = ['application/json', 'application/x-ndjson', 'text/csv'];
const QUESTIONS = STATEMENTS.flatMap((statement, turn) =>
  oneOf(FORMATS, turn).map((accept) => ({ statement, accept })),
);

/** What tells answers apart that were made at different times: the id of the request, of versions, and times. */
const bare = ({ status, text }: Answer): readonly unknown[] => [
  status,
  text
    .replace(/"request_id":"[^"]*"/, '')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+/g, 'time'),
];

let people: PeopleService;

beforeAll(async () => {
  people = await startPeopleService();
  rowsOf(await people.admin.sql(people.script, { ontology: 'system' }));
});
afterAll(() => people.close());

async function askAll(by: Client): Promise<readonly Answer[]> {
  const answers = [];
  for (const { statement, accept } of QUESTIONS)
    answers.push(await by.sql(statement, { ontology: 'people', headers: { accept } }));
  return answers;
}

it('returns the same answer again, also for another version with the same content', async () => {
  const first = await askAll(people.admin);
  const again = await askAll(people.admin);
  expect(again.map(bare)).toEqual(first.map(bare));
  expect(again.map(({ headers }) => headers.get('content-type'))).toEqual(
    first.map(({ headers }) => headers.get('content-type')),
  );
  rowsOf(await people.admin.sql('DROP VIEW names', { ontology: 'people' }));
  rowsOf(await people.admin.sql(people.script, { ontology: 'system' }));
  const anew = await askAll(people.admin);
  const isHistory = (index: number): boolean => QUESTIONS[index]?.statement === 'SHOW HISTORY';
  const others = (answers: readonly Answer[]): unknown => answers.filter((_, index) => !isHistory(index)).map(bare);
  expect(others(anew)).toEqual(others(first));
  expect(anew[0]?.text).not.toBe(first[0]?.text);
});

it('shows every change immediately', async () => {
  const read = async (): Promise<string> => (await askAll(people.admin)).map(({ text }) => text).join('\n');
  const before = await read();
  rowsOf(await people.admin.sql('CREATE CONCEPT moon (moon_code string, PRIMARY KEY (moon_code)) INHERITS (person)', { ontology: 'people' })); // prettier-ignore
  const after = await read();
  expect([before.includes('moon_code'), after.includes('moon_code')]).toEqual([false, true]);
  rowsOf(await people.admin.sql('DROP CONCEPT moon', { ontology: 'people' }));
  expect((await people.admin.sql('DESC moon', { ontology: 'people' })).status).toBe(404);
});

it('answers only callers who may see the ontology, each with its own rights', async () => {
  const reader = await people.reader('eve');
  await askAll(people.admin);
  const seen = await askAll(reader);
  expect(seen.filter(({ status }) => status === 200).length).toBeGreaterThan(QUESTIONS.length / 3);
  rowsOf(await people.admin.sql('REVOKE QUERY ON ontology.people FROM USER eve; REVOKE ACCESS ON ontology.people FROM ROLE public', { ontology: 'system' })); // prettier-ignore
  const hidden = await askAll(reader);
  const text = hidden.map((answer) => answer.text).join('\n');
  expect(text).not.toMatch(/person|names|files/);
});

describeWithMariaDb('with the catalogue of MariaDB', () => {
  it('describes columns of links by the catalogue of the data source, also after it changes', async () => {
    const database = await createMariaDbDatabase('described');
    const service = await startService({ CATALOGUE_TTL_MS: '200' });
    try {
      await database.run(['CREATE TABLE town (id INT PRIMARY KEY)', 'CREATE TABLE road (a INT, b INT, built INT)']);
      const options = [...database.options].map(([name, value]) => `${name} = '${value}'`).join(', ');
      const client = new Client(service.api, service.token);
      const script = `CREATE ONTOLOGY towns; CREATE DATASOURCE source TYPE mysql OPTIONS (${options});
        CREATE CONCEPT town (id integer, PRIMARY KEY (id), CONSTRAINT leads_to MULTIREFERENCE town INVERSEOF reached_from);
        CREATE MAPPING towns INTO (town) AS SELECT id FROM town;
        CREATE MAPPING roads (CONSTRAINT leads_to FOREIGN KEY (a) REFERENCES town (id), CONSTRAINT reached_from FOREIGN KEY (b) REFERENCES town (id))
          AS SELECT a, b, built FROM road`;
      rowsOf(await client.sql(script, { ontology: 'system' }));
      const typeOf = async (): Promise<unknown> => {
        const rows = await client.select('DESCRIBE CONCEPT town', { ontology: 'towns' });
        return rows.find(({ col_name }) => String(col_name).endsWith('_built'))?.data_type;
      };
      expect([await typeOf(), await typeOf()]).toEqual(['integer', 'integer']);
      await database.run(['ALTER TABLE road MODIFY built VARCHAR(20)']);
      await sleep(250);
      expect([await typeOf(), await typeOf()]).toEqual(['string', 'string']);
    } finally {
      await service.close();
      await database.drop();
    }
  });
});

it('caches the list of ontologies for callers who see the same, and shows a new one at once', async () => {
  const cacheOf = ({ headers }: Answer): string | null => headers.get('x-cache');
  const list = (): Promise<Answer> => people.admin.get('get_ontologies');
  await list();
  const known = await list();
  expect(cacheOf(known)).toBe('HIT');
  const headers = { 'if-none-match': known.headers.get('etag')! };
  expect((await people.admin.get('get_ontologies', headers)).status).toBe(304);
  rowsOf(await people.admin.sql('CREATE ONTOLOGY listed', { ontology: 'system' }));
  const changed = await people.admin.get('get_ontologies', headers);
  expect([changed.status, cacheOf(changed)]).toEqual([200, 'MISS']);
  expect((JSON.parse(changed.text) as { data: string[] }).data).toContain('listed');
  rowsOf(await people.admin.sql('DROP ONTOLOGY listed', { ontology: 'system' }));
  expect((JSON.parse((await list()).text) as { data: string[] }).data).not.toContain('listed');
});
