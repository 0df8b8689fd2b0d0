import { makeBearer } from '../support/bearer';
import { Client, rowsOf } from '../support/client';
import { KeepAliveClient } from '../support/keep-alive-client';
import { type PeopleService, startDefinedPeople } from '../support/people-service';
import { addressesOf } from '../support/routes';
import { getToken, type RunningService, startService } from '../support/service';

/** Headers that differ from one response to the next. */
const OWN = ['date', 'x-request-id', 'x-cache', 'age'];
const METRICS = '/metrics';
/** Routes that answer with measured numbers, whose length changes. */
const MEASURED = [METRICS, '/health/ready'];
/** Routes whose GET has an effect, which HEAD may not have. */
const WITH_EFFECT = /\/(clear_cache|get-async-results)\//;

type Headers = Readonly<Record<string, unknown>>;
const comparable = (headers: Headers, without: readonly string[] = []): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => ![...OWN, ...without].includes(name)));

describe('HEAD', () => {
  let service: RunningService;
  let admin: KeepAliveClient;
  let nobody: KeepAliveClient;
  beforeAll(async () => {
    service = await startService({ DATABASE_URL: '', ALLOWED_CONFIG_ENVS_IN_API: 'REGION', REGION: 'eu' });
    admin = new KeepAliveClient(service.url, { 'x-api-key': service.token }, 1);
    nobody = new KeepAliveClient(service.url, {}, 1);
    rowsOf(await new Client(service.api, service.token).sql('CREATE ONTOLOGY shop', { ontology: 'system' }));
  }, 60_000);
  afterAll(async () => {
    admin.close();
    nobody.close();
    await service.close();
  });

  const statements = async (): Promise<number> => {
    const metrics = (await nobody.send({ address: METRICS })).bytes.toString();
    const counts = metrics.matchAll(/^ontology_data_source_statement_duration_seconds_count\S* (\d+)$/gm);
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  };

  it('has the status and the headers of GET on every route, and no body', async () => {
    const addresses = addressesOf(service.app).filter((address) => !WITH_EFFECT.test(address));
    expect(addresses).toContain('/svc/api/get_ontology/shop');
    let succeeded = 0;
    for (const client of [admin, nobody])
      for (const address of addresses) {
        const get = await client.send({ address });
        if (get.status === 405) continue;
        const head = await client.send({ method: 'HEAD', address });
        const without = MEASURED.includes(address) ? ['content-length'] : [];
        expect([address, head.status, head.bytes.length]).toEqual([address, get.status, 0]);
        expect([address, comparable(head.headers, without)]).toEqual([address, comparable(get.headers, without)]);
        if (get.status === 200) succeeded++;
      }
    expect(succeeded).toBeGreaterThan(15);
  });

  it.each([
    '?_select_=name',
    '?_subj_=population&_op_=gt&_comp_=5000000&_count_=exact&_limit_=3',
    '?_format_=csv&_limit_=500',
    '?_format_=xlsx&_limit_=500',
    '?_format_=parquet&_limit_=500',
    '?_format_=arrow&_limit_=500',
    '?nested=true&_subj_=in_country[country].name&_op_=eq&_comp_=Fiji',
  ])('checks the query %s without running a statement', async (filter) => {
    const address = `/svc/api/q/world/concept/city${filter}`;
    const get = await admin.send({ address });
    const before = await statements();
    const head = await admin.send({ method: 'HEAD', address });
    expect([head.status, head.bytes.length, get.status]).toEqual([200, 0, 200]);
    const unknown = ['content-length', 'transfer-encoding'];
    expect(comparable(head.headers)).toEqual(comparable(get.headers, unknown));
    expect(await statements()).toBe(before);
    await admin.send({ address });
    expect(await statements()).toBeGreaterThan(before);
  });

  it.each([
    ['world/concept/city?_subj_=popluation&_op_=gt&_comp_=5', 400],
    ['world/concept/city?_subj_=population&_op_=gt&_comp_=many', 400],
    ['world/concept/city?surprise=1', 400],
    ['world/concept/city?_limit_=1&_after_=broken', 400],
    ['world/concept/nothing', 404],
    ['nothing/concept/city', 404],
    ['world/view/nothing', 404],
    ['shop/concept/thing', 422],
  ])('is rejected as GET is: %s with %p', async (path, status) => {
    const [get, head] = [
      await admin.send({ address: `/svc/api/q/${path}` }),
      await admin.send({ method: 'HEAD', address: `/svc/api/q/${path}` }),
    ];
    expect([get.status, head.status, head.bytes.length]).toEqual([status, status, 0]);
  });

  it('is rejected for rows that the caller may not query', async () => {
    const bearer = makeBearer('eve', 'of eve', service.salt);
    rowsOf(await new Client(service.api, service.token).sql("CREATE USER eve PASSWORD 'of eve'", { ontology: 'system' })); // prettier-ignore
    const eve = new KeepAliveClient(service.url, { 'x-api-key': await getToken(service.api, bearer) }, 1);
    const address = '/svc/api/q/world/concept/city';
    const seen = [];
    for (const client of [eve, nobody])
      for (const method of ['GET', 'HEAD']) seen.push((await client.send({ method, address })).status);
    expect(seen).toEqual([403, 403, 401, 401]);
    eve.close();
  });

  it.each([
    ['/svc/api/clear_cache/shop', 'GET, POST'],
    ['/svc/openapi/get-async-results/6f1c2a34-5b7e-4c1d-9a0f-2d3e4f5a6b7c', 'GET, DELETE'],
  ])('is rejected where GET has an effect: %s', async (address, allow) => {
    const head = await admin.send({ method: 'HEAD', address });
    expect([head.status, head.headers.allow]).toEqual([405, allow]);
  });

  it('explains a statement as GET does', async () => {
    const address = '/svc/api/q/world/concept/city?_explain_=true';
    const [get, head] = [await admin.send({ address }), await admin.send({ method: 'HEAD', address })];
    expect([head.status, head.headers['content-length']]).toEqual([200, get.headers['content-length']]);
  });

  it('is counted and audited like GET, with no rows', async () => {
    const address = '/svc/api/q/world/concept/continent?_select_=name&_order_=name';
    await admin.send({ method: 'HEAD', address });
    const client = new Client(service.api, service.token);
    const query = "SELECT statement, row_count, outcome FROM svc.sys_audit WHERE statement LIKE '%continent%' ORDER BY time DESC LIMIT 1"; // prettier-ignore
    expect(await client.select(query, { ontology: 'world' })).toEqual([
      {
        statement: 'SELECT `name` FROM `dsvc`.`continent` ORDER BY `name` IS NULL, `name`',
        row_count: 0,
        outcome: 'success',
      },
    ]);
    const metrics = (await nobody.send({ address: METRICS })).bytes.toString();
    expect(metrics).toContain('method="HEAD",route="/svc/api/q/:ontology_name/concept/:concept_name",status="200"');
  });
});

