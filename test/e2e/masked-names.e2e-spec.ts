import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBearer } from '../support/bearer';
import { Client, rowsOf } from '../support/client';
import { getToken, type RunningService, startService } from '../support/service';

const MASKED = ['email', 'work_email', 'E_Mail', 'e_mail_2', 'Work e-mail', 'password', 'api_token', 'iban'];
/** They hold an entry of the default only where their separators are left out, or part of one. */
const SEEN = ['class_name', 'mail', 'e', 'pass_word', 'business_name'];

describe('properties without a policy or a tag', () => {
  let service: RunningService;
  let reader: Client;
  beforeAll(async () => {
    service = await startService();
    const names = [...MASKED, ...SEEN];
    mkdirSync(join(service.dataDir, 'sources'), { recursive: true });
    writeFileSync(
      join(service.dataDir, 'sources', 'people.csv'),
      ['id', ...names].join() + '\n' + [1, ...names.map(() => 'seen')].join() + '\n',
    );
    const quoted = names.map((name) => `\`${name}\``);
    const admin = new Client(service.api, service.token);
    const script = `CREATE ONTOLOGY people;
      CREATE DATASOURCE files TYPE files OPTIONS (path = 'people.csv');
      CREATE CONCEPT person (id integer, ${quoted.map((name) => `${name} string`).join()}, PRIMARY KEY (id));
      CREATE MAPPING m INTO (person) AS SELECT id, ${quoted.join()} FROM people;
      CREATE USER ana PASSWORD 'of ana'; GRANT QUERY ON ontology.people TO USER ana`;
    rowsOf(await admin.sql(script, { ontology: 'system' }));
    reader = new Client(service.api, await getToken(service.api, makeBearer('ana', 'of ana', service.salt)));
  });
  afterAll(() => service.close());

  it('are masked by default when their name contains a common word for a secret', async () => {
    const [row] = await reader.select('SELECT * FROM person', { ontology: 'people' });
    const ofValue = (value: string): string[] =>
      Object.entries(row!).flatMap(([name, cell]) => (cell === value ? [name] : []));
    expect(ofValue('XXXXXXXXX').sort()).toEqual([...MASKED].sort());
    expect(ofValue('seen').sort()).toEqual([...SEEN].sort());
  });
});
