import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { CallersService, OPERATOR, UsersService } from '../../src/auth';
import { Client, rowsOf } from '../support/client';
import { JwksServer, publish } from '../support/jwks-server';
import { type RunningService, startService } from '../support/service';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PEM = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const SECRET = 'a secret of a tenant, at least 32 bytes';
const jwkOf = (key: KeyObject, kid: string): object => ({
  ...key.export({ format: 'jwk' }),
  kid,
  alg: 'RS256',
  use: 'sig',
});
const keys = [jwkOf(rsa.publicKey, 'one')];

const now = (): number => Math.floor(Date.now() / 1000);
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const CLAIMS = { iss: 'https://id.example.org', aud: 'ontology', email: 'ana@example.org' };

interface Parts {
  readonly header?: object;
  readonly claims?: object;
  readonly key?: KeyObject;
}

function rs256({ header = {}, claims = {}, key = rsa.privateKey }: Parts = {}): string {
  const text = `${encode({ alg: 'RS256', kid: 'one', ...header })}.${encode({ ...CLAIMS, exp: now() + 60, ...claims })}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

/** Signs claims as they are, also text that is no JSON. */
function signed(claims: unknown): string {
  const payload = typeof claims === 'string' ? Buffer.from(claims).toString('base64url') : encode(claims);
  const text = `${encode({ alg: 'RS256', kid: 'one' })}.${payload}`;
  return `${text}.${sign('sha256', Buffer.from(text), rsa.privateKey).toString('base64url')}`;
}

function hs256(secret: string, claims: object = {}, header: object = {}): string {
  const text = `${encode({ alg: 'HS256', ...header })}.${encode({ ...CLAIMS, exp: now() + 60, ...claims })}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

const server = new JwksServer(publish(keys));
let service: RunningService;
let admin: Client;

async function ask(headers: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(`${service.api}/query/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ontology_name: 'system', query: 'SELECT 1 AS one' }),
  });
}
const statusOf = async (headers: Readonly<Record<string, string>>): Promise<number> => (await ask(headers)).status;
const withJwt = (token: string, tenant?: string) =>
  statusOf({ 'x-jwt-token': token, ...(tenant !== undefined && { 'x-jwt-tenant-id': tenant }) });
const runSystem = async (statement: string): Promise<void> =>
  void rowsOf(await admin.sql(statement, { ontology: 'system' }));

beforeAll(async () => {
  service = await startService({
    JWT_JWKS_URL: await server.start(),
    JWT_ISSUER: CLAIMS.iss,
    JWT_DEFAULT_AUDIENCE: CLAIMS.aud,
    JWT_ROLES_CLAIM: 'roles',
    JWT_ROLES: 'auditors, absent',
    JWT_ACME_INC_KEY: SECRET,
    JWT_ACME_INC_ALGORITHM: 'HS256',
    JWT_ACME_INC_USE_EMAIL_OR_USER: 'preferred_username',
  });
  admin = new Client(service.api, service.token);
  await runSystem(`CREATE USER ana PASSWORD 'x' OPTIONS (email = 'ana@example.org');
    CREATE USER twin1 PASSWORD 'x' OPTIONS (email = 'twin@example.org');
    CREATE USER twin2 PASSWORD 'x' OPTIONS (email = 'Twin@example.org');
    CREATE USER cy PASSWORD 'x' OPTIONS (email = 'cy@acme.example', jwt_tenant = 'acme-inc');
    CREATE ROLE auditors; CREATE ROLE owners; GRANT ADMIN ON ALL TO ROLE owners; GRANT CREATE ON ALL TO ROLE auditors`);
});

afterAll(async () => {
  await service.close();
  await server.stop();
});

describe('a valid JWT', () => {
  it('is accepted in x-jwt-token and as a bearer token, and fetches the keys once', async () => {
    const token = rs256();
    expect([await withJwt(token), await statusOf({ authorization: `Bearer ${token}` })]).toEqual([200, 200]);
    expect(await withJwt(rs256({ claims: { email: 'ANA@example.org' } }))).toBe(200);
    expect([server.requests, new Set(server.paths)]).toEqual([1, new Set(['/keys'])]);
  });

  it('runs as its user, with the roles of the claim that JWT_ROLES lists, for this request only', async () => {
    const create = (name: string, roles: unknown) =>
      fetch(`${service.api}/create_ontology/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-jwt-token': rs256({ claims: { roles } }) },
        body: JSON.stringify({ ontology_name: name }),
      });
    expect((await create('no_roles', [])).status).toBe(403);
    expect((await create('by_owners', ['owners', 'absent'])).status).toBe(403);
    expect((await create('by_auditors', ['owners', 'Auditors', 7])).status).toBe(200);
    expect((await create('no_roles', undefined)).status).toBe(403);
  });

  it.each([0.5, 0.123456789, 1e9, 1e12])('may expire %d seconds later, also a fraction', async (seconds) => {
    const token = rs256({ claims: { exp: now() + 60 + seconds } });
    expect([await withJwt(token), await withJwt(token)]).toEqual([200, 200]);
  });

  it('creates no API token, which would last longer', async () => {
    const response = await fetch(`${service.api}/query/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-jwt-token': rs256() },
      body: JSON.stringify({ ontology_name: 'system', query: "CREATE TOKEN 'x' FOR USER ana" }),
    });
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('auth_forbidden')]);
  });

  it('is rejected as soon as its user is disabled or dropped', async () => {
    await runSystem(`CREATE USER leaver PASSWORD 'x' OPTIONS (email = 'leaver@example.org')`);
    const token = rs256({ claims: { email: 'leaver@example.org' } });
    const users = service.app.get(UsersService);
    expect(await withJwt(token)).toBe(200);
    await users.setDisabled(OPERATOR, { name: 'leaver' }, true);
    expect(await withJwt(token)).toBe(401);
    await users.setDisabled(OPERATOR, { name: 'leaver' }, false);
    expect(await withJwt(token)).toBe(200);
    await runSystem('DROP USER leaver');
    expect(await withJwt(token)).toBe(401);
  });

  it('cannot be revoked by a log-out', async () => {
    const headers = { 'x-jwt-token': rs256() };
    const response = await fetch(`${service.api}/log_out`, { method: 'POST', headers });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { data: 'a JWT cannot be revoked by the service', error: { code: 'request_malformed' } },
    ]);
    expect(await withJwt(rs256())).toBe(200);
  });

  it('is rejected once it has expired, although its verdict was kept', async () => {
    const token = rs256({ claims: { exp: now() + 2 } });
    expect(await withJwt(token)).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    expect(await withJwt(token)).toBe(401);
  });

  it('of a tenant names only users of the tenant, and no other token names these', async () => {
    const ofTenant = (name: string) => hs256(SECRET, { preferred_username: name });
    expect([await withJwt(ofTenant('cy'), 'acme-inc'), await withJwt(ofTenant('cy'), 'ACME_INC')]).toEqual([200, 200]);
    expect([await withJwt(ofTenant('ana'), 'acme-inc'), await withJwt(ofTenant('admin'), 'acme-inc')]).toEqual([
      401, 401,
    ]);
    expect([await withJwt(ofTenant('cy')), await withJwt(rs256({ claims: { email: 'cy@acme.example' } }))]).toEqual([
      401, 401,
    ]);
    expect([await withJwt(rs256(), 'acme-inc'), await withJwt(rs256(), 'other'), await withJwt(rs256(), '')]).toEqual([
      401, 401, 401,
    ]);
  });
});

it.each<readonly [string, () => string]>([
  ['no algorithm', () => `${encode({ alg: 'none' })}.${encode({ ...CLAIMS, exp: now() + 60 })}.`],
  ['no algorithm, with a signature', () => rs256({ header: { alg: 'none' } })],
  ['the public key as a secret', () => hs256(PEM)],
  ['the public key as a secret, with its kid', () => hs256(PEM, {}, { kid: 'one' })],
  ['another algorithm of the same key', () => rs256({ header: { alg: 'PS256' } })],
  ['another key', () => rs256({ key: other.privateKey })],
  ['an unknown kid', () => rs256({ header: { kid: 'two' } })],
  [
    'a kid that is a path or a statement',
    () => rs256({ header: { kid: "../../dev/null' OR 1=1 --" }, key: other.privateKey }),
  ],
  ['a kid that is a URL', () => rs256({ header: { kid: 'https://id.example.org/keys#one' } })],
  ['a kid that is no string', () => rs256({ header: { kid: ['one'] } })],
  ['an unencoded payload', () => rs256({ header: { b64: false, crit: ['b64'] } })],
  ['a compressed payload', () => rs256({ header: { zip: 'DEF', crit: ['zip'] } })],
  ['claims that are no object', () => signed([CLAIMS])],
  ['claims that are no JSON', () => signed('{"iss"')],
  ['a fourth part', () => `${rs256()}.${encode({})}`],
  [
    'an endless expiry',
    () => signed(`{"iss":"${CLAIMS.iss}","aud":"${CLAIMS.aud}","email":"ana@example.org","exp":1e999}`),
  ],
  [
    'the e-mail of nobody behind the right one',
    () =>
      signed(
        `{"iss":"${CLAIMS.iss}","aud":"${CLAIMS.aud}","email":"ana@example.org","email":"zoe@example.org","exp":${now() + 60}}`,
      ),
  ],
  ['a key of its own', () => rs256({ header: { jwk: jwkOf(other.publicKey, 'one') }, key: other.privateKey })],
  [
    'a server of its own',
    () => rs256({ header: { jku: 'http://127.0.0.1:1/keys', x5u: 'http://127.0.0.1:1/' }, key: other.privateKey }),
  ],
  ['a critical header that is not known', () => rs256({ header: { crit: ['x'], x: 1 } })],
  ['a time before', () => rs256({ claims: { exp: now() - 1 } })],
  ['a time to come', () => rs256({ claims: { nbf: now() + 60 } })],
  ['no expiry', () => rs256({ claims: { exp: undefined } })],
  ['an expiry that is a string', () => rs256({ claims: { exp: '9999999999' } })],
  ['another issuer', () => rs256({ claims: { iss: 'https://id.example.com' } })],
  ['another audience', () => rs256({ claims: { aud: ['other'] } })],
  ['no audience', () => rs256({ claims: { aud: undefined } })],
  ['an e-mail that is not verified', () => rs256({ claims: { email_verified: false } })],
  ['an e-mail of two users', () => rs256({ claims: { email: 'twin@example.org' } })],
  ['an e-mail of nobody', () => rs256({ claims: { email: 'zoe@example.org' } })],
  ['a list of e-mails', () => rs256({ claims: { email: ['ana@example.org'] } })],
  ['no e-mail', () => rs256({ claims: { email: undefined } })],
  ['more than 8 KB', () => rs256({ claims: { filler: 'x'.repeat(9000) } })],
  ['a cut signature', () => rs256().slice(0, -2)],
  ['no form of a token', () => 'tk_1'],
])('rejects a JWT with %s, in both headers', async (_, make) => {
  const token = make();
  const answers = [await ask({ 'x-jwt-token': token }), await ask({ authorization: `Bearer ${token}` })];
  expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  expect(await answers[0]!.json()).toMatchObject({ error: { code: 'auth_missing_credentials' } });
});

it('rejects a JWT next to other credentials', async () => {
  const token = rs256();
  expect(await statusOf({ 'x-jwt-token': token, 'x-api-key': service.token })).toBe(401);
  expect(await statusOf({ authorization: `Bearer ${token}`, 'x-api-key': service.token })).toBe(401);
  expect(await statusOf({ authorization: `Bearer ${service.token}`, 'x-jwt-token': token })).toBe(401);
  expect(await statusOf({ authorization: `Bearer ${rs256({ claims: { jti: '2' } })}`, 'x-jwt-token': token })).toBe(
    401,
  );
  expect(await statusOf({ authorization: `Bearer ${service.token}` })).toBe(200);
});

it('rejects every JWT where no key is set', async () => {
  const plain = await startService();
  const response = await fetch(`${plain.api}/get_ontologies/`, { headers: { 'x-jwt-token': rs256() } });
  await plain.close();
  expect(response.status).toBe(401);
});

describe('with JWT_CREATE_USERS', () => {
  let creating: RunningService;
  const get = (token: string, api = creating.api) =>
    fetch(`${api}/get_ontologies/`, { headers: { 'x-jwt-token': token } });
  beforeAll(async () => {
    creating = await startService({ JWT_DEFAULT_KEY: PEM.replaceAll('\n', '\\n'), JWT_CREATE_USERS: 'true' });
  });
  afterAll(() => creating.close());

  it('creates the user once, with the role public and without a password', async () => {
    const token = rs256({ claims: { email: 'new@example.org' } });
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await get(token)).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const users = await creating.app.get(UsersService).list(OPERATOR);
    const created = users.filter(({ name }) => name === 'new@example.org');
    expect(created).toMatchObject([{ email: 'new@example.org', passwordHash: '', jwtTenant: null }]);
    const caller = await creating.app.get(CallersService).ofUser(created[0]!);
    expect(caller.roles).toEqual(['public']);
  });

  it('takes over no existing user, and creates none with a malformed name', async () => {
    expect((await get(rs256({ claims: { email: 'admin' } }))).status).toBe(401);
    expect((await get(rs256({ claims: { email: 'a:b@example.org' } }))).status).toBe(401);
    expect((await get(rs256({ claims: { email: 'late@example.org', email_verified: 'false' } }))).status).toBe(401);
  });
});

describe('while the server of the keys', () => {
  const hostile = new JwksServer(publish(keys));
  let waiting: RunningService;
  const get = () => fetch(`${waiting.api}/get_ontologies/`, { headers: { 'x-jwt-token': rs256() } });
  beforeEach(async () => {
    waiting = await startService({ JWT_JWKS_URL: url });
  });
  afterEach(() => waiting.close());
  let url: string;
  beforeAll(async () => {
    url = await hostile.start();
  });
  afterAll(() => hostile.stop());

  it.each<readonly [string, JwksServer['answer']]>([
    ['fails', (_, response) => void response.writeHead(500).end()],
    ['redirects', (_, response) => void response.writeHead(302, { location: '/elsewhere' }).end()],
    ['is torn', (request) => void request.socket.destroy()],
    ['never answers', () => undefined],
    ['never ends', (_, response) => void response.writeHead(200).write('{')],
    ['answers with no JSON', (_, response) => void response.end('<html>')],
    ['answers with 2 MB', (_, response) => void response.end(' '.repeat(2 ** 21))],
  ])('%s, returns 503 within seconds, and does not query it for each request', async (_, answer) => {
    hostile.answer = answer;
    hostile.requests = 0;
    hostile.paths.length = 0;
    const first = await get();
    expect(await first.json()).toMatchObject({ error: { code: 'auth_keys_unavailable' } });
    expect([first.status, Number(first.headers.get('retry-after'))]).toEqual([503, 5]);
    const others = await Promise.all(Array.from({ length: 10 }, async () => (await get()).status));
    expect([new Set(others), hostile.requests, hostile.paths]).toEqual([new Set([503]), 1, ['/keys']]);
    const byKey = await fetch(`${waiting.api}/get_ontologies/`, { headers: { 'x-api-key': waiting.token } });
    expect(byKey.status).toBe(200);
  });
});
