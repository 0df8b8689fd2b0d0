import { execFile } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client, rowsOf } from '../support/client';
import { freePort } from '../support/free-port';
import { GaleraCluster } from '../support/galera/galera-cluster';
import { type GaleraNode } from '../support/galera/galera-node';
import { makeServiceFolder, type ServiceProcess, startServiceProcess, sweepUp } from '../support/service-process';
import { describeWithGalera } from '../support/services';
import { Load } from './load';
import { note } from './promises';

const run = promisify(execFile);

/** The program of `npm run galera`, as package.json runs it. */
const [HOOK, PROGRAM] = ['typescript-hook.cjs', 'galera/main.ts'].map((file) =>
  join(__dirname, '../support', file),
) as [string, string];
const ONTOLOGY = { ontology: 'shop' };
const TABLES = `CREATE DATABASE system_test CHARACTER SET utf8mb4; CREATE DATABASE shop_test;
  CREATE TABLE shop_test.things (n INT PRIMARY KEY); INSERT INTO shop_test.things SELECT seq FROM mysql.seq_1_to_100;
  CREATE VIEW shop_test.naps AS SELECT n, SLEEP(0.3) AS nap FROM shop_test.things WHERE n = 1;
  CREATE USER reader@'%' IDENTIFIED BY 'secret'; GRANT SELECT ON shop_test.* TO reader@'%'`;

/** Edits through two instances, and their results. */
class Edits {
  readonly statuses = new Map<number, number>();
  readonly acknowledged: string[] = [];
  private isOver = false;
  private readonly writers: Promise<void>[];

  constructor(clients: readonly Client[]) {
    this.writers = clients.map((client, index) => this.write(client, `concept_${index}`));
  }

  /** Starts no more edits; resolves when all have ended. */
  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.writers);
  }

  private async write(client: Client, prefix: string): Promise<void> {
    for (let edit = 0; !this.isOver; edit++) {
      const name = `${prefix}_${edit}`;
      const { status } = await client.sql(`CREATE CONCEPT ${name} (${name}_id integer, PRIMARY KEY (${name}_id))`, ONTOLOGY); // prettier-ignore
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
      if (status === 200) this.acknowledged.push(name);
      await sleep(150);
    }
  }
}

