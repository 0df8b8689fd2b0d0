import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { OPERATOR, TokensService, UsersService } from '../../src/auth';
import { SYSTEM_DATABASE } from '../../src/system-database';
import { addUser } from '../support/add-user';
import { getToken, makeBearer } from '../support/bearer';
import { Client, rowsOf } from '../support/client';
import { type RunningService, startService } from '../support/service';
import { type TextAnswer, TextClient } from '../support/text-client';
import { waitFor } from '../support/wait-for';

const ROWS = 3000;
/** Runs for minutes unless it is stopped. */
const SLOW =
  'SELECT COUNT(*) AS n FROM num a JOIN num b ON a.n <> b.n JOIN num c ON c.n <> b.n WHERE a.n + b.n + c.n <> 0';
const ASYNC = { 'x-async': 'true' };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NOBODYS = '6f1c2a34-5b7e-4c1d-9a0f-2d3e4f5a6b7c';
const UNKNOWN = { status: 404, text: '{"error":"Response not found"}' };

interface Accepted {
  readonly async: boolean;
  readonly response_id: string;
  readonly poll_url: string;
  readonly message: string;
}

describe('asynchronous answers', () => {
  let service: RunningService;
  let client: TextClient;
  let admin: Client;
  let folder: string;
  const services: RunningService[] = [];

  async function start(settings: Readonly<Record<string, string>> = {}): Promise<RunningService> {
    const started = await startService(settings);
    services.push(started);
    return started;
  }

  /** Another instance with the system database and the data of the first one. */
  const startOther = (settings: Readonly<Record<string, string>> = {}): Promise<RunningService> =>
    start({ DATA_DIR: service.dataDir, DATABASE_URL: `sqlite:${join(service.dataDir, 'system.db')}`, ...settings });

  async function begin(text: string, by = client, headers: Readonly<Record<string, string>> = {}, path = 'nums/query') {
    const answer = await by.query(text, { ...ASYNC, ...headers }, path);
    expect([answer.text, answer.status]).toEqual([answer.text, 202]);
    return (answer.json as Accepted).response_id;
  }
  const poll = (id: string, by = client): Promise<TextAnswer> => by.get(`get-async-results/${id}`);
  const cancel = (id: string, by = client) => by.send(`get-async-results/${id}`, { method: 'DELETE' });
  const stateOf = ({ json }: TextAnswer): unknown => (json as { status?: unknown } | undefined)?.status;
  async function fetchEnd(id: string, by = client): Promise<TextAnswer> {
    for (;;) {
      const answer = await poll(id, by);
      if (stateOf(answer) !== 'running') return answer;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  const files = (): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);
  const database = (): Knex => service.app.get<Knex>(SYSTEM_DATABASE, { strict: false });
  const rowCount = async (): Promise<number> => ((await database()('async_results').select('id')) as unknown[]).length;
  const audited = async (requestId: string) =>
    (await admin.select(`SELECT user_name, ontology, statement, row_count, outcome FROM svc.sys_audit WHERE request_id = '${requestId}' ORDER BY outcome`, { ontology: 'nums' })); // prettier-ignore

  beforeAll(async () => {
    service = await start();
    client = new TextClient(service, service.token);
    admin = new Client(service.api, service.token);
    folder = join(service.dataDir, 'async');
    mkdirSync(join(service.dataDir, 'sources'), { recursive: true });
    writeFileSync(join(service.dataDir, 'sources', 'num.csv'), `n\n${Array.from({ length: ROWS }, (_, n) => n + 1).join('\n')}\n`); // prettier-ignore
    rowsOf(
      await admin.sql(
        `CREATE ONTOLOGY nums; CREATE DATASOURCE nums TYPE files OPTIONS (path = 'num.csv');
         CREATE CONCEPT num (n integer, PRIMARY KEY (n));
         CREATE MAPPING map_num INTO num USING nums AS SELECT n FROM num;`,
        { ontology: 'system' },
      ),
    );
    await addUser(service, { name: 'ana', ontology: 'nums' });
  }, 60_000);
  afterAll(async () => {
    for (const each of services.reverse()) await each.close();
  });
  const tokenOf = (name: string) => getToken(service.api, makeBearer(name, `pw of ${name}`, service.salt));

  it('returns 202 with an address, and there the rows, once', async () => {
    const { status, json, headers } = await client.query('SELECT n FROM num ORDER BY n LIMIT 2', ASYNC, 'nums/query');
    const { response_id: id, ...rest } = json as Accepted;
    expect([status, headers.get('content-type')]).toEqual([202, 'application/json; charset=utf-8']);
    expect(id).toMatch(UUID);
    expect(rest).toEqual({ async: true, poll_url: `/svc/openapi/get-async-results/${id}`, message: expect.any(String) as string }); // prettier-ignore
    const answer = await fetchEnd(id);
    expect([answer.status, answer.text]).toEqual([200, '{"status":"completed","response":[{"n":1},{"n":2}],"original_status_code":200}']); // prettier-ignore
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await poll(id)).toMatchObject(UNKNOWN);
    expect([files(), await rowCount()]).toEqual([[], 0]);
  });

  it.each([
    ['SELECT 1 AS one', {}, '[{"one":1}]'],
    ['SELECT n FROM num WHERE n < 0', {}, '[]'],
    ['SELECT n FROM num ORDER BY n', { 'results-limit': '1', 'results-offset': '4' }, '[{"n":5}]'],
    ['SHOW CONCEPTS', { 'results-limit': '1' }, '[{"concept":"thing"}]'],
    ["SELECT 'Zürich 北京 👩‍🚀' AS `é`", {}, '[{"é":"Zürich 北京 👩‍🚀"}]'],
    ['CREATE PROPERTY remark string; SELECT 2 AS two', {}, '[{"two":2}]'],
    ['DROP PROPERTY remark', {}, '[]'],
  ])('contain the rows of the same statements: %s', async (statement, headers, rows) => {
    const { text } = await fetchEnd(await begin(statement, client, headers));
    expect(text).toBe(`{"status":"completed","response":${rows},"original_status_code":200}`);
  });

  it('contain the same bytes as the immediate answer, over many frames', async () => {
    const statement = 'SELECT a.n, b.n AS m FROM num a JOIN num b ON b.n <= 40 ORDER BY a.n, b.n';
    const { text } = await client.query(statement, {}, 'nums/query');
    expect(text.length).toBeGreaterThan(20 * 65_536);
    const answer = await fetchEnd(await begin(statement));
    expect(answer.text === `{"status":"completed","response":${text},"original_status_code":200}`).toBe(true);
  });

  it('end after MAX_ROWS rows, as the immediate answer does', async () => {
    const other = await startOther({ MAX_ROWS: '3' });
    const here = new TextClient(other, service.token);
    const { text } = await here.query('SELECT n FROM num ORDER BY n', {}, 'nums/query');
    expect(text).toBe('[{"n":1},{"n":2},{"n":3}]');
    const answer = await fetchEnd(await begin('SELECT n FROM num ORDER BY n', here), here);
    expect(answer.text).toBe(`{"status":"completed","response":${text},"original_status_code":200}`);
  });

  it('are errors where the statement fails', async () => {
    for (const [statement, path, error] of [
      ['SELEC', 'nums/query', /unknown statement|expected|SELEC/i],
      ['SELECT m FROM num', 'nums/query', /"?m"?/],
      ['SELECT 1', 'nothing/query', /nothing/],
    ] as const) {
      const { status, json } = await fetchEnd(await begin(statement, client, {}, path));
      expect([status, json]).toEqual([200, { status: 'error', error: expect.stringMatching(error) as string, error_type: 'ExecutionError' }]); // prettier-ignore
    }
    const id = await begin('SELEC');
    await fetchEnd(id);
    expect(await poll(id)).toMatchObject(UNKNOWN);
  });

  it('are running until they end, whether the connection of the request exists or not', async () => {
    const id = await begin(SLOW);
    const { status, json } = await poll(id);
    expect([status, json]).toEqual([200, { status: 'running', response_id: id, message: expect.any(String) as string }]); // prettier-ignore
    expect((await cancel(id)).status).toBe(200);
    const gone = new AbortController();
    const requests = Array.from({ length: 3 }, () => client.send('ontology/nums/query', { method: 'POST', body: 'SELECT COUNT(*) AS n FROM num a JOIN num b ON a.n <> b.n', headers: { 'content-type': 'text/plain', ...ASYNC, connection: 'close' }, signal: gone.signal })); // prettier-ignore
    const ids = (await Promise.all(requests)).map(({ json: body }) => (body as Accepted).response_id);
    gone.abort();
    for (const each of ids) expect(stateOf(await fetchEnd(each))).toBe('completed');
  }, 60_000);

  it('are cancelled by DELETE, which stops the statement', async () => {
    const id = await begin(SLOW);
    const answer = await cancel(id);
    expect([answer.status, answer.json]).toEqual([200, { status: 'cancelled', response_id: id, message: expect.any(String) as string }]); // prettier-ignore
    expect(await poll(id)).toMatchObject(UNKNOWN);
    expect(await cancel(id)).toMatchObject(UNKNOWN);
    const complete = await begin('SELECT 1');
    await waitFor(async () => (await database()('async_results').where({ id: complete, state: 'completed' })).length === 1); // prettier-ignore
    expect((await cancel(complete)).status).toBe(200);
    expect([files(), await rowCount()]).toEqual([[], 0]);
  });

  it('end with ASYNC_TIMEOUT_MS, not with QUERY_TIMEOUT_MS', async () => {
    const other = await startOther({ QUERY_TIMEOUT_MS: '300', ASYNC_TIMEOUT_MS: '1200' });
    const here = new TextClient(other, service.token);
    expect((await here.query(SLOW, {}, 'nums/query')).status).toBe(504);
    const began = Date.now();
    const { json } = await fetchEnd(await begin(SLOW, here), here);
    expect(json).toMatchObject({ status: 'error', error: 'the data source took too long' });
    expect(Date.now() - began).toBeGreaterThan(1100);
  }, 60_000);

  describe('of one user', () => {
    it('are unknown to every other one, and to limited tokens and impersonators', async () => {
      const ana = new TextClient(service, await tokenOf('ana'));
      const [own, others] = [await begin('SELECT 1 AS one', ana), await begin('SELECT 2 AS two')];
      const acting = new TextClient(service, service.token, { 'x-api-impersonate-user': 'ana' });
      rowsOf(await admin.sql('GRANT AUTH ON user.ana TO USER admin', { ontology: 'system' }));
      for (const [id, by] of [
        [own, client],
        [others, ana],
        [own, acting],
        [others, acting],
      ] as const)
        // prettier-ignore
        for (const answer of [await poll(id, by), await cancel(id, by)]) expect(answer).toMatchObject(UNKNOWN);
      const user = (await service.app.get(UsersService).list(OPERATOR)).find(({ name }) => name === 'ana')!;
      const limited = new TextClient(
        service,
        await service.app.get(TokensService).issue(user, 'bi', { isReadOnly: true }),
      );
      for (const answer of [await poll(own, limited), await cancel(own, limited)])
        expect(answer).toMatchObject(UNKNOWN);
      const acted = await begin('SELECT 3 AS three', acting);
      expect(await poll(acted, ana)).toMatchObject(UNKNOWN);
      for (const [id, by] of [
        [own, ana],
        [others, client],
        [acted, acting],
      ] as const)
        // prettier-ignore
        expect(stateOf(await fetchEnd(id, by))).toBe('completed');
      for (const id of [NOBODYS, 'x', '..%2f..%2fsystem', `${NOBODYS}'`, NOBODYS.toUpperCase()])
        for (const answer of [await poll(id), await cancel(id)]) expect([id, answer]).toMatchObject([id, UNKNOWN]);
    });

    it('contain what the user may see', async () => {
      rowsOf(
        await admin.sql(
          `CREATE CONCEPT secret_num (n integer, email string, PRIMARY KEY (n));
           CREATE MAPPING map_secret INTO secret_num USING nums AS SELECT n, CONCAT('mail', n) AS email FROM num;
           CREATE POLICY small FILTER secret_num WHERE n < 3 TO ROLE public`,
          { ontology: 'nums' },
        ),
      );
      const statement = 'SELECT n, email FROM secret_num ORDER BY n';
      const ana = new TextClient(service, await tokenOf('ana'));
      const { text } = await ana.query(statement, {}, 'nums/query');
      expect(JSON.parse(text)).toHaveLength(2);
      expect(text).not.toContain('mail1');
      expect((await fetchEnd(await begin(statement, ana), ana)).json).toMatchObject({
        response: JSON.parse(text) as object,
      });
      rowsOf(await admin.sql("CREATE USER ben PASSWORD 'pw of ben'; REVOKE ACCESS ON ontology.nums FROM ROLE public", { ontology: 'nums' })); // prettier-ignore
      const ben = new TextClient(service, await tokenOf('ben'));
      expect((await fetchEnd(await begin(statement, ben), ben)).json).toMatchObject({ status: 'error' });
    });

    it('need credentials', async () => {
      const id = await begin('SELECT 1');
      const nobody = new TextClient(service, 'tk_0');
      expect([(await poll(id, nobody)).status, (await cancel(id, nobody)).status]).toEqual([401, 401]);
      expect(stateOf(await fetchEnd(id))).toBe('completed');
    });

    it('end with the user', async () => {
      await addUser(service, { name: 'leaver', ontology: 'nums' });
      const leaver = new TextClient(service, await tokenOf('leaver'));
      const id = await begin(SLOW, leaver);
      rowsOf(await admin.sql('DROP USER leaver', { ontology: 'system' }));
      expect((await poll(id, leaver)).status).toBe(401);
      await waitFor(async () => (await database()('async_results').where({ id, state: 'error' })).length === 1);
      expect(files()).toEqual([]);
    });

    it('are at most 20, beyond which the answer is an error and nothing runs', async () => {
      const ids = [];
      for (let count = 0; count < 22; count++) ids.push(await begin('SELECT 1 AS one'));
      const answers = await Promise.all(ids.map((id) => fetchEnd(id)));
      expect(answers.map(stateOf)).toEqual([...Array<string>(20).fill('completed'), 'error', 'error']);
      expect(answers[21]!.json).toMatchObject({ error: expect.stringContaining('20') as string });
      expect(stateOf(await fetchEnd(await begin('SELECT 1')))).toBe('completed');
    });

    it('run at most MAX_CONCURRENT_PER_KEY at once, and polls are not rejected for that', async () => {
      const other = await startOther({ MAX_CONCURRENT_PER_KEY: '1' });
      const here = new TextClient(other, service.token);
      const [first, second] = [await begin(SLOW, here), await begin('SELECT 1 AS one', here)];
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect([stateOf(await poll(first, here)), stateOf(await poll(second, here))]).toEqual(['running', 'running']);
      await cancel(first, here);
      expect(stateOf(await fetchEnd(second, here))).toBe('completed');
    });
  });

  describe('are kept in files', () => {
    async function complete(statement = "SELECT 'kept secret' AS value"): Promise<string> {
      const id = await begin(statement);
      await waitFor(async () => (await database()('async_results').where({ id, state: 'completed' })).length === 1);
      return id;
    }
    const pathOf = (id: string): string => join(folder, `${id}.rows`);

    it('which are encrypted and open to the user of the service only', async () => {
      const id = await complete();
      expect(files()).toEqual([`${id}.rows`]);
      expect([statSync(folder).mode & 0o777, statSync(pathOf(id)).mode & 0o777]).toEqual([0o700, 0o600]);
      expect(readFileSync(pathOf(id)).toString('latin1')).not.toContain('secret');
      expect(JSON.stringify(await database()('async_results'))).not.toContain('kept secret');
      await fetchEnd(id);
    });

    it.each<readonly [string, (path: string) => void]>([
      ['cut', (path) => { truncateSync(path, 20); }],
      ['changed', (path) => { const bytes = readFileSync(path); bytes[3]! ^= 1; writeFileSync(path, bytes); }],
      ['longer', (path) => { writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.alloc(5)])); }],
    ])('and are an error while their file is %s, not for others that can read it', async (_, harm) => {
      const id = await complete();
      const whole = readFileSync(pathOf(id));
      harm(pathOf(id));
      expect((await poll(id)).json).toMatchObject({ status: 'error', error_type: 'ExecutionError' });
      writeFileSync(pathOf(id), whole);
      expect((await poll(id)).json).toMatchObject({ status: 'completed', response: [{ value: 'kept secret' }] });
    }); // prettier-ignore

    it('and never exchanged', async () => {
      const [one, two] = [await complete('SELECT 1 AS x'), await complete('SELECT 2 AS x')];
      writeFileSync(pathOf(one), readFileSync(pathOf(two)));
      expect(stateOf(await poll(one))).toBe('error');
      expect((await poll(two)).json).toMatchObject({ response: [{ x: 2 }] });
      await cancel(one);
    });

    it('up to ASYNC_RESULT_BYTES, and not at all with 0', async () => {
      const small = await startOther({ ASYNC_RESULT_BYTES: '1000' });
      const here = new TextClient(small, service.token);
      const { json } = await fetchEnd(await begin('SELECT n FROM num', here), here);
      expect(json).toMatchObject({ status: 'error', error: expect.stringContaining('ASYNC_RESULT_BYTES') as string });
      expect(files()).toEqual([]);
      const off = new TextClient(await startOther({ ASYNC_RESULT_BYTES: '0' }), service.token);
      expect((await off.query('SELECT 1', ASYNC, 'nums/query')).status).toBe(400);
      expect((await off.query('SELECT 1', {}, 'nums/query')).status).toBe(200);
    });

    it('and are an error where they cannot be stored', async () => {
      const path = join(service.dataDir, 'no-folder');
      writeFileSync(path, '');
      const here = new TextClient(await startOther({ ASYNC_RESULT_DIR: path }), service.token);
      const { json } = await fetchEnd(await begin('SELECT 1', here), here);
      expect(json).toMatchObject({ status: 'error', error: 'the result could not be stored' });
    });

    it('for ASYNC_RESULT_TTL, then they and files that nobody owns are removed', async () => {
      const short = await startOther({ ASYNC_RESULT_TTL: '1' });
      const here = new TextClient(short, service.token);
      const [id, failed] = [await begin('SELECT 1', here), await begin('SELEC', here)];
      writeFileSync(pathOf(NOBODYS), 'left by a crash');
      writeFileSync(join(folder, 'other.txt'), 'not ours');
      utimesSync(pathOf(NOBODYS), 0, 0);
      await waitFor(async () => !existsSync(pathOf(NOBODYS)) && !existsSync(pathOf(id)) && (await rowCount()) === 0);
      for (const each of [id, failed]) expect(await poll(each)).toMatchObject(UNKNOWN);
      expect(files()).toEqual(['other.txt']);
    });
  });

  describe('with several instances', () => {
    it('are returned and cancelled by each of them', async () => {
      const other = await startOther();
      const there = new TextClient(other, service.token);
      const id = await begin('SELECT 7 AS seven');
      expect((await fetchEnd(id, there)).json).toMatchObject({ response: [{ seven: 7 }] });
      expect(await poll(id)).toMatchObject(UNKNOWN);
      const { headers, json } = await client.query(SLOW, ASYNC, 'nums/query');
      const slow = (json as Accepted).response_id;
      expect(stateOf(await poll(slow, there))).toBe('running');
      expect((await cancel(slow, there)).status).toBe(200);
      expect(await poll(slow)).toMatchObject(UNKNOWN);
      const requestId = headers.get('x-request-id') ?? '';
      await waitFor(async () => (await audited(requestId)).length === 2);
      expect((await audited(requestId)).map(({ outcome }) => outcome)).toEqual(['accepted', 'cancelled']);
    }, 60_000);

    it('are given to one of many clients that fetch at once', async () => {
      const there = new TextClient(await startOther(), service.token);
      for (let round = 0; round < 5; round++) {
        const id = await begin('SELECT n FROM num');
        await waitFor(async () => (await database()('async_results').where({ id, state: 'completed' })).length === 1);
        const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => poll(id, index % 2 ? client : there))); // prettier-ignore
        expect(answers.filter(({ status }) => status === 200).map(stateOf)).toEqual(['completed']);
        expect(answers.filter(({ status }) => status === 404)).toHaveLength(11);
      }
    });

    it('are errors once the instance that ran them has stopped', async () => {
      const other = await startOther();
      const id = await begin(SLOW, new TextClient(other, service.token));
      await other.close();
      services.splice(services.indexOf(other), 1);
      expect((await poll(id)).json).toEqual({ status: 'error', error: 'the instance stopped while the statement ran', error_type: 'ExecutionError' }); // prettier-ignore
    }, 60_000);

    it('are errors once the instance that ran them has reported nothing for a while', async () => {
      const id = await begin(SLOW);
      const past = new Date(Date.now() - 20_000).toISOString();
      await database()('async_results').where({ id }).update({ instance: NOBODYS, alive_at: past });
      expect((await poll(id)).json).toMatchObject({ status: 'error', error: 'the instance that ran the statement has stopped' }); // prettier-ignore
      expect(await poll(id)).toMatchObject(UNKNOWN);
    });
  });

  it('have entries in the audit log for their acceptance and their end', async () => {
    const { headers, json } = await client.query("SELECT n FROM num WHERE n < 4 AND 'x' = 'x'", ASYNC, 'nums/query');
    await fetchEnd((json as Accepted).response_id);
    const entry = { user_name: 'admin', ontology: 'nums', statement: 'SELECT n FROM num WHERE n < ? AND ? = ?' };
    expect(await audited(headers.get('x-request-id') ?? '')).toEqual([
      { ...entry, row_count: 0, outcome: 'accepted' },
      { ...entry, row_count: 3, outcome: 'success' },
    ]);
  });

  it('are requested by true only, and never fetched by HEAD', async () => {
    for (const value of ['false', 'False', ''])
      expect((await client.query('SELECT 1', { 'x-async': value }, 'nums/query')).status).toBe(200);
    for (const headers of [{ 'x-async': 'perhaps' }, { ...ASYNC, 'results-limit': '-1' }, { ...ASYNC, nested: 'x' }])
      expect((await client.query('SELECT 1', headers, 'nums/query')).status).toBe(400);
    const id = await begin('SELECT 1');
    for (const method of ['HEAD', 'POST', 'PUT'])
      expect((await client.send(`get-async-results/${id}`, { method })).status).toBe(405);
    expect(stateOf(await fetchEnd(id))).toBe('completed');
  });
});
