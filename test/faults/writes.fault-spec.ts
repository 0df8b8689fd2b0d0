import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../support/client';
import { onEachServer } from '../support/own-server';
import { makeServiceFolder, type ServiceProcess, startServiceProcess, sweepUp } from '../support/service-process';
import { note } from './promises';

/** The number of kills for each system database; `KILLS=200` searches longer. */
const KILLS = Number(process.env.KILLS ?? 3);
const WRITERS = 4;
const LONGEST_LIFE_MS = 1000;

/** Extends an ontology by two concepts at a time until the service is gone. */
class Writer {
  readonly acknowledged: number[] = [];
  tried = 0;

  constructor(readonly ontology: string) {}

  async write({ api }: ServiceProcess, token: string): Promise<void> {
    const client = new Client(api, token);
    for (;;) {
      const number = this.tried++;
      const pair = `CREATE CONCEPT a${number} (id integer, PRIMARY KEY (id)); CREATE CONCEPT b${number} INHERITS (a${number});`;
      const query = number === 0 ? `CREATE ONTOLOGY ${this.ontology}; ${pair}` : pair;
      const ontology = number === 0 ? 'system' : this.ontology;
      const answer = await client.sql(query, { ontology }).catch(() => undefined);
      if (answer === undefined) return;
      expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
      this.acknowledged.push(number);
    }
  }

  /** Returns how many acknowledged writes are missing, and how many are applied by half. */
  async check({ api }: ServiceProcess, token: string): Promise<{ readonly missing: number; readonly halves: number }> {
    const { status, body } = await new Client(api, token).get(`get_ontology/${this.ontology}`);
    const rows = status === 404 ? [] : (body.data as { ontology: readonly { concept: string }[] }).ontology;
    const names = new Set(rows.map(({ concept }) => concept));
    const missing = this.acknowledged.filter((number) => !names.has(`a${number}`)).length;
    const halves = Array.from({ length: this.tried }, (_, number) => names.has(`a${number}`) === names.has(`b${number}`)).filter((isWhole) => !isWhole).length; // prettier-ignore
    return { missing, halves };
  }
}

let folder: string;
let service: ServiceProcess | undefined;
beforeEach(() => {
  folder = makeServiceFolder();
});
afterEach(() => sweepUp(folder, service));

async function killWriters(engine: string, settings: Readonly<Record<string, string>>): Promise<void> {
  service = await startServiceProcess(folder, settings);
  const token = await service.issueToken();
  const sum = { acknowledged: 0, missing: 0, halves: 0 };
  for (let kill = 0; kill < KILLS; kill++) {
    const writers = Array.from({ length: WRITERS }, (_, index) => new Writer(`o_${kill}_${index}`));
    const writing = writers.map((writer) => writer.write(service!, token));
    await sleep(Math.random() * LONGEST_LIFE_MS);
    service.kill('SIGKILL');
    await Promise.all(writing);
    service = await startServiceProcess(folder, settings);
    for (const writer of writers) {
      const { missing, halves } = await writer.check(service, token);
      sum.acknowledged += writer.acknowledged.length;
      sum.missing += missing;
      sum.halves += halves;
    }
  }
  note({ promise: 'R12', test: `kill -9 while ${WRITERS} write, ${KILLS} times, ${engine}`, figure: '0 acknowledged missing, 0 half-written', seen: `${sum.missing} of ${sum.acknowledged}, ${sum.halves}` }); // prettier-ignore
  expect(sum.acknowledged).toBeGreaterThan(0);
  expect(sum).toMatchObject({ missing: 0, halves: 0 });
}

/**
 * Runs nine writers on two instances: each reads the version and writes with If-Match, repeatedly. Returns how many writes succeeded,
 * of how many.
 */
async function race(settings: Readonly<Record<string, string>>): Promise<readonly [number, number]> {
  service = await startServiceProcess(folder, settings);
  const other = await startServiceProcess(folder, settings);
  try {
    const token = await service.issueToken();
    const clients = [service, other].map(({ api }) => new Client(api, token));
    const [first] = clients as [Client];
    expect((await first.sql('CREATE ONTOLOGY race', { ontology: 'system' })).status).toBe(200);
    await sleep(1000);
    const statuses: number[] = [];
    const writers = Array.from({ length: 9 }, async (_, writer) => {
      const client = clients[writer % 2]!;
      for (let round = 0; round < 8; round++) {
        const { version } = (await client.get('get_ontology/race')).body.data as { version: string };
        const answer = await client.sql(`CREATE CONCEPT c_${writer}_${round}`, { ontology: 'race', headers: { 'if-match': version } }); // prettier-ignore
        statuses.push(answer.status);
      }
    });
    await Promise.all(writers);
    await sleep(1000);
    const wins = statuses.filter((status) => status === 200).length;
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    const made = (await clients[1]!.get('get_ontology/race')).body.data as { ontology: readonly unknown[] };
    expect(made.ontology).toHaveLength(1 + wins);
    return [wins, statuses.length];
  } finally {
    other.kill('SIGKILL');
    await other.ended;
  }
}

const noteRace = (engine: string, [wins, tries]: readonly [number, number]): void => {
  note({ promise: 'R13', test: `9 writers with If-Match, 2 instances, ${engine}`, figure: 'concepts = wins, losers 409', seen: `${wins} wins of ${tries}, all others 409` }); // prettier-ignore
  expect(wins).toBeGreaterThan(0);
};

describe('definitions on SQLite', () => {
  it('are complete and durable when the process is killed', () => killWriters('SQLite', {}), 60_000 + KILLS * 20_000);

  it('accept one conditional writer at a time', async () => {
    noteRace('SQLite', await race({}));
  });
});

onEachServer('definitions', (server) => {
  let settings: Readonly<Record<string, string>>;
  beforeEach(async () => {
    settings = { DATABASE_URL: await server().createDatabase('system_test') };
  });

  it(
    'are complete and durable when the process is killed',
    () => killWriters(server().kind, settings),
    60_000 + KILLS * 20_000,
  );

  it('accept one conditional writer at a time', async () => {
    noteRace(server().kind, await race(settings));
  });
});