describeWithGalera('a Galera cluster of three nodes below two instances', () => {
  let folder: string;
  let cluster: GaleraCluster;
  let services: readonly ServiceProcess[] = [];
  let clients: readonly Client[];
  let edits: Edits;
  let versionsBefore: number;
  let turn = 0;

  const tool = async (command: string): Promise<string> => {
    const options = ['--folder', join(folder, 'cluster'), '--port', String(cluster.nodes[0]!.port)];
    return (await run(process.execPath, ['--require', HOOK, PROGRAM, command, ...options])).stdout;
  };
  const versions = async () =>
    Number(await cluster.nodes[0]!.run('SELECT COUNT(*) FROM system_test.ontology_versions'));
  /** Reads one row, through each instance in turn. */
  const read = async (concept: string): Promise<void> => {
    const client = clients[turn++ % clients.length]!;
    expect(rowsOf(await client.get(`q/shop/concept/${concept}?_subj_=n&_op_=eq&_comp_=1`))).toHaveLength(1);
  };
  const readers = async (node: GaleraNode): Promise<number> => Number(await node.run("SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'reader'")); // prettier-ignore
  const until = async (what: string, holds: () => Promise<boolean>): Promise<number> => {
    const begin = performance.now();
    while (!(await holds())) {
      if (performance.now() - begin > 20_000) throw new Error(`not ${what} after 20 s`);
      await sleep(50);
    }
    return performance.now() - begin;
  };

  beforeAll(async () => {
    folder = makeServiceFolder();
    chmodSync(folder, 0o755);
    cluster = new GaleraCluster(join(folder, 'cluster'), await freePort());
    expect(await tool('up')).toContain(`DATABASE_URL='mysql://root@${cluster.hosts}/`);
    await cluster.nodes[0]!.run(TABLES);
    const hosts = cluster.hosts.split(',');
    const others = [...hosts.slice(1), ...hosts.slice(0, 1)];
    const start = (order: readonly string[]) =>
      startServiceProcess(folder, {
        DATABASE_URL: `mysql://root@${order.join(',')}/system_test`,
        DRAIN_WAIT_MS: '0',
        POOL_SIZE: '20',
      });
    services = [await start(hosts)];
    services = [...services, await start(others)];
    clients = await Promise.all(services.map(async (service) => new Client(service.api, await service.issueToken())));
    const script = `CREATE ONTOLOGY shop; CREATE DATASOURCE source TYPE mysql OPTIONS (host = '${cluster.hosts}', database = 'shop_test', user = 'reader', password = 'secret');
      CREATE CONCEPT item (n integer, PRIMARY KEY (n)); CREATE MAPPING map_things INTO (item) AS SELECT n FROM things;
      CREATE CONCEPT rest (n integer, nap integer, PRIMARY KEY (n)); CREATE MAPPING map_naps INTO (rest) AS SELECT n, nap FROM naps`;
    const { status, text } = await clients[0]!.sql(script, { ontology: 'system' });
    expect(`${status} ${text}`).toMatch(/^200/);
    versionsBefore = await versions();
    edits = new Edits(clients);
  }, 120_000);
  afterAll(async () => {
    for (const service of services) service.kill('SIGKILL');
    await cluster.down();
    await sweepUp(folder, ...services);
  }, 60_000);

  /** Reads quickly and slowly while `harm` is done to a node and then undone. */
  async function readDuring(test: string, node: GaleraNode, harm: () => unknown, undo: () => unknown): Promise<void> {
    const loads = [new Load(() => read('item'), 40), new Load(() => read('rest'), 400)];
    let back = 0;
    try {
      await until('reading from all nodes', async () => (await readers(node)) > 0);
      await sleep(700);
      await harm();
      await sleep(4_000);
      await undo();
      const isUsed = async () => {
        const states = await Promise.all(cluster.nodes.map((each) => each.status()));
        return states.every(({ state, size }) => state === 'Synced' && size === '3') && (await readers(node)) > 0;
      };
      back = await until('reading from the node again', isUsed);
    } finally {
      await Promise.all(loads.map((load) => load.end()));
    }
    expect(loads.flatMap(({ failures }) => failures)).toEqual([]);
    note({ promise: 'R17', test: `Galera: ${test}`, figure: '0 reads lost', seen: `${loads[0]!.seen}; of 0.3 s: ${loads[1]!.seen}; used ${Math.round(back)} ms after` }); // prettier-ignore
  }

  it('loses no read when a node is killed', async () => {
    const node = cluster.nodes[0]!;
    await readDuring('kill -9', node, () => process.kill(node.pid!, 'SIGKILL'), () => node.start()); // prettier-ignore
  });

  it('loses no read when a node is stopped with SIGTERM', async () => {
    const node = cluster.nodes[1]!;
    await readDuring('SIGTERM', node, () => process.kill(node.pid!, 'SIGTERM'), () => node.start()); // prettier-ignore
  });

  it('loses no read when a node hangs', async () => {
    const node = cluster.nodes[2]!;
    const pid = node.pid!;
    const replace = async () => {
      process.kill(pid, 'SIGKILL');
      await node.start();
    };
    await readDuring('SIGSTOP, then started anew', node, () => process.kill(pid, 'SIGSTOP'), replace);
  });

  it('loses no read when a node is isolated from the others', async () => {
    const node = cluster.nodes[0]!;
    const isolate = (value: number) => node.run(`SET GLOBAL wsrep_provider_options = 'gmcast.isolate=${value}'`);
    await readDuring('isolated (1047)', node, () => isolate(1), () => isolate(0)); // prettier-ignore
    expect(await tool('status')).toMatch(/127\.0\.0\.1:\d+\t\d+\tSynced\t3/);
  });

  it('loses no read while all nodes reject statements, as during a new vote on the quorum', async () => {
    const loads = [new Load(() => read('item'), 40), new Load(() => read('rest'), 400)];
    const refuse = (queries: 'ALL' | 'NONE') =>
      Promise.all(cluster.nodes.map((node) => node.run(`SET GLOBAL wsrep_reject_queries = '${queries}'`)));
    try {
      await sleep(700);
      await refuse('ALL');
      await sleep(1_500);
      await refuse('NONE');
      await sleep(1_000);
    } finally {
      await Promise.all(loads.map((load) => load.end()));
    }
    expect(loads.flatMap(({ failures }) => failures)).toEqual([]);
    expect(Math.max(...loads[0]!.times)).toBeGreaterThan(1_000);
    note({ promise: 'R17', test: 'Galera: all refuse for 1.5 s (1047)', figure: '0 reads lost', seen: `${loads[0]!.seen}; of 0.3 s: ${loads[1]!.seen}` }); // prettier-ignore
  });

  it('creates one version for each acknowledged edit, and rejects edits that are too late', async () => {
    await edits.end();
    const { statuses, acknowledged } = edits;
    expect([...statuses.keys()].sort()).toEqual([200, 409]);
    const missing = async () => {
      const shown = rowsOf(await clients[1]!.sql('SHOW CONCEPTS', ONTOLOGY)).map((row) => Object.values(row)[0]);
      return acknowledged.filter((name) => !shown.includes(name));
    };
    expect(await until('showing all edits', async () => (await missing()).length === 0)).toBeLessThan(1_000);
    expect(await versions()).toBe(versionsBefore + acknowledged.length);
    note({ promise: 'R13', test: 'Galera: edits on two nodes, through all of this', figure: 'versions = wins, losers 409', seen: `${acknowledged.length} wins, as many versions, ${statuses.get(409)} times 409` }); // prettier-ignore
  });
});
