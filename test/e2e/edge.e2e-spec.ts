import { connect } from 'node:net';
import { type RunningService, startService } from '../support/service';

interface Refusal {
  readonly status: string;
  readonly data: string;
  readonly error: { readonly code: string; readonly hint?: string; readonly request_id: string };
}

interface OpenApi {
  readonly paths: Record<
    string,
    Record<string, { readonly responses: Record<string, { readonly content?: unknown }> }>
  >;
  readonly components: { readonly securitySchemes: unknown };
}

describe('the edge', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await startService({
      MAX_BODY_BYTES: '100000',
      ALLOWED_CONFIG_ENVS_IN_API: 'REGION, ABSENT,toString,__proto__',
      REGION: 'eu-west',
      HIDDEN: 'secret',
    });
  });
  afterAll(() => service.close());

  const call = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(path.startsWith('/') ? `${service.url}${path}` : `${service.api}/${path}`, {
      ...init,
      headers: { 'x-api-key': service.token, ...(init.headers as Record<string, string> | undefined) },
    });

  const post = (body: string, type = 'application/json'): Promise<Response> =>
    call('query/', { method: 'POST', body, headers: { 'content-type': type } });

  /** The refusal of a response, whole: the body, its type and the request id that also stands in the header. */
  async function refusalOf(response: Response, status: number, code: string): Promise<Refusal> {
    const body = (await response.json()) as Refusal;
    expect([response.status, body.error.code]).toEqual([status, code]);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('x-request-id')).toBe(body.error.request_id);
    expect(body.status).toBe('error');
    expect(Object.keys(body)).toEqual(['status', 'data', 'error']);
    return body;
  }

  /** What the server says to bytes that no HTTP client would send. */
  function say(bytes: string): Promise<string> {
    return new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (chunk) => (answer += String(chunk)));
      socket.on('close', () => {
        resolve(answer);
      });
      socket.on('error', (error) => {
        if (answer === '') reject(error);
      });
    });
  }

  describe('addresses and methods', () => {
    it.each([
      '/nothing',
      '/svcx',
      '/svc/api',
      '/svc/api/nothing',
      '/svc/api/Get_ontologies',
      '//svc/api/get_config/REGION',
    ])('answers 404 for %s', async (path) => {
      const { data } = await refusalOf(await call(path), 404, 'request_unknown_path');
      expect(data).toBe('there is no endpoint with this path');
    });

    it.each([
      ['/svc/api/get_token', 'GET', 'POST'],
      ['/svc/api/get_token/', 'PUT', 'POST'],
      ['/svc/api/get_config/REGION', 'DELETE', 'GET, HEAD, POST'],
      ['/svc/api/get_config/REGION', 'OPTIONS', 'GET, HEAD, POST'],
      ['/svc/api/get_config/REGION', 'PROPFIND', 'GET, HEAD, POST'],
      ['/svc/api/clear_cache/shop', 'PUT', 'GET, POST'],
      ['/health/live', 'POST', 'GET, HEAD'],
      ['/svc/openapi.json', 'POST', 'GET, HEAD'],
    ])('answers 405 with Allow for %s by %s', async (path, method, allow) => {
      const response = await call(path, { method });
      expect(response.headers.get('allow')).toBe(allow);
      await refusalOf(response, 405, 'request_method_not_allowed');
    });

    it('rejects HEAD where there is no GET', async () => {
      const response = await call('create_ontology', { method: 'HEAD' });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    });

    it.each(['get_config/REGION', 'get_config/REGION/'])(
      'accepts %s with and without a trailing slash',
      async (path) => {
        for (const method of ['GET', 'POST']) {
          const response = await call(path, { method, redirect: 'error' });
          expect(response.status).toBe(200);
          expect(await response.json()).toEqual({ data: { REGION: 'eu-west' }, status: 'success' });
        }
      },
    );

    it.each(['HIDDEN', 'ABSENT', 'toString', '__proto__', 'constructor', 'region', 'REGION%00'])(
      'does not disclose why it hides the configuration value %s',
      async (name) => {
        const { data } = await refusalOf(await call(`get_config/${name}`), 403, 'config_not_allowed');
        expect(data).toBe('this configuration value is not available');
      },
    );

    it.each(['get_config/%', 'get_config/%zz', 'get_config/%C3%28'])(
      'answers 400 for the broken address %s',
      async (path) => {
        await refusalOf(await call(path), 400, 'request_malformed');
      },
    );

    it('answers 414 for an address that is too long', async () => {
      await refusalOf(await call(`get_config/${'x'.repeat(3000)}`), 414, 'request_address_too_long');
      await refusalOf(await call(`get_config/REGION?a=${'x'.repeat(17_000)}`), 414, 'request_address_too_long');
      expect(await say(`GET /svc/api/get_config/REGION?${'x'.repeat(60_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 414 URI Too Long\r\n[^]*"code":"request_address_too_long"/,
      );
    });

    it('answers 431 for headers that are too large', async () => {
      expect(await say(`GET /health/live HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 431 Request Header Fields Too Large\r\n[^]*"code":"request_headers_too_large"/,
      );
    });

    it.each([
      'GET / HTTP/9.9\r\n\r\n',
      'NONSENSE / HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /health/live HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n',
      'POST /svc/api/get_token HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc',
    ])('answers 400 and closes for %j', async (bytes) => {
      expect(await say(bytes)).toMatch(
        /^HTTP\/1\.1 400 Bad Request\r\n[^]*Connection: close\r\n[^]*"code":"request_malformed"/,
      );
    });
  });

  describe('bodies', () => {
    it.each([
      ['not JSON', '{"query": '],
      ['two values', '{} {}'],
      ['a prototype', '{"ontology_name":"x","query":"SELECT 1","__proto__":{"admin":true}}'],
      ['a hidden prototype', '{"\\u005f_proto__":{"admin":true}}'],
      ['a constructor', '{"constructor":{"prototype":{"admin":true}}}'],
      ['nesting without end', '['.repeat(50_000)],
      ['nesting in an object', `{"ontology_name":${'[{"a":'.repeat(40)}1${'}]'.repeat(40)}}`],
      ['a list', '[]'],
      ['a text', '"SELECT 1"'],
      ['null', 'null'],
      ['nothing', ''],
      ['an unknown field', '{"ontology_name":"x","query":"SELECT 1","more":1}'],
      ['an unknown field that every object has', '{"ontology_name":"system","query":"SELECT 1","hasOwnProperty":1}'],
      ['a field of another type', '{"ontology_name":"x","query":{"$gt":""}}'],
    ])('answers 400 for %s', async (_, body) => {
      await refusalOf(await post(body), 400, 'request_malformed');
    });

    it('answers 400 for bytes that are not UTF-8', async () => {
      const body = Buffer.from('{"ontology_name":"\xff","query":"SELECT 1"}', 'latin1');
      const headers = { 'content-type': 'application/json' };
      await refusalOf(await call('query/', { method: 'POST', body, headers }), 400, 'request_malformed');
    });

    it('reports what is wrong with a body', async () => {
      const { data } = await refusalOf(
        await post('{"ontology_name":"x","quary":"SELECT 1"}'),
        400,
        'request_malformed',
      );
      expect(data).toContain('quary');
      expect(data).toContain('query');
    });

    it('answers 413 for a body that is too large', async () => {
      await refusalOf(await post(`{"query":"${'x'.repeat(100_001)}"}`), 413, 'request_too_large');
    });

    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/xml',
      'multipart/form-data; boundary=x',
      'nonsense',
    ])('answers 415 for the type %s', async (type) => {
      const { error } = await refusalOf(
        await post('{"ontology_name":"system","query":"SELECT 1"}', type),
        415,
        'request_content_type',
      );
      expect(error.hint).toBe('send Content-Type: application/json');
    });

    it('reads a body without a type as JSON, and an empty one as none', async () => {
      const body = Buffer.from('{"ontology_name":"x"}');
      await refusalOf(await call('query/', { method: 'POST', body }), 400, 'request_malformed');
      const empty = await call('get_config/REGION', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      });
      expect(empty.status).toBe(200);
    });
  });

  describe('authentication', () => {
    it.each<Record<string, string>>([
      {},
      { 'x-api-key': '' },
      { 'x-api-key': 'tk_unknown' },
      { authorization: 'Bearer x' },
    ])('answers 401 with %j', async (headers) => {
      await refusalOf(await fetch(`${service.api}/get_config/REGION`, { headers }), 401, 'auth_missing_credentials');
    });
  });

  describe('request ids', () => {
    it('keeps a short plain id', async () => {
      const response = await call('get_config/REGION', { headers: { 'x-request-id': 'order-17.b' } });
      expect(response.headers.get('x-request-id')).toBe('order-17.b');
    });

    it.each(['', 'two words', 'x'.repeat(65), '<script>'])('replaces %j', async (given) => {
      const response = await call('get_config/REGION', { headers: { 'x-request-id': given } });
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    });
  });

  describe('operation', () => {
    it('reports live and ready', async () => {
      expect(await (await fetch(`${service.url}/health/live`)).json()).toEqual({ status: 'success' });
      const ready = await fetch(`${service.url}/health/ready`);
      expect(ready.status).toBe(200);
      expect(await ready.json()).toMatchObject({ data: { system_database: { status: 'up' } }, status: 'success' });
    });

    it('counts requests by route and status, never by address', async () => {
      await call('get_config/REGION?secret=1');
      const response = await fetch(`${service.url}/metrics`);
      const figures = await response.text();
      expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
      expect(figures).toContain(
        'ontology_http_request_duration_seconds_count{method="GET",route="/svc/api/get_config/:config_name",status="200"}',
      );
      expect(figures).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
      expect(figures).not.toMatch(/REGION|secret/);
    });
  });

  describe('documentation', () => {
    it('describes every endpoint of the specification, with an example of its answer', async () => {
      const document = (await (await fetch(`${service.url}/svc/openapi.json`)).json()) as OpenApi;
      const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      );
      expect(operations.filter((operation) => !operation.startsWith('HEAD ')).sort()).toEqual(
        [
          'GET /health/live',
          'GET /health/ready',
          'GET /metrics',
          'GET /svc/api/clear_cache/{ontology_name}',
          'GET /svc/api/get_config/{config_name}',
          'GET /svc/api/get_ontologies',
          'GET /svc/api/get_ontology/{ontology_name}',
          'GET /svc/api/openapi/{ontology_name}.json',
          'GET /svc/api/q/{ontology_name}/concept/{concept_name}',
          'GET /svc/api/q/{ontology_name}/view/{view_name}',
          'POST /svc/api/clear_cache/{ontology_name}',
          'POST /svc/api/create_ontology',
          'POST /svc/api/get_config/{config_name}',
          'POST /svc/api/get_ontology/{ontology_name}',
          'POST /svc/api/get_token',
          'POST /svc/api/log_in',
          'POST /svc/api/log_in_once',
          'POST /svc/api/log_out',
          'POST /svc/api/llm_prompts/{prompt_name}',
          'POST /svc/api/mcp',
          'POST /svc/api/query',
          'GET /svc/openapi/execute/show_ontologies',
          'GET /svc/openapi/get-async-results/{response_id}',
          'DELETE /svc/openapi/get-async-results/{response_id}',
          'POST /svc/openapi/ontology/{ontology_name}/query',
        ].sort(),
      );
      for (const [path, methods] of Object.entries(document.paths)) {
        if (!path.startsWith('/svc/') || path.includes('/openapi/') || path.endsWith('/mcp')) continue;
        for (const [method, { responses }] of Object.entries(methods))
          if (method !== 'head') expect(JSON.stringify(responses['200'])).toContain('"success"');
      }
      expect(document.components.securitySchemes).toMatchObject({
        'x-api-key': { in: 'header' },
        bearer: { scheme: 'bearer' },
      });
    });

    it.each(['/svc/docs', '/svc/docs/'])('serves the page %s and its resources', async (path) => {
      const response = await fetch(`${service.url}${path}`, { redirect: 'error' });
      expect(response.headers.get('content-type')).toMatch(/^text\/html/);
      const page = await response.text();
      const scripts = [...page.matchAll(/src="([^"]+\.js)"/g)].map(
        ([, source]) => new URL(source!, `${service.url}${path}`),
      );
      expect(scripts.length).toBeGreaterThan(1);
      for (const script of scripts) {
        const loaded = await fetch(script);
        expect([loaded.status, (await loaded.text()).length > 100]).toEqual([200, true]);
      }
    });
  });
});
