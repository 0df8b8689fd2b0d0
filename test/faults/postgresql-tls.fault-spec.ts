import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type EnginesService } from '../../src/engines';
import { type ServiceError } from '../../src/errors';
import { type CompiledQuery } from '../../src/model';
import { type Certificates, makeCertificates } from '../support/certificates';
import { makeDataDir, makeEngines, rowsOf } from '../support/engines';
import { findPostgreSql, type OwnPostgreSql, pgReaderOptions, startOwnPostgreSql } from '../support/own-postgresql';
import { describeWith } from '../support/services';

type Options = Readonly<Record<string, string>>;

const IS_ENCRYPTED: CompiledQuery = { dialect: 'postgresql', sql: 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()', parameters: [], columns: [{ name: 'ssl', type: 'boolean' }] }; // prettier-ignore

describeWith('a PostgreSQL server', findPostgreSql() !== undefined, 'TLS to PostgreSQL', () => {
  let dataDir: string;
  let engines: EnginesService;
  let trusted: Certificates;
  let other: Certificates;
  let server: OwnPostgreSql;
  let plain: OwnPostgreSql;

  beforeAll(async () => {
    dataDir = makeDataDir('postgresql-tls');
    engines = makeEngines(dataDir);
    const folder = (name: string) => mkdirSync(join(dataDir, name), { recursive: true }) ?? join(dataDir, name);
    trusted = makeCertificates(folder('trusted'), 'localhost');
    other = makeCertificates(folder('other'), 'elsewhere.example');
    folder('certificates');
    for (const [from, to] of [[trusted.ca, 'ca.pem'], [trusted.client.cert, 'client.pem'], [trusted.client.key, 'client.key']] as const) copyFileSync(from, join(dataDir, 'certificates', to)); // prettier-ignore
    [server, plain] = await Promise.all([startOwnPostgreSql({ certificates: trusted }), startOwnPostgreSql()]);
    for (const { run } of [server, plain]) await run(['CREATE DATABASE shop_test']);
  }, 60_000);
  afterAll(async () => {
    await engines.onApplicationShutdown();
    await Promise.all([server.drop(), plain.drop()]);
    rmSync(dataDir, { recursive: true });
  });

  const isEncrypted = async (options: Options, { port } = server): Promise<unknown> => {
    const all = pgReaderOptions('localhost', { port: String(port), ...options });
    const engine = await engines.open({ ontology: 'o', name: 'tls', type: 'postgresql', options: all });
    const [[value] = []] = await rowsOf(engine, IS_ENCRYPTED);
    return value;
  };
  const refusal = async (options: Options, of = server): Promise<ServiceError> =>
    isEncrypted(options, of).then((value) => { throw new Error(`answered under ${JSON.stringify(value)}`); }, (error: unknown) => error as ServiceError); // prettier-ignore

  it('is off by default, even where the server supports it', async () => {
    expect(await isEncrypted({})).toBe(false);
    expect(await isEncrypted({ ssl_mode: 'off' })).toBe(false);
  });

  it('encrypts without checking the certificate when it is required', async () => {
    expect(await isEncrypted({ ssl_mode: 'required' })).toBe(true);
    expect(await isEncrypted({ ssl_mode: 'required', host: '127.0.0.1' })).toBe(true);
  });

  it('is never dropped for a server that does not support it', async () => {
    for (const ssl_mode of ['required', 'verify_ca', 'verify_identity'])
      expect(await refusal({ ssl_mode }, plain)).toMatchObject({ code: 'source_unavailable', details: { reason: '"ssl_mode" requires TLS, which the server of the data source does not support' } }); // prettier-ignore
  }, 30_000);

  it('checks the certificate against the authority, and the host name in mode verify_identity', async () => {
    expect(await isEncrypted({ ssl_mode: 'verify_ca', ssl_ca: 'ca.pem' })).toBe(true);
    expect(await isEncrypted({ ssl_mode: 'verify_ca', ssl_ca: 'ca.pem', host: '127.0.0.1' })).toBe(true);
    expect(await isEncrypted({ ssl_mode: 'verify_identity', ssl_ca: 'ca.pem' })).toBe(true);
    const refused = { code: 'source_unavailable', details: { reason: 'the certificates do not satisfy the "ssl_mode" of the data source' } }; // prettier-ignore
    expect(await refusal({ ssl_mode: 'verify_ca' })).toMatchObject(refused);
    expect(await refusal({ ssl_mode: 'verify_ca', ssl_ca: readFileSync(other.ca, 'utf8') })).toMatchObject(refused);
    const stranger = await startOwnPostgreSql({ certificates: other });
    await stranger.run(['CREATE DATABASE shop_test']);
    const ssl_ca = readFileSync(other.ca, 'utf8');
    expect(await isEncrypted({ ssl_mode: 'verify_ca', ssl_ca }, stranger)).toBe(true);
    expect(await refusal({ ssl_mode: 'verify_identity', ssl_ca }, stranger)).toMatchObject(refused);
    await stranger.drop();
  }, 60_000);

  it('sends its own certificate to a server that requires one', async () => {
    const known = { user: 'known', ssl_mode: 'verify_identity', ssl_ca: 'ca.pem' };
    expect(await refusal(known)).toMatchObject({ code: 'source_unavailable', details: { reason: expect.stringContaining('client certificate') as string } }); // prettier-ignore
    expect(await isEncrypted({ ...known, ssl_cert: 'client.pem', ssl_key: 'client.key' })).toBe(true);
  }, 30_000);

  it('stops statements over TLS as well', async () => {
    const options = pgReaderOptions('localhost', {
      port: String(server.port),
      ssl_mode: 'verify_ca',
      ssl_ca: 'ca.pem',
    });
    const engine = await engines.open({ ontology: 'o', name: 'tls', type: 'postgresql', options });
    const slow: CompiledQuery = { ...IS_ENCRYPTED, sql: 'SELECT pg_sleep(60) IS NULL' };
    await expect(rowsOf(engine, slow, 500)).rejects.toMatchObject({ code: 'source_timed_out' });
    const running = "SELECT count(*) > 0 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(60)%' AND pid <> pg_backend_pid()"; // prettier-ignore
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await rowsOf(engine, { ...IS_ENCRYPTED, sql: running })).toEqual([[false]]);
  });
});
