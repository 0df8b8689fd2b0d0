import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Controller, Get, Module, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApplication } from '../../src/app.setup';
import { CurrentCaller } from '../../src/http';
import { AuditModule } from '../../src/audit';
import { AuthModule, BearerTokensService, OPERATOR, Public, TokensService, UsersService } from '../../src/auth';
import { ConfigModule, Environment, readEnvironment } from '../../src/config';
import { EnginesModule } from '../../src/engines';
import { SystemDatabaseModule, type Knex, SYSTEM_DATABASE } from '../../src/system-database';
import { HealthModule } from '../../src/health';
import { WorkersModule } from '../../src/workers';
import type { Caller } from '../../src/model';

@Controller()
class ProbeController {
  @Get('whoami')
  name(@CurrentCaller() caller: Caller): string {
    return caller.name;
  }

  @Post('whoami')
  nameByPost(@CurrentCaller() caller: Caller): string {
    return caller.name;
  }

  @Get('open')
  @Public()
  open(): string {
    return 'open';
  }
}

@Module({ controllers: [ProbeController] })
class ProbeModule {}

const SETTINGS = {
  API_AUTH_SALT: 'a salt for tests, long',
  ADMIN_PASSWORD: 'sesame',
  PASSWORD_MIN_LENGTH: '1',
  LOG_LEVEL: 'silent',
};
const folder = mkdtempSync(join(tmpdir(), 'auth-test-'));
const apps: NestFastifyApplication[] = [];
const crashes: unknown[] = [];

async function start(settings: Record<string, string> = {}): Promise<[NestFastifyApplication, string]> {
  const environment = readEnvironment({ ...SETTINGS, DATA_DIR: folder, ...settings });
  const app = await createApplication(environment, {
    module: ProbeModule,
    imports: [
      ConfigModule.with(environment),
      WorkersModule.of(1),
      SystemDatabaseModule,
      EnginesModule,
      AuditModule,
      AuthModule,
      HealthModule,
    ],
  });
  await app.listen(0, '127.0.0.1');
  apps.push(app);
  return [app, `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`];
}

let app: NestFastifyApplication;
let base: string;
let token: string;
const send = (path: string, init: RequestInit = {}) => fetch(base + path, init);
const whoami = (key?: string) => send('/svc/api/whoami', key === undefined ? {} : { headers: { 'x-api-key': key } });
const bearerOf = (user: string, password: string) => app.get(BearerTokensService).make({ user, password });
const getToken = (authorization?: string) =>
  send('/svc/api/get_token', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
  });
const addUser = (name: string) => app.get(UsersService).create(OPERATOR, { name: { name }, password: `of ${name}` });
const issueFor = async (name: string) => {
  const user = await app.get(UsersService).get(OPERATOR, { name });
  return app.get(TokensService).issue(user);
};
const REFUSED = {
  status: 'error',
  data: 'the credentials are missing or not valid',
  error: { code: 'auth_missing_credentials', request_id: expect.any(String) as string },
};

beforeAll(async () => {
  process.on('unhandledRejection', (error) => crashes.push(error));
  [app, base] = await start();
  for (const name of ['ana', 'ben', 'eve']) await addUser(name);
  token = await issueFor('ana');
});
afterAll(async () => {
  await Promise.all(apps.map((each) => each.close()));
  rmSync(folder, { recursive: true });
  expect(crashes).toEqual([]);
});

