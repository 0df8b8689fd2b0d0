import { makeBearer } from '../support/bearer';
import { Client, rowsOf } from '../support/client';
import { KeepAliveClient } from '../support/keep-alive-client';
import { getToken, type RunningService, startService } from '../support/service';

/** Headers that differ from one response to the next. */
const OWN = ['date', 'x-request-id', 'age', 'etag'];
/** The id of a request or of a version of an ontology. */
const ID = /attack-\d+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;
const CITY = '/svc/api/q/world/concept/city';
const COUNTRY = '/svc/api/q/world/concept/country';
const SUVA = `${CITY}?_subj_=name&_op_=eq&_comp_=Suva`;
const PATHS = '/svc/api/q/world/concept/region?_subj_=has_country[country].name&_op_=in&_comp_=Fiji,Vanuatu&_select_=name,has_country[country].name'; // prettier-ignore

type Headers = Readonly<Record<string, string>>;
interface Asked {
  readonly address: string;
  readonly method?: string;
  readonly headers?: Headers;
  readonly body?: string;
}

const post = (body: unknown, headers: Headers = {}, address = '/svc/api/query/'): Asked => ({
  address,
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const statement = (query: string, others: Readonly<Record<string, unknown>> = {}) => ({
  ontology_name: 'world',
  query,
  ...others,
});
const REGIONS = "SELECT name, `has_country[country].name` FROM dsvc.region WHERE name LIKE 'M%'";

/** Requests to both services, with the API token of the administrator unless they have another. */
const ASKED: Readonly<Record<string, Asked>> = {
  'a filter': { address: SUVA },
  'a filter with typed values': { address: `${SUVA}&_typed_=true` },
  'no rows': { address: `${CITY}?_subj_=name&_op_=eq&_comp_=Atlantis` },
  'all rows of a table': { address: COUNTRY },
  'a page with a total': { address: `${CITY}?_select_=name&_order_=name&_limit_=3&_count_=exact` },
  'a path, flat': { address: PATHS },
  'a path, nested': { address: `${PATHS}&nested=true` },
  'a nested answer by a header': { address: PATHS, headers: { nested: 'true' } },
  groups: { address: `${CITY}?_select_=COUNT(*)` },
  'a view': { address: '/svc/api/q/world/view/capitals?_limit_=2' },
  'an explanation': { address: `${SUVA}&_explain_=true` },
  CSV: { address: SUVA, headers: { accept: 'text/csv' } },
  NDJSON: { address: COUNTRY, headers: { accept: 'application/x-ndjson' } },
  'a type that does not exist': { address: SUVA, headers: { accept: 'image/png' } },
  gzip: { address: COUNTRY, headers: { 'accept-encoding': 'gzip' } },
  'the list of ontologies': { address: '/svc/api/get_ontologies/' },
  'the list for a type that does not exist': { address: '/svc/api/get_ontologies', headers: { accept: 'image/png' } },
  'the list to nobody': { address: '/svc/api/get_ontologies', headers: { 'x-api-key': '' } },
  'the list with a parameter': { address: '/svc/api/get_ontologies?a=1' },
  'HEAD of the list': { address: '/svc/api/get_ontologies', method: 'HEAD' },
  'an ontology': { address: '/svc/api/get_ontology/world/' },
  'HEAD of an ontology': { address: '/svc/api/get_ontology/world', method: 'HEAD' },
  'an ontology that does not exist': { address: '/svc/api/get_ontology/wrold' },
  'an ontology to nobody': { address: '/svc/api/get_ontology/world', headers: { 'x-api-key': '' } },
  'an ontology by POST': { address: '/svc/api/get_ontology/world', method: 'POST' },
  'a statement': post(statement("SELECT name FROM dsvc.city WHERE name = 'Suva'")),
  'a nested statement': post(statement(REGIONS), { nested: 'true' }),
  'a statement that is nested by a parameter': post(statement(REGIONS), {}, '/svc/api/query?nested=true'),
  'a statement with parameters': post(statement('SELECT name FROM dsvc.city WHERE name = ?', { parameters: ['Suva'] })),
  'a statement with columns': post(statement('SELECT name FROM dsvc.country', { columns: true })),
  'a statement as CSV': post(statement(REGIONS), { accept: 'text/csv' }),
  'SHOW CONCEPTS': post(statement('SHOW CONCEPTS')),
  'DESCRIBE city': post(statement('DESCRIBE city')),
  'a definition that is only checked': post(statement('CREATE CONCEPT town (id integer, PRIMARY KEY (id))'), { 'x-dry-run': 'true' }), // prettier-ignore
  'a definition for another version': post(statement('CREATE CONCEPT town (id integer, PRIMARY KEY (id))'), { 'if-match': '"1"' }), // prettier-ignore
  'a statement with an unknown name': post(statement('SELECT nmae FROM dsvc.city')),
  'a malformed statement': post(statement('SELECT')),
  'a statement to an unknown ontology': post({ ontology_name: 'wrold', query: 'SHOW CONCEPTS' }),
  'a statement of nobody': post(statement('SHOW CONCEPTS'), { 'x-api-key': '' }),
  'a body without a statement': post({ ontology_name: 'world' }),
  'a body with an unknown field': post(statement('SHOW CONCEPTS', { other: 1 })),
  'a body with an inherited field': post(statement('SHOW CONCEPTS', { toString: 1 })),
  'a body of another type': post('query=1', { 'content-type': 'application/x-www-form-urlencoded' }),
  'a malformed body': post('{"ontology_name"'),
  'an empty body': post(''),
  'a list as body': post([]),
  'an unknown parameter of a statement': post(statement('SHOW CONCEPTS'), {}, '/svc/api/query/?nestd=true'),
  'GET of statements': { address: '/svc/api/query/' },
  HEAD: { address: SUVA, method: 'HEAD' },
  'HEAD with an error': { address: `${CITY}?_select_=nmae`, method: 'HEAD' },
  'another method': { address: SUVA, method: 'DELETE' },
  'an unknown ontology': { address: '/svc/api/q/wrold/concept/city' },
  'an unknown concept': { address: '/svc/api/q/world/concept/ctiy' },
  'an unknown view': { address: '/svc/api/q/world/view/capital' },
  'an empty name': { address: '/svc/api/q/world/concept/' },
  'an empty ontology': { address: '/svc/api/q//concept/city' },
  'an encoded name': { address: '/svc/api/q/world/concept/c%69ty?_limit_=1' },
  'an unknown property': { address: `${CITY}?_select_=nmae` },
  'an unknown parameter': { address: `${CITY}?_slect_=name` },
  'a malformed condition': { address: `${CITY}?_where_=${encodeURIComponent('name = = 1')}` },
  'an unknown property in a condition': { address: `${CITY}?_where_=${encodeURIComponent("nmae = 'a'")}` },
  'an unreadable cursor': { address: `${CITY}?_limit_=1&_after_=abc` },
  'a value of another type': { address: `${CITY}?_subj_=population&_op_=gt&_comp_=many` },
  'no token': { address: SUVA, headers: { 'x-api-key': '' } },
  'an unknown token': { address: SUVA, headers: { 'x-api-key': 'unknown' } },
  'two tokens': { address: SUVA, headers: { authorization: 'Bearer other' } },
  'a malformed JWT': { address: SUVA, headers: { 'x-jwt-token': 'a.b.c' } },
  impersonation: { address: SUVA, headers: { 'x-api-impersonate-user': 'ana' } },
  'impersonation of nobody': { address: SUVA, headers: { 'x-api-impersonate-user': 'nobody' } },
};

describe('DIRECT_ROUTES', () => {
  const services: RunningService[] = [];
  const clients: KeepAliveClient[] = [];
  beforeAll(async () => {
    for (const isOn of [true, false]) {
      const service = await startService({
        DATABASE_URL: '',
        DIRECT_ROUTES: String(isOn),
        RESULT_CACHE_BYTES: '1000000',
      });
      services.push(service);
      const admin = new Client(service.api, service.token);
      rowsOf(
        await admin.sql("CREATE USER ana PASSWORD 'secret'; CREATE USER ben PASSWORD 'secret'", { ontology: 'system' }),
      );
      rowsOf(await admin.sql('GRANT QUERY ON ontology.world TO USER ana', { ontology: 'system' }));
      clients.push(new KeepAliveClient(service.url, { 'x-api-key': service.token }, 1));
    }
  }, 120_000);
  afterAll(async () => {
    for (const client of clients) client.close();
    for (const service of services) await service.close();
  });

  const both = async (asked: Asked) => {
    const answers = [];
    for (const client of clients) {
      const { status, headers, bytes } = await client.send({ method: 'GET', ...asked });
      const compared = Object.entries(headers).filter(([name]) => !OWN.includes(name));
      const body = bytes.toString('latin1').replace(ID, 'id');
      answers.push({ status, headers: Object.fromEntries(compared), body });
    }
    return answers;
  };

  it.each(Object.keys(ASKED))('does not change the answer to %s', async (name) => {
    const [on, off] = await both(ASKED[name]!);
    expect(on).toEqual(off);
    expect(on?.status).toBeGreaterThan(0);
  });

  it('compares answers and errors of all kinds', async () => {
    const statuses = new Set<number>();
    for (const asked of Object.values(ASKED)) statuses.add((await both(asked))[0]!.status);
    expect([...statuses].sort()).toEqual([200, 400, 401, 403, 404, 405, 409, 415]);
  });

  it('does not change the answers to users with and without rights', async () => {
    for (const [user, status] of [
      ['ana', 200],
      ['ben', 403],
    ] as const) {
      const answers = [];
      for (const { api, salt } of services) {
        const token = await getToken(api, makeBearer(user, 'secret', salt));
        const { status: received, body } = await new Client(api, token).get('q/world/concept/city?_limit_=1');
        answers.push({ received, data: body.data, code: body.error?.code });
      }
      expect(answers[0]).toEqual(answers[1]);
      expect([user, answers[0]?.received]).toEqual([user, status]);
    }
  });

  it('does not change kept answers', async () => {
    for (const { api, token } of services)
      rowsOf(await new Client(api, token).sql('ALTER ONTOLOGY world SET result_ttl = 60'));
    await both({ address: SUVA });
    const [on, off] = await both({ address: SUVA });
    expect(on).toEqual(off);
    expect(on?.headers['x-cache']).toBe('HIT');
    for (const client of clients)
      for (const address of [SUVA, '/svc/api/get_ontologies', '/svc/api/get_ontology/world']) {
        const { headers } = await client.send({ address });
        const again = await client.send({ address, headers: { 'if-none-match': headers.etag ?? '' } });
        expect([address, again.status, again.bytes.length]).toEqual([address, 304, 0]);
      }
  });

  it('does not change what the audit log and the metrics say', async () => {
    const said = [];
    for (const { url, api, token } of services) {
      const audit =
        'SELECT user_name, ontology, statement, row_count, outcome, protocol FROM svc.sys_audit ORDER BY time';
      const entries = await new Client(api, token).select(audit, { ontology: 'system' });
      const metrics = await (await fetch(`${url}/metrics`)).text();
      const requests = metrics.match(/^ontology_http_request_duration_seconds_count\{[^}]*concept_name[^}]*\} \d+$/gm);
      said.push({ entries, requests });
    }
    expect(said[0]).toEqual(said[1]);
    expect(said[0]?.entries.length).toBeGreaterThan(Object.keys(ASKED).length);
    expect(said[0]?.requests?.length).toBeGreaterThan(3);
  });
});
