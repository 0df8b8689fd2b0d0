import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../support/client';
import { writeDuckDb } from '../support/engines';
import { createMariaDbDatabase, type MariaDbDatabase, withConnection } from '../support/mariadb';
import { makeServiceFolder, type ServiceProcess, startServiceProcess, sweepUp } from '../support/service-process';
import { describeWithMariaDb } from '../support/services';
import { waitFor } from '../support/wait-for';
import { note } from './promises';

/**
 * `MEMORY_MINUTES=10,40` compares these minutes of a run. In a short run the caches are still growing, so its growth is printed, not
 * checked.
 */
const [EARLY, LATE] = (process.env.MEMORY_MINUTES ?? '0.5,1').split(',').map(Number) as [number, number];
const MOST_GROWTH = EARLY >= 3 ? 0.1 : Infinity;
const MINUTE_MS = 60_000;
const SOURCES = { mysql: 30, duckdb: 50, files: 20 };
const ASKERS = 6;
const PAUSE_MS = 20;
const IDLE_MS = 5000;
const SAMPLE_MS = 100;
const ROWS = 300;

type Kind = keyof typeof SOURCES;

const MODEL = `CREATE CONCEPT part (id integer, name string, weight double, next_id integer, PRIMARY KEY (id),
    CONSTRAINT leads_to FOREIGN KEY (next_id) REFERENCES part (id) INVERSEOF comes_from);
  CREATE MAPPING parts INTO (part) AS SELECT id, name, weight, next_id FROM parts`;

/** The requests that clients send in turn, of every kind that keeps something: plans, cursors, prepared statements, errors, versions. */
const QUESTIONS: readonly ((client: Client, ontology: string, turn: number) => Promise<unknown>)[] = [
  (client, o, turn) => client.get(`q/${o}/concept/part?_subj_=id&_op_=eq&_comp_=${turn % ROWS}`),
  (client, o) => client.get(`q/${o}/concept/part?_limit_=50&_order_=-weight`),
  (client, o, turn) => client.get(`q/${o}/concept/part?_subj_=leads_to[part].name&_op_=like&_comp_=p${turn % 10}%25`),
  (client, o, turn) => client.sql(`SELECT COUNT(*) AS n FROM part WHERE weight > ${turn % 97}`, { ontology: o }),
  (client, o, turn) => client.sql(`SELECT name AS n${turn} FROM part ORDER BY id LIMIT 3`, { ontology: o }),
  (client, o) => client.get(`q/${o}/concept/part?nested=true&_limit_=20`),
  (client, o) => client.sql('SELECT absent FROM part', { ontology: o }),
  (client, o) => client.get(`get_ontology/${o}`),
  (client, o, turn) => client.sql(`CREATE OR REPLACE PROPERTY p_${turn % 5} string`, { ontology: o }),
];