describe('HEAD of rows that are cached', () => {
  let people: PeopleService;
  beforeAll(async () => {
    people = await startDefinedPeople({ RESULT_CACHE_BYTES: '8000000' });
    rowsOf(await people.admin.sql('ALTER ONTOLOGY people SET result_ttl = 60', { ontology: 'people' }));
  });
  afterAll(() => people.close());

  it('has the entity tag and the length once GET has read them', async () => {
    const client = new KeepAliveClient(people.service.url, { 'x-api-key': people.service.token }, 1);
    const address = '/svc/api/q/people/concept/person';
    const before = await client.send({ method: 'HEAD', address });
    expect([before.status, before.headers['x-cache'], before.headers.etag]).toEqual([200, 'MISS', undefined]);
    expect([before.headers['cache-control'], before.headers['content-length']]).toEqual([
      'private, max-age=60',
      undefined,
    ]);
    const get = await client.send({ address });
    const head = await client.send({ method: 'HEAD', address });
    expect(comparable(head.headers)).toEqual(comparable(get.headers));
    expect([head.headers['x-cache'], head.headers['content-length']]).toEqual(['HIT', String(get.bytes.length)]);
    const headers = { 'if-none-match': String(get.headers.etag) };
    expect((await client.send({ method: 'HEAD', address, headers })).status).toBe(304);
    client.close();
  });
});
