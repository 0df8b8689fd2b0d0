import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addUser } from './add-user';
import { Client, rowsOf } from './client';
import { type RunningService, startService } from './service';

/** The service over a table of people, which a test can replace while it runs. */
export interface PeopleService {
  readonly service: RunningService;
  readonly admin: Client;
  /** Returns a client that may query everything, sees masks, and outside of Rome sees only persons with the name of the user. */
  readonly reader: (name: string) => Promise<Client>;
  /** Creates the ontology again. */
  readonly script: string;
  readonly reset: () => void;
  readonly write: (people: readonly (readonly [id: number, name: string, city: string])[]) => void;
  readonly close: () => Promise<void>;
}

const SCRIPT = `CREATE OR REPLACE ONTOLOGY people;
  CREATE DATASOURCE files TYPE files OPTIONS (path = 'people.csv');
  CREATE CONCEPT person (id integer, name string, email string, city string, PRIMARY KEY (id), LABEL (name));
  CREATE MAPPING map_person INTO (person) AS SELECT id, name, email, city FROM people;
  CREATE VIEW names AS SELECT id, name FROM person;
  CREATE POLICY own FILTER person WHERE city = 'Rome' OR name = USER() TO ROLE local;`;

export async function startPeopleService(settings: Readonly<Record<string, string>> = {}): Promise<PeopleService> {
  const service = await startService(settings);
  const sources = join(service.dataDir, 'sources');
  mkdirSync(sources, { recursive: true });
  const write: PeopleService['write'] = (people) => {
    const lines = people.map(([id, name, city]) => `${id},${name},${name}@example.org,${city}\n`);
    writeFileSync(join(sources, 'people.new'), `id,name,email,city\n${lines.join('')}`);
    renameSync(join(sources, 'people.new'), join(sources, 'people.csv'));
  };
  const reset = (): void => {
    write([
      [1, 'Ana', 'Rome'],
      [2, 'Ben', 'Oslo'],
      [3, 'eve', 'Oslo'],
    ]);
  };
  const admin = new Client(service.api, service.token);
  rowsOf(await admin.sql('CREATE ROLE local', { ontology: 'system' }));
  const reader = (name: string): Promise<Client> => addUser(service, { name, ontology: 'people' }, 'GRANT ROLE local');
  return { service, admin, reader, script: SCRIPT, reset, write, close: () => service.close() };
}

/** Starts the service over the table of `reset`, with the ontology. */
export async function startDefinedPeople(settings: Readonly<Record<string, string>> = {}): Promise<PeopleService> {
  const people = await startPeopleService(settings);
  people.reset();
  rowsOf(await people.admin.sql(people.script, { ontology: 'system' }));
  return people;
}
