import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type EnginesService } from '../../src/engines';
import { openSystemDatabase } from '../../src/system-database';
import { type ServiceError } from '../../src/errors';
import { type CompiledQuery } from '../../src/model';
import { type Certificates, makeCertificates } from '../support/certificates';
import { makeDataDir, makeEngines, rowsOf } from '../support/engines';
import { type OwnMariaDb, readerOptions, startOwnMariaDb } from '../support/own-mariadb';
import { describeWithProgram } from '../support/services';

type Options = Readonly<Record<string, string>>;

const CIPHER: CompiledQuery = { dialect: 'mysql', sql: "SELECT VARIABLE_VALUE FROM information_schema.SESSION_STATUS WHERE VARIABLE_NAME = 'Ssl_cipher'", parameters: [], columns: [{ name: 'cipher', type: 'string' }] }; // prettier-ignore

describeWithProgram('mariadbd', 'TLS to data sources', () => {
  let dataDir: string;
  let engines: EnginesService;
  let trusted: Certificates;
  let other: Certificates;
  let server: OwnMariaDb;
  let plain: OwnMariaDb;

  beforeAll(async () => {
    dataDir = makeDataDir('tls');
    engines = makeEngines(dataDir);
    const folder = (name: string) => mkdirSync(join(dataDir, name), { recursive: true }) ?? join(dataDir, name);
    trusted = makeCertificates(folder('trusted'), 'localhost');
    other = makeCertificates(folder('other'), 'elsewhere.example');
    folder('certificates');
    for (const [from, to] of [[trusted.ca, 'ca.pem'], [trusted.client.cert, 'client.pem'], [trusted.client.key, 'client.key']] as const) copyFileSync(from, join(dataDir, 'certificates', to)); // prettier-ignore
    symlinkSync(trusted.ca, join(dataDir, 'certificates', 'link.pem'));
    [server, plain] = await Promise.all([startOwnMariaDb(tlsOptions(trusted)), startOwnMariaDb()]);
    for (const { run } of [server, plain]) await run(['CREATE DATABASE shop_test']);
    await server.run([
      "CREATE USER known@'%' IDENTIFIED BY 'secret' REQUIRE X509",
      "GRANT ALL ON shop_test.* TO known@'%'",
    ]);
  }, 60_000);
  afterAll(async () => {
    await engines.onApplicationShutdown();
    await Promise.all([server.drop(), plain.drop()]);
    rmSync(dataDir, { recursive: true });
  });

  const cipher = async (options: Options, { port } = server): Promise<unknown> => {
    const all = readerOptions('localhost', { port: String(port), ...options });
    const engine = await engines.open({ ontology: 'o', name: 'tls', type: 'mysql', options: all });
    const [[value] = []] = await rowsOf(engine, CIPHER);
    return value;
  };
  const refusal = async (options: Options, of = server): Promise<ServiceError> =>
    cipher(options, of).then((value) => { throw new Error(`answered under ${JSON.stringify(value)}`); }, (error: unknown) => error as ServiceError); // prettier-ignore

  it('is off by default', async () => {
    expect(await cipher({})).toBe('');
    expect(await cipher({ ssl_mode: 'off' })).toBe('');
  });

  it('encrypts without checking the certificate when it is required', async () => {
    expect(await cipher({ ssl_mode: 'required' })).toMatch(/./);
    expect(await cipher({ ssl_mode: 'required', host: '127.0.0.1' })).toMatch(/./);
  });

  it('is never dropped for a server that does not support it', async () => {
    for (const ssl_mode of ['required', 'verify_ca', 'verify_identity']) {
      const error = await refusal({ ssl_mode }, plain);
      expect(error).toMatchObject({ code: 'source_unavailable', details: { reason: '"ssl_mode" requires TLS, which the server of the data source does not support' } }); // prettier-ignore
    }
  });

  it('checks the certificate against the authority, by path or in place', async () => {
    expect(await cipher({ ssl_mode: 'verify_ca', ssl_ca: 'ca.pem' })).toMatch(/./);
    expect(await cipher({ ssl_mode: 'verify_ca', ssl_ca: readFileSync(trusted.ca, 'utf8') })).toMatch(/./);
    expect(await cipher({ ssl_mode: 'verify_ca', ssl_ca: 'ca.pem', host: '127.0.0.1' })).toMatch(/./);
    const refused = { code: 'source_unavailable', details: { reason: 'the certificates do not satisfy the "ssl_mode" of the data source' } }; // prettier-ignore
    expect(await refusal({ ssl_mode: 'verify_ca' })).toMatchObject(refused);
    expect(await refusal({ ssl_mode: 'verify_ca', ssl_ca: readFileSync(other.ca, 'utf8') })).toMatchObject(refused);
  });

  it('checks the host name of the server in mode verify_identity', async () => {
    expect(await cipher({ ssl_mode: 'verify_identity', ssl_ca: 'ca.pem' })).toMatch(/./);
    expect(await refusal({ ssl_mode: 'verify_identity', ssl_ca: 'ca.pem', host: '127.0.0.1' })).toMatchObject({ message: expect.stringMatching(/needs a host name/) as string }); // prettier-ignore
    const stranger = await startOwnMariaDb(tlsOptions(other));
    await stranger.run(['CREATE DATABASE shop_test']);
    const ssl_ca = readFileSync(other.ca, 'utf8');
    expect(await cipher({ ssl_mode: 'verify_ca', ssl_ca }, stranger)).toMatch(/./);
    expect(await refusal({ ssl_mode: 'verify_identity', ssl_ca }, stranger)).toMatchObject({
      code: 'source_unavailable',
    });
    await stranger.drop();
  }, 30_000);

  it('sends its own certificate to a server that requires one', async () => {
    const known = { user: 'known', ssl_mode: 'verify_identity', ssl_ca: 'ca.pem' };
    expect(await refusal(known)).toMatchObject({
      code: 'source_unavailable',
      details: { reason: expect.stringContaining('Access denied') as string },
    });
    expect(await cipher({ ...known, ssl_cert: 'client.pem', ssl_key: 'client.key' })).toMatch(/./);
    const inPlace = { ssl_cert: readFileSync(trusted.client.cert, 'utf8'), ssl_key: readFileSync(trusted.client.key, 'utf8') }; // prettier-ignore
    expect(await cipher({ ...known, ...inPlace })).toMatch(/./);
  });

  it.each([
    [{ ssl_mode: 'sometimes' }, /"ssl_mode" must be one of off, required, verify_ca, verify_identity/],
    [{ ssl_ca: 'ca.pem' }, /"ssl_mode" must be one of/],
    [{ ssl_mode: 'verify_ca', ssl_ca: 'missing.pem' }, /"ssl_ca" is neither PEM nor the path/],
    [{ ssl_mode: 'verify_ca', ssl_ca: '../trusted/ca.pem' }, /"ssl_ca" is neither PEM nor the path/],
    [{ ssl_mode: 'verify_ca', ssl_ca: '/etc/passwd' }, /"ssl_ca" is neither PEM nor the path/],
    [{ ssl_mode: 'verify_ca', ssl_ca: 'link.pem' }, /"ssl_ca" is neither PEM nor the path/],
    [{ ssl_mode: 'required', ssl_cert: 'client.pem' }, /"ssl_cert" and "ssl_key" must be set together/],
    [{ ssl_mode: 'required', ssl_cert: 'ca.pem', ssl_key: 'client.key' }, /not certificates with their key in PEM/],
    [{ ssl_mode: 'verify_ca', ssl_ca: '-----BEGIN NONSENSE-----' }, /not certificates with their key in PEM/],
  ])('rejects %p', async (options, message) => {
    const error = await refusal(options);
    const reason = error.details.reason ?? error.message;
    expect([reason, error.code]).toEqual([
      expect.stringMatching(message),
      error.details.reason === undefined ? 'source_refused' : 'source_unavailable',
    ]);
    expect(reason).not.toMatch(/\/|passwd|trusted|BEGIN/);
  });

  it('works for the system database too', async () => {
    await server.run(["CREATE USER keeper@'%' IDENTIFIED BY 'secret' REQUIRE SSL", "GRANT ALL ON *.* TO keeper@'%'"]);
    const url = (query: string) => `mysql://keeper:secret@localhost:${server.port}/shop_test${query}`;
    const open = async (query: string) => {
      const database = await openSystemDatabase({ databaseUrl: url(query), dataDir });
      await database.destroy();
    };
    await expect(open('')).rejects.toThrow();
    await expect(open(`?ssl_mode=verify_identity&ssl_ca=${encodeURIComponent(other.ca)}`)).rejects.toThrow();
    await open(`?ssl_mode=verify_identity&ssl_ca=${encodeURIComponent(trusted.ca)}`);
    await expect(open('?sslmode=require')).rejects.toThrow(/sslmode/);
  });
});

function tlsOptions({ ca, server }: Certificates): readonly string[] {
  return [`--ssl-ca=${ca}`, `--ssl-cert=${server.cert}`, `--ssl-key=${server.key}`];
}