describe('the global API key guard', () => {
  it('accepts a live token on every route and method', async () => {
    const response = await whoami(token);
    expect([response.status, await response.json()]).toEqual([200, { data: 'ana', status: 'success' }]);
    const posted = await send('/svc/api/whoami/', { method: 'POST', headers: { 'x-api-key': token } });
    expect(await posted.json()).toMatchObject({ data: 'ana' });
  });

  it('requires no key on a public route', async () => {
    expect(await (await send('/svc/api/open')).json()).toEqual({ data: 'open', status: 'success' });
  });

  it('returns the same error whatever is wrong with the key', async () => {
    const revoked = await issueFor('ben');
    expect((await whoami(revoked)).status).toBe(200);
    await app.get(TokensService).revoke((await app.get(UsersService).get(OPERATOR, { name: 'ben' })).id);
    const expired = await issueFor('ben');
    await app.get<Knex>(SYSTEM_DATABASE)('api_tokens').update({ expires_at: '2020-01-01T00:00:00.000Z' });
    token = await issueFor('ana');
    const wrong = [undefined, '', 'x', revoked, expired, `tk_${'0'.repeat(64)}`, token.slice(1), `${token}, ${token}`];
    for (const key of [...wrong, token.toUpperCase(), await bearerOf('ana', 'of ana'), '__proto__']) {
      const response = await whoami(key);
      expect([response.status, await response.json()]).toEqual([401, REFUSED]);
    }
    for (const authorization of ['Bearer', `Bearer ${expired}`, `Basic ${token}`, `Bearer ${token} x`, token]) {
      const response = await send('/svc/api/whoami', { headers: { authorization } });
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="api"']);
      expect(await response.json()).toEqual(REFUSED);
    }
  });

  it('accepts the token as a bearer token, but not two different ones', async () => {
    const other = await issueFor('eve');
    const ask = (headers: Readonly<Record<string, string>>) => send('/svc/api/whoami', { headers });
    for (const others of [{}, { 'x-api-key': token }] as readonly Record<string, string>[])
      expect(await (await ask({ ...others, authorization: `bearer ${token}` })).json()).toMatchObject({ data: 'ana' });
    expect(await (await ask({ authorization: 'Basic YTpi', 'x-api-key': token })).json()).toMatchObject({
      data: 'ana',
    });
    for (const key of [other, 'x', '']) {
      const response = await ask({ authorization: `Bearer ${token}`, 'x-api-key': key });
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { data: 'x-api-key and Authorization contain different tokens', error: { code: 'request_malformed' } },
      ]);
    }
  });

  it('looks up a busy caller at most twice a second', async () => {
    await whoami(token);
    let queries = 0;
    app.get<Knex>(SYSTEM_DATABASE).on('query', () => queries++);
    const begin = performance.now();
    for (let round = 0; round < 100; round++) expect((await whoami(token)).status).toBe(200);
    const halfSeconds = Math.floor((performance.now() - begin) / 500);
    expect(queries).toBeLessThanOrEqual(3 * (2 + halfSeconds));
  });

  it('rejects a disabled user at once, and older keys for good', async () => {
    const key = await issueFor('eve');
    expect((await whoami(key)).status).toBe(200);
    await app.get(UsersService).setDisabled(OPERATOR, { name: 'eve' }, true);
    expect((await whoami(key)).status).toBe(401);
    await app.get(UsersService).setDisabled(OPERATOR, { name: 'eve' }, false);
    expect((await whoami(key)).status).toBe(401);
    expect((await whoami(await issueFor('eve'))).status).toBe(200);
  });
});

