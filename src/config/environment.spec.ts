import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DataSourceVariables } from './data-source-variables';
import { readEnvironment } from './environment';

const SALT = 'a salt that is long enough';

describe('readEnvironment', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'environment-'));
  });
  afterEach(() => {
    rmSync(dataDir, { recursive: true });
  });

  it.each([
    ['DATABASE_URL', 'mysql://a:b@db/c', 'databaseUrl'],
    ['DATABASE_URL', 'postgres://a:b@db,db2:5433/c?ssl_mode=required', 'databaseUrl'],
    ['CACHE_URL', 'redis://:secret@cache:6379', 'cacheUrl'],
    ['API_AUTH_SALT', SALT, 'apiAuthSalt'],
    ['API_AUTH_SALT_PREVIOUS', `${SALT}-before`, 'apiAuthSaltPrevious'],
    ['ADMIN_PASSWORD', 'ends with a space ', 'adminPassword'],
  ] as const)('reads %s from a file, without the line break at its end', (variable, secret, field) => {
    const path = join(dataDir, 'secret');
    writeFileSync(path, `${secret}\n`);
    const environment = readEnvironment({ ...(variable !== 'API_AUTH_SALT' && { API_AUTH_SALT: SALT }), [`${variable}_FILE`]: path });
    expect(environment[field]).toBe(secret);
    const both = { API_AUTH_SALT: SALT, [variable]: secret, [`${variable}_FILE`]: path };
    expect(() => readEnvironment(both)).toThrow(`invalid settings: ${variable} and ${variable}_FILE exclude each other`);
    const none = { [`${variable}_FILE`]: join(dataDir, 'nothing') };
    expect(() => readEnvironment(none)).toThrow(`${variable}_FILE must name a readable file that is not empty`);
  }); // prettier-ignore

  it('has a default for everything but the salt', () => {
    const environment = readEnvironment({ API_AUTH_SALT: SALT });
    expect(Object.fromEntries(Object.entries(environment))).toEqual({
      host: '127.0.0.1',
      port: 3000,
      workers: 1,
      serviceName: 'svc',
      dataDir: resolve('data'),
      databaseUrl: '',
      cacheUrl: '',
      apiAuthSalt: SALT,
      apiAuthSaltPrevious: '',
      allowedConfigEnvs: [],
      adminUser: 'admin',
      adminPassword: '',
      passwordMinLength: 12,
      logFormat: 'json',
      logLevel: 'info',
      queryTimeoutMs: 30000,
      maxBodyBytes: 4194304,
      headersTimeoutMs: 10_000,
      requestTimeoutMs: 30_000,
      keepAliveTimeoutMs: 72_000,
      drainWaitMs: 5000,
      drainTimeoutMs: 30_000,
      allowedDataSourceHosts: [],
      slowStatementMs: 0,
      dataSourceEnvs: [],
      poolSize: 10,
      dataSourceIdleMs: 300_000,
      mysqlPrintPackets: true,
      postgresqlPrintMessages: true,
      postgresqlKeepStatements: true,
      mysqlRepeatExecutions: true,
      duckdbReadMemory: true,
      catalogueTtlMs: 300_000,
      checkMappings: 'refuse',
      planCacheSize: 1000,
      auditLogRows: 100_000,
      resultCacheBytes: 0,
      rateLimitPerMinute: 0,
      maxConcurrentPerKey: 0,
      trustProxy: [],
      corsOrigins: [],
      compressResponses: true,
      directRoutes: true,
      basePath: '',
      console: 'on',
      maskColumns: ['email', 'e_mail', 'e-mail', 'password', 'passwd', 'secret', 'token', 'ssn', 'credit_card', 'iban'],
      apiTokenTtlSeconds: 2592000,
      nodeEnv: '',
      buildCommit: '',
      publishedVariables: new Map(),
      mcp: true,
      textInterface: true,
      mysqlTlsCert: '',
      mysqlTlsKey: '',
      mysqlAllowPlain: false,
      mysqlPathColumns: false,
      mysqlPassPackets: true,
      mysqlMaxConnections: 500,
      asyncResultDir: '',
      asyncResultTtlSeconds: 3600,
      asyncResultBytes: 268_435_456,
      asyncTimeoutMs: 600_000,
      jwtCreateUsers: false,
      jwtIssuers: new Map(),
      jwtRoles: [],
      dataSourceVariables: new DataSourceVariables(),
    });
  });

  it('reads numbers, lists, durations and paths', () => {
    const environment = readEnvironment({
      API_AUTH_SALT: SALT,
      PORT: '8080',
      DATA_DIR: dataDir,
      MAX_ROWS: '500',
      MASK_COLUMNS: 'Mail, iban,',
      TRUST_PROXY: '10.0.0.0/8, fd00::1,',
      CORS_ORIGINS: 'https://app.example.org, http://localhost:5173,',
      API_TOKEN_TTL: '12h',
      API_BEARER_TTL: '90',
    });
    expect(environment).toMatchObject({
      port: 8080,
      dataDir,
      maxRows: 500,
      maskColumns: ['mail', 'iban'],
      trustProxy: ['10.0.0.0/8', 'fd00::1'],
      corsOrigins: ['https://app.example.org', 'http://localhost:5173'],
      apiTokenTtlSeconds: 43200,
      apiBearerTtlSeconds: 90,
    });
  });

  it('treats an empty variable as not set, but an empty MASK_COLUMNS as the rule disabled', () => {
    const environment = readEnvironment({ API_AUTH_SALT: SALT, PORT: '', MAX_ROWS: '', MASK_COLUMNS: '' });
    expect(environment).toMatchObject({ port: 3000, maskColumns: [] });
    expect(environment.maxRows).toBeUndefined();
  });

  it('reads true and false', () => {
    const { mysqlPrintPackets, mysqlRepeatExecutions, duckdbReadMemory, compressResponses } = readEnvironment({
      API_AUTH_SALT: SALT,
      MYSQL_PRINT_PACKETS: 'false',
      MYSQL_REPEAT_EXECUTIONS: 'true',
      DUCKDB_READ_MEMORY: 'false',
      COMPRESS_RESPONSES: 'false',
    });
    expect([mysqlPrintPackets, mysqlRepeatExecutions, duckdbReadMemory]).toEqual([false, true, false]);
    expect(compressResponses).toBe(false);
  });

  it.each([
    ['PORT', '65536'],
    ['MYSQL_PRINT_PACKETS', 'yes'],
    ['POSTGRESQL_PRINT_MESSAGES', 'yes'],
    ['POSTGRESQL_KEEP_STATEMENTS', 'yes'],
    ['MYSQL_REPEAT_EXECUTIONS', '1'],
    ['DUCKDB_READ_MEMORY', 'no'],
    ['COMPRESS_RESPONSES', 'gzip'],
    ['DIRECT_ROUTES', 'off'],
    ['CONSOLE', 'true'],
    ['BASE_PATH', 'data'],
    ['BASE_PATH', '/data/'],
    ['BASE_PATH', '/a b'],
    ['PORT', 'http'],
    ['WORKERS', '0'],
    ['WORKERS', 'auto'],
    ['SERVICE_NAME', 'Svc'],
    ['DATABASE_URL', 'oracle://u:hunter2@h/d'],
    ['CACHE_URL', 'memcached://h'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_FORMAT', 'xml'],
    ['QUERY_TIMEOUT_MS', '0'],
    ['MAX_ROWS', '-1'],
    ['MAX_BODY_BYTES', '1.5'],
    ['POOL_SIZE', '0'],
    ['CATALOGUE_TTL_MS', '-1'],
    ['PLAN_CACHE_SIZE', '-1'],
    ['RATE_LIMIT_PER_MINUTE', 'none'],
    ['MAX_CONCURRENT_PER_KEY', '-1'],
    ['TRUST_PROXY', 'proxy.internal'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,true'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://*.shop.example'],
    ['CORS_ORIGINS', 'https://shop.example/'],
    ['CORS_ORIGINS', 'https://Shop.example'],
    ['CORS_ORIGINS', 'https://shop.example:443'],
    ['CORS_ORIGINS', 'shop.example'],
    ['CORS_ORIGINS', 'null'],
    ['API_TOKEN_TTL', '2 weeks'],
    ['ASYNC_RESULT_TTL', '0'],
    ['ASYNC_RESULT_BYTES', '-1'],
    ['ASYNC_TIMEOUT_MS', '0'],
    ['API_BEARER_TTL', 'soon'],
    ['DATA_SOURCE_ENVS', 'FINE,A B'],
  ])('rejects an invalid %s by its name, without its value', (variable, value) => {
    const read = (): unknown => readEnvironment({ API_AUTH_SALT: SALT, [variable]: value });
    expect(read).toThrow(new RegExp(`^invalid settings: ${variable} `));
    expect(read).not.toThrow(value.length > 2 ? new RegExp(value.replaceAll(/[/.]/g, '.')) : /hunter2/);
  });

  it.each([undefined, '', 'fifteen letters'])('rejects the salt %p outside of demo mode', (salt) => {
    for (const setting of [{ NODE_ENV: 'production' }, { DATABASE_URL: 'sqlite:x.db' }]) {
      expect(() => readEnvironment({ ...setting, API_AUTH_SALT: salt })).toThrow(/^invalid settings: API_AUTH_SALT /);
    }
  });

  it('is a demo only without a database URL and outside of production', () => {
    expect(readEnvironment({ API_AUTH_SALT: SALT }).demo).toBe(true);
    expect(readEnvironment({ API_AUTH_SALT: SALT, NODE_ENV: 'production' }).demo).toBe(false);
    expect(readEnvironment({ API_AUTH_SALT: SALT, DATABASE_URL: 'mysql://root@127.0.0.1:3306/system' }).demo).toBe(
      false,
    );
  });

  it('generates the salt of a demo once, accessible only to its owner', () => {
    const first = readEnvironment({ DATA_DIR: dataDir }).apiAuthSalt;
    expect(Buffer.from(first, 'base64url')).toHaveLength(32);
    expect(readEnvironment({ DATA_DIR: dataDir }).apiAuthSalt).toBe(first);
    const path = join(dataDir, 'api-auth-salt');
    expect(readFileSync(path, 'utf8').trim()).toBe(first);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('generates no salt when another setting is invalid', () => {
    expect(() => readEnvironment({ DATA_DIR: dataDir, PORT: 'x' })).toThrow();
    writeFileSync(join(dataDir, 'api-auth-salt'), 'kept from before, long enough');
    expect(readEnvironment({ DATA_DIR: dataDir }).apiAuthSalt).toBe('kept from before, long enough');
  });

  it('publishes only allowed variables that are set, without inherited keys', () => {
    const environment = readEnvironment({
      API_AUTH_SALT: SALT,
      REGION: 'eu',
      HIDDEN: 'x',
      ALLOWED_CONFIG_ENVS_IN_API: 'REGION, ABSENT,toString,__proto__',
    });
    expect([...environment.publishedVariables]).toEqual([['REGION', 'eu']]);
  });
});
