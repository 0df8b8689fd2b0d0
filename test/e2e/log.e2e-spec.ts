import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../support/client';
import { makeServiceFolder, type ServiceProcess, startServiceProcess, sweepUp } from '../support/service-process';
import { waitFor } from '../support/wait-for';

type Line = Readonly<Record<string, unknown>> & { readonly level: number; readonly msg: string };

/** A statement that takes longer than its client waits. */
const SLOW = 'SELECT COUNT(*) AS n FROM city a JOIN city b ON a.name < b.name JOIN country c ON c.name < b.name';

const folder = makeServiceFolder();
let service: ServiceProcess;
let admin: Client;
let token: string;
beforeAll(async () => {
  service = await startServiceProcess(folder, { DATABASE_URL: '', LOG_LEVEL: 'info' });
  token = await service.issueToken();
  admin = new Client(service.api, token);
}, 60_000);
afterAll(() => sweepUp(folder, service));

const lines = (): readonly Line[] =>
  service
    .log()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []));

/** Sends a request, and returns the line of the log about it. */
async function lineOf(id: string, send: (headers: Record<string, string>) => Promise<unknown>): Promise<Line> {
  await send({ 'x-request-id': id });
  return waitFor(() => lines().find((line) => line.request_id === id));
}

describe('the log', () => {
  it('names the user and the ontology of a request, and its time in ISO 8601', async () => {
    const line = await lineOf('one', (headers) => admin.get('q/world/concept/country?_limit_=1', headers));
    expect(line).toMatchObject({ level: 30, msg: 'request', user: 'admin', ontology: 'world', status: 200 });
    expect(line).not.toHaveProperty('code');
    expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('contains the code of an error, and the user of a log-in', async () => {
    const unknown = await lineOf('two', (headers) => admin.get('q/wurld/concept/country', headers));
    expect(unknown).toMatchObject({ user: 'admin', ontology: 'wurld', status: 404, code: 'ontology_unknown' });
    const stranger = await lineOf('three', (headers) => fetch(`${service.api}/q/world/concept/city`, { headers }));
    expect(stranger).toMatchObject({ status: 401, code: 'auth_missing_credentials' });
    expect(stranger).not.toHaveProperty('user');
    expect(stranger).not.toHaveProperty('ontology');
  });

  it('has the trace of a request with a valid traceparent, also in lines about its errors', async () => {
    const trace = '0af7651916cd43dd8448eb211c80319c';
    const traceparent = `00-${trace}-b7ad6b7169203331-01`;
    const line = await lineOf('six', (headers) => admin.get('get_ontologies', { ...headers, traceparent }));
    expect(line).toMatchObject({ msg: 'request', trace_id: trace });
    const invalid = await lineOf('seven', (headers) => admin.get('get_ontologies', { ...headers, traceparent: `${traceparent}-x` })); // prettier-ignore
    expect(invalid).not.toHaveProperty('trace_id');
    const stranger = await lineOf('eight', (headers) => fetch(`${service.api}/get_ontologies`, { headers: { ...headers, traceparent } })); // prettier-ignore
    expect(stranger).toMatchObject({ status: 401, trace_id: trace });
  });

  it('contains no health checks and no readings of metrics', async () => {
    for (const path of ['health/live', 'health/ready', 'metrics']) await (await fetch(`${service.url}/${path}`)).text();
    await lineOf('four', (headers) => admin.get('get_ontologies', headers));
    expect(lines().filter(({ req }) => /health|metrics/.test(JSON.stringify(req)))).toEqual([]);
  });

  it('reports a client that leaves as an aborted request, and not as an error', async () => {
    const line = await lineOf('five', (headers) => {
      const signal = AbortSignal.timeout(300);
      const body = JSON.stringify({ ontology_name: 'world', query: SLOW });
      const all = { ...headers, 'x-api-key': token, 'content-type': 'application/json' };
      return fetch(`${service.api}/query/`, { method: 'POST', headers: all, body, signal }).catch(() => undefined);
    });
    await sleep(100);
    expect(line).toMatchObject({ level: 30, msg: 'request aborted', user: 'admin', ontology: 'world' });
    expect(lines().filter(({ level, err }) => level > 30 || err !== undefined)).toEqual([]);
  });
});