describeWithMariaDb('memory', () => {
  let folder: string;
  let service: ServiceProcess | undefined;
  const databases: MariaDbDatabase[] = [];

  beforeEach(() => {
    folder = makeServiceFolder();
    mkdirSync(join(folder, 'sources'));
  });
  afterEach(async () => {
    await sweepUp(folder, service);
    for (const database of databases) await database.drop();
  });

  /** Creates a data source with some rows and returns its options. */
  async function fill(kind: Kind, number: number): Promise<string> {
    const rows = Array.from({ length: ROWS }, (_, id) => [id, `p${id}`, id * 1.5, (id + 1) % ROWS] as const);
    const values = rows.map(([id, name, weight, next]) => `(${id}, '${name}', ${weight}, ${next})`).join(', ');
    const table = 'CREATE TABLE parts (id INT PRIMARY KEY, name VARCHAR(20), weight DOUBLE, next_id INT)';
    if (kind === 'mysql') {
      const database = await createMariaDbDatabase('memory');
      databases.push(database);
      await database.run([table, `INSERT INTO parts VALUES ${values}`]);
      return [...database.options].map(([name, value]) => `${name} = '${value}'`).join(', ');
    }
    if (kind === 'duckdb') {
      await writeDuckDb(join(folder, 'sources', `s${number}.duckdb`), [table, `INSERT INTO parts VALUES ${values}`]);
      return `path = 's${number}.duckdb'`;
    }
    mkdirSync(join(folder, 'sources', `s${number}`));
    writeFileSync(join(folder, 'sources', `s${number}`, 'parts.csv'), `id,name,weight,next_id\n${rows.map((row) => row.join(',')).join('\n')}\n`); // prettier-ignore
    return `path = 's${number}/parts.csv'`;
  }

  async function define(client: Client): Promise<readonly string[]> {
    const names: string[] = [];
    for (const [kind, count] of Object.entries(SOURCES) as [Kind, number][]) {
      for (let number = 0; number < count; number++) {
        const name = `${kind}_${number}`;
        const options = await fill(kind, number);
        const { status, text } = await client.sql(`CREATE ONTOLOGY ${name}; CREATE DATASOURCE d TYPE ${kind} OPTIONS (${options}); ${MODEL}`, { ontology: name }); // prettier-ignore
        expect([status, text]).toEqual([200, expect.anything()]);
        names.push(name);
      }
    }
    return names;
  }

  /** Returns the mean in megabytes over a fifth of the early minutes, because memory varies by a fifth between two garbage collections. */
  async function residentMemory({ memory }: ServiceProcess): Promise<number> {
    const samples: number[] = [];
    const end = Date.now() + (EARLY * MINUTE_MS) / 5;
    while (Date.now() < end) {
      samples.push(memory() / 2 ** 20);
      await sleep(SAMPLE_MS);
    }
    return samples.reduce((sum, value) => sum + value, 0) / samples.length;
  }

  async function openConnections(): Promise<number> {
    if (databases.length === 0) return 0;
    const names = databases.map(({ name }) => `'${name}'`).join(', ');
    const rows = await withConnection(undefined, (connection) => connection.query(`SELECT COUNT(*) AS n FROM information_schema.processlist WHERE db IN (${names})`)); // prettier-ignore
    return (rows[0] as [{ n: number }])[0].n;
  }

  function openFiles({ pid }: ServiceProcess): number {
    const targets = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
      } catch {
        return [];
      }
    });
    return targets.filter((target) => target.startsWith(join(folder, 'sources'))).length;
  }

  it(
    'does not grow over a hundred data sources that are queried in turn, and closes those without queries',
    async () => {
      const running = await startServiceProcess(folder, { DATA_SOURCE_IDLE_MS: String(IDLE_MS) });
      service = running;
      const client = new Client(running.api, await running.issueToken());
      const ontologies = await define(client);
      const began = Date.now();
      let turn = 0;
      let isOver = false;
      const asked = Array.from({ length: ASKERS }, async () => {
        while (!isOver) {
          turn += 1;
          const ask = QUESTIONS[turn % QUESTIONS.length]!;
          await ask(client, ontologies[Math.floor(Math.random() * ontologies.length)]!, turn);
          await sleep(PAUSE_MS);
        }
      });
      await sleep(EARLY * MINUTE_MS - (Date.now() - began));
      const early = await residentMemory(running);
      await sleep(LATE * MINUTE_MS - (Date.now() - began));
      const late = await residentMemory(running);
      isOver = true;
      await Promise.all(asked);
      const [connections, files] = [await openConnections(), openFiles(running)];
      await waitFor(async () => (await openConnections()) + openFiles(running) === 0);
      const seen = `${Math.round(early)} MB at minute ${EARLY}, ${Math.round(late)} MB at minute ${LATE}, ${turn} requests; ${connections} connections and ${files} files open at the end, 0 when idle`;
      note({
        promise: 'memory',
        test: '100 data sources asked in turn',
        figure: MOST_GROWTH === Infinity ? 'shown' : `<= ${MOST_GROWTH * 100} % more`,
        seen,
      });
      expect(late).toBeLessThanOrEqual(early * (1 + MOST_GROWTH));
    },
    (LATE + EARLY / 5 + 5) * MINUTE_MS,
  );
});
