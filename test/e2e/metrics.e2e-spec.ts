import { request } from 'node:http';
import { version } from '../../package.json';
import { Client, rowsOf } from '../support/client';
import { type RunningService, startService } from '../support/service';
import { waitFor } from '../support/wait-for';

let service: RunningService;
let admin: Client;
beforeAll(async () => {
  service = await startService({ DATABASE_URL: '', CACHE_URL: 'redis://127.0.0.1:1', BUILD_COMMIT: '4f1d2c' });
  admin = new Client(service.api, service.token);
}, 60_000);
afterAll(() => service.close());

const read = async (): Promise<string> => (await fetch(`${service.url}/metrics`)).text();

/** Each metric of the service with its type and the labels of its samples, without those of Prometheus itself. */
async function metrics(): Promise<readonly { name: string; type: string; labels: readonly string[] }[]> {
  const text = await read();
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].filter(([, name]) => !/^(process|nodejs)_/.test(name!));
  return types.map(([, name = '', type = '']) => {
    const samples = text.split('\n').filter((line) => new RegExp(`^${name}(_bucket|_sum|_count)?\\{`).test(line));
    const labels = samples.flatMap((line) => [...line.matchAll(/[{,]([^={,]+)="/g)].map(([, label]) => label!));
    return { name, type, labels: [...new Set(labels)].filter((label) => label !== 'le') };
  });
}

const SNAKE_CASE = /^[a-z][a-z\d]*(_[a-z\d]+)*$/;
/** Units other than the base units of Prometheus, which are seconds and bytes. */
const OTHER_UNIT = /_(ms|millis|milliseconds|microseconds|minutes|hours|kb|mb|kilobytes|megabytes|percent)(_|$)/;

describe('the metrics', () => {
  it('have names and labels by the rules of Prometheus, with one prefix', async () => {
    expect((await admin.get('q/world/concept/city?_limit_=1')).status).toBe(200);
    const found = await metrics();
    expect(found.length).toBeGreaterThan(12);
    for (const { name, type, labels } of found) {
      expect(name).toMatch(/^ontology_/);
      for (const each of [name, ...labels]) expect(each).toMatch(SNAKE_CASE);
      expect([name, OTHER_UNIT.test(name)]).toEqual([name, false]);
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
      if (type === 'histogram') expect(name).toMatch(/_(seconds|bytes)$/);
      expect([name, labels.filter((label) => /user|token|statement|address/.test(label))]).toEqual([name, []]);
    }
  });

  it('name the build', async () => {
    const node = process.versions.node;
    expect(await read()).toContain(
      `ontology_build_info{version="${version}",node_version="${node}",commit="4f1d2c"} 1\n`,
    );
  });

  it('of a data source count its statements and errors, until it is dropped', async () => {
    const script = `CREATE ONTOLOGY figures; CREATE DATASOURCE Main TYPE duckdb OPTIONS (path = 'missing.duckdb');
      CREATE CONCEPT item (id integer, PRIMARY KEY (id)); CREATE MAPPING items INTO (item) AS SELECT id FROM items;`;
    rowsOf(await admin.sql(`${script} ALTER ONTOLOGY figures SET check_mappings = 'off'`, { ontology: 'system' }));
    expect((await admin.get('q/figures/concept/item')).status).toBe(503);
    const labels = 'ontology="figures",data_source="main"';
    const missing = await read();
    expect(missing).toMatch(
      new RegExp(`^ontology_data_source_errors_total{${labels},code="source_unavailable"} [1-9]`, 'm'),
    );
    expect(missing).toContain(`ontology_data_source_statement_duration_seconds_count{${labels}} 0\n`);
    const [, world = ''] = /^ontology_data_source_statement_duration_seconds_count\{ontology="world",.*\} (\d+)$/m.exec(missing)!; // prettier-ignore
    expect(Number(world)).toBeGreaterThan(0);
    expect(missing).toMatch(/^ontology_data_source_connections_in_use\{ontology="world",data_source="\w+"\} 0$/m);
    expect(missing).toMatch(/^ontology_data_source_statements_waiting\{ontology="world",data_source="\w+"\} 0$/m);
    rowsOf(await admin.sql('DROP ONTOLOGY figures', { ontology: 'system' }));
    await waitFor(async () => !(await read()).includes(labels));
  }, 40_000);

  it('count the requests in flight, which include their own', async () => {
    expect(await read()).toMatch(/^ontology_http_requests_in_flight 1$/m);
    const open = request(`${service.api}/query`, { method: 'POST', headers: { 'content-length': 5 } }).on('error', () => undefined); // prettier-ignore
    open.flushHeaders();
    await waitFor(async () => /^ontology_http_requests_in_flight 2$/m.test(await read()));
    open.destroy();
    await waitFor(async () => /^ontology_http_requests_in_flight 1$/m.test(await read()));
  });
});
