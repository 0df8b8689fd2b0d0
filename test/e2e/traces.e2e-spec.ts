import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '../support/client';
import { makeServiceFolder, type ServiceProcess, startServiceProcess, sweepUp } from '../support/service-process';
import { waitFor } from '../support/wait-for';

interface Span {
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId?: string;
  readonly status?: { readonly code: number };
  readonly ends: number;
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const [SERVER, CLIENT, ERROR] = [1, 2, 2];

const folder = makeServiceFolder();
let service: ServiceProcess;
let admin: Client;
let token: string;
beforeAll(async () => {
  const hook = join(__dirname, '../support/record-spans.cjs');
  const settings = { DATABASE_URL: '', LOG_LEVEL: 'info', QUERY_TIMEOUT_MS: '2000' };
  service = await startServiceProcess(folder, { ...settings, NODE_OPTIONS: `--require ${hook}` });
  token = await service.issueToken();
  admin = new Client(service.api, token);
}, 60_000);
afterAll(() => sweepUp(folder, service));

/** Returns the spans whose lines have been written as a whole. */
function spans(): readonly Span[] {
  const file = join(folder, 'spans.ndjson');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  return lines.map((line) => JSON.parse(line) as Span);
}

/** Returns the span of the request with this id, and those of its statements. */
async function spansOf(id: string): Promise<readonly [Span, readonly Span[]]> {
  const request = await waitFor(() => spans().find(({ attributes }) => attributes['ontology.request_id'] === id));
  return [request, spans().filter(({ parentId }) => parentId === request.spanId)];
}

describe('with an SDK of OpenTelemetry', () => {
  it('a request continues the trace of its caller, and has a span for each statement', async () => {
    const headers = { 'x-request-id': 'one', traceparent: `00-${TRACE}-${PARENT}-01` };
    expect((await admin.get('q/world/concept/city?_subj_=name&_op_=eq&_comp_=Suva', headers)).status).toBe(200);
    const [request, statements] = await spansOf('one');
    expect(request).toMatchObject({
      name: 'GET /svc/api/q/:ontology_name/concept/:concept_name',
      kind: SERVER,
      traceId: TRACE,
      parentId: PARENT,
      ends: 1,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/svc/api/q/:ontology_name/concept/:concept_name',
        'http.response.status_code': 200,
        'url.path': '/svc/api/q/world/concept/city',
        'url.scheme': 'http',
      },
    });
    expect(statements).toMatchObject([{ name: 'SELECT', kind: CLIENT, traceId: TRACE, ends: 1 }]);
    const attributes = statements[0]?.attributes;
    expect(attributes).toMatchObject({ 'db.system.name': 'duckdb', 'ontology.name': 'world', 'db.response.returned_rows': 1 }); // prettier-ignore
    expect(readFileSync(join(folder, 'spans.ndjson'), 'utf8')).not.toContain('Suva');
  });

  it('the trace is in the log, also if the request begins it', async () => {
    await admin.get('get_ontologies', { 'x-request-id': 'two' });
    const [{ traceId, parentId }] = await spansOf('two');
    expect(parentId).toBeUndefined();
    const line = await waitFor(() => service.log().split('\n').find((text) => text.includes('"two"'))); // prettier-ignore
    expect(JSON.parse(line)).toMatchObject({ trace_id: traceId, msg: 'request' });
  });

  it('errors are in the spans: those of the client without, those of the service with their status', async () => {
    await admin.get('q/wurld/concept/city', { 'x-request-id': 'three' });
    const [unknown] = await spansOf('three');
    expect([unknown.attributes['http.response.status_code'], unknown.status]).toEqual([404, undefined]);
    const endless = 'SELECT COUNT(*) AS n FROM city a JOIN city b ON a.name < b.name JOIN city c ON c.name < b.name';
    expect((await admin.sql(endless, { headers: { 'x-request-id': 'four' } })).status).toBe(504);
    const [request, [statement]] = await spansOf('four');
    for (const span of [request, statement])
      expect(span).toMatchObject({
        attributes: { 'error.type': 'source_timed_out' },
        status: { code: ERROR },
        ends: 1,
      });
  });

  it('a span ends when the client leaves', async () => {
    const endless = 'SELECT COUNT(*) AS n FROM city a JOIN city b ON a.name < b.name JOIN city c ON c.name < b.name';
    const leaving = fetch(`${service.api}/query`, {
      method: 'POST',
      headers: { 'x-request-id': 'five', 'x-api-key': token, 'content-type': 'application/json' },
      body: JSON.stringify({ ontology_name: 'world', query: endless }),
      signal: AbortSignal.timeout(500),
    });
    await expect(leaving).rejects.toThrow();
    const [request] = await spansOf('five');
    expect(request.attributes).not.toHaveProperty('http.response.status_code');
    expect([request.status, request.ends]).toEqual([undefined, 1]);
  });
});