describe('POST get_token', () => {
  it('returns a new token of the user', async () => {
    const response = await getToken(`Bearer ${await bearerOf('ana', 'of ana')}`);
    const body = (await response.json()) as { data: [string] };
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual({ data: [expect.stringMatching(/^tk_[0-9a-f]{64}$/)], status: 'success' });
    expect(await (await whoami(body.data[0])).json()).toMatchObject({ data: 'ana' });
  });

  it('accepts a trailing slash, a body and names in any letter case', async () => {
    const authorization = `bearer ${await bearerOf('ANA', 'of ana')}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await send('/svc/api/get_token/', { method: 'POST', headers, body: '{}' });
    expect(response.status).toBe(200);
  });

  it('returns the same error whatever is wrong with the bearer', async () => {
    const good = await bearerOf('ana', 'of ana');
    const settings = Object.assign(new Environment(), { apiAuthSalt: 'another salt, also long' });
    const foreign = await new BearerTokensService(settings).make({ user: 'ana', password: 'of ana' });
    const wrong = [undefined, '', 'Bearer', `Basic ${good}`, good, `Bearer ${good} x`, `Bearer ${good.slice(0, -4)}`];
    const unknown = [await bearerOf('nobody', 'x'), await bearerOf('ben', 'wrong'), await bearerOf('ben', '')];
    for (const authorization of [...wrong, ...[...unknown, foreign, token].map((each) => `Bearer ${each}`)]) {
      const response = await getToken(authorization);
      expect([response.status, await response.json()]).toEqual([401, REFUSED]);
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="get_token"');
    }
    const byKey = await send('/svc/api/get_token', { method: 'POST', headers: { 'x-api-key': token } });
    expect([byKey.status, await byKey.json()]).toEqual([401, REFUSED]);
  });

  it('rejects a bearer older than API_BEARER_TTL', async () => {
    const [, other] = await start({ API_BEARER_TTL: '1s' });
    const authorization = `Bearer ${await bearerOf('ana', 'of ana')}`;
    const ask = () => fetch(`${other}/svc/api/get_token`, { method: 'POST', headers: { authorization } });
    expect((await ask()).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    expect((await ask()).status).toBe(401);
  });

  it('rejects GET', async () => {
    const response = await send('/svc/api/get_token', { headers: { 'x-api-key': token } });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('limits failed log-ins with 429 and Retry-After, also for the right password', async () => {
    const guess = async (password: string) => getToken(`Bearer ${await bearerOf('eve', password)}`);
    for (let round = 0; round < 5; round++) expect((await guess(`guess ${round}`)).status).toBe(401);
    const response = await guess('of eve');
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(await response.json()).toMatchObject({ error: { code: 'request_rate_limited' } });
  });
});

describe('POST log_in and log_out', () => {
  interface Session {
    readonly data: { readonly user: string; readonly token: string; readonly expires_at: string };
  }
  const post = (path: string, body: unknown) =>
    send(`/svc/api/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }); // prettier-ignore
  const logIn = async (at: string): Promise<Session> => {
    const body = JSON.stringify({ user: 'BEN', password: 'of ben' });
    const response = await fetch(`${at}/svc/api/log_in`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }); // prettier-ignore
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    return (await response.json()) as Session;
  };

  it('issues a token of eight hours, or of API_TOKEN_TTL where that is shorter', async () => {
    const [, other] = await start({ API_TOKEN_TTL: '1h' });
    for (const [at, hours] of [
      [base, 8],
      [other, 1],
    ] as const) {
      const { data } = await logIn(at);
      expect(data).toEqual({ user: 'ben', token: expect.stringMatching(/^tk_[0-9a-f]{64}$/) as string, expires_at: expect.any(String) as string }); // prettier-ignore
      const left = Date.parse(data.expires_at) - Date.now();
      expect(left).toBeLessThanOrEqual(hours * 3_600_000);
      expect(left).toBeGreaterThan((hours - 0.1) * 3_600_000);
      expect(await (await whoami(data.token)).json()).toMatchObject({ data: 'ben' });
    }
  });

  it('revokes the token of the request at the log-out, and no other', async () => {
    const [first, second, third] = [await logIn(base), await logIn(base), await logIn(base)];
    const ways = [{ 'x-api-key': first.data.token }, { authorization: `Bearer ${second.data.token}` }] as readonly Record<string, string>[]; // prettier-ignore
    for (const headers of ways) {
      const response = await send('/svc/api/log_out', { method: 'POST', headers });
      expect([response.status, await response.json()]).toEqual([200, { status: 'success' }]);
      expect((await send('/svc/api/log_out', { method: 'POST', headers })).status).toBe(401);
    }
    const statuses = [first, second, third].map(async ({ data }) => (await whoami(data.token)).status);
    expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
  });

  it('rejects wrong passwords and unknown users alike, and bodies of another form without their values', async () => {
    for (const body of [
      { user: 'ben', password: 'wrong' },
      { user: 'nobody', password: 'of ben' },
    ]) {
      const response = await post('log_in', body);
      expect([response.status, await response.json()]).toEqual([401, REFUSED]);
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="log_in"');
    }
    for (const body of [
      {},
      { user: 'ben' },
      { user: 'ben', password: 12345678 },
      { user: 'ben', password: 'x', more: 12345678 },
    ]) {
      // prettier-ignore
      const response = await post('log_in', body);
      const text = await response.text();
      expect([response.status, text.includes('12345678')]).toEqual([400, false]);
    }
  });

  it('opens one session for a one-time code, which is no API token, and none when it has expired', async () => {
    const tokens = app.get(TokensService, { strict: false });
    const ben = (await app.get(UsersService, { strict: false }).list(OPERATOR)).find(({ name }) => name === 'ben')!;
    const code = await tokens.issueOneTimeCode(ben);
    expect((await whoami(code)).status).toBe(401);
    const answers = await Promise.all([post('log_in_once', { code }), post('log_in_once', { code })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const { data } = (await answers.find(({ ok }) => ok)!.json()) as Session;
    expect(await (await whoami(data.token)).json()).toMatchObject({ data: 'ben' });
    for (const wrong of [code, data.token, '', 'once_'])
      expect((await post('log_in_once', { code: wrong })).status).toBe(401);
    expect((await post('log_in_once', { code: 1 })).status).toBe(400);
    const late = await tokens.issueOneTimeCode(ben);
    const rows = app.get<Knex>(SYSTEM_DATABASE, { strict: false })('api_tokens').where({ name: 'one-time log-in' });
    await rows.update({ expires_at: new Date(Date.now() - 1).toISOString() });
    expect((await post('log_in_once', { code: late })).status).toBe(401);
  });

  it('limits failed log-ins together with those of get_token', async () => {
    await addUser('fay');
    for (let round = 0; round < 5; round++)
      expect((await post('log_in', { user: 'fay', password: 'x' })).status).toBe(401);
    expect((await post('log_in', { user: 'fay', password: 'of fay' })).status).toBe(429);
    expect((await getToken(`Bearer ${await bearerOf('fay', 'of fay')}`)).status).toBe(429);
  });
});

describe('the token page', () => {
  const PAGE = '/svc/get_svc_user_token/';
  const post = (form: Record<string, string>) => send(PAGE, { method: 'POST', body: new URLSearchParams(form) });

  it('returns a form that is not cached and loads no resources', async () => {
    for (const path of [PAGE, PAGE.slice(0, -1)]) {
      const response = await send(path);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('<form method="post">');
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/,
        ) as string,
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      });
    }
  });

  it('returns a named, working token once after a log-in', async () => {
    const response = await post({ user: 'ben', password: 'of ben', token_name: ' my laptop ' });
    const text = await response.text();
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const [shown, ...more] = text.match(/tk_[0-9a-f]{64}/g)!;
    expect(more).toEqual([]);
    expect(await (await whoami(shown)).json()).toMatchObject({ data: 'ben' });
    const { id } = await app.get(UsersService).get(OPERATOR, { name: 'ben' });
    expect((await app.get(TokensService).list(id)).map((each) => each.name)).toContain('my laptop');
  });

  it('returns the same error for unknown, wrong and missing credentials, without the input', async () => {
    const forms = [{ user: '<b>nobody', password: '<i>x' }, { user: 'ben', password: 'wrong' }, { user: 'ben' }, {}];
    const answers = await Promise.all(forms.map((form) => post(form as Record<string, string>)));
    const pages = new Set(await Promise.all(answers.map((answer) => answer.text())));
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 401]);
    expect(answers[0]!.headers.get('www-authenticate')).toBe('Form realm="log-in"');
    expect(pages.size).toBe(1);
    expect([...pages][0]).toContain('the credentials are missing or not valid');
    expect([...pages][0]).toContain('<form method="post">');
    expect(answers[0]!.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('accepts only a small form, which no other route accepts', async () => {
    const headers = { 'content-type': 'application/json' };
    const json = await send(PAGE, { method: 'POST', headers, body: '{"user":"ben","password":"of ben"}' });
    expect([json.status, await json.json()]).toMatchObject([415, { error: { code: 'request_content_type' } }]);
    expect((await post({ user: 'ben', password: 'x'.repeat(10_000) })).status).toBe(413);
    const body = new URLSearchParams({ ontology_name: 'x' });
    const api = await send('/svc/api/whoami', { method: 'POST', headers: { 'x-api-key': token }, body });
    expect(api.status).toBe(415);
    expect((await send(PAGE, { method: 'PUT' })).status).toBe(405);
  });

  it('shows the name of the service', async () => {
    const [, other] = await start({ SERVICE_NAME: 'acme' });
    expect((await fetch(`${other}/acme/get_acme_user_token/`)).status).toBe(200);
    expect((await fetch(`${other}/svc/get_svc_user_token/`)).status).toBe(404);
    expect((await fetch(`${other}/acme/api/whoami`, { headers: { 'x-api-key': token } })).status).toBe(200);
  });
});
