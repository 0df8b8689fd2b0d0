import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { type Certificates, makeCertificates } from '../support/certificates';
import { askMysql, connectMysql, refusalOf } from '../support/mysql-client';
import { framed, logInPayload, PLAIN_CAPABILITIES, RawMysql } from '../support/raw-mysql';
import { type RunningService, startService } from '../support/service';
import { describeWithProgram } from '../support/services';

describeWithProgram('openssl', 'TLS of the MySQL protocol', () => {
  let folder: string;
  let certificates: Certificates;
  let service: RunningService;
  const tls = () => ({ ssl: { ca: readFileSync(certificates.ca, 'utf8'), servername: 'query.test' } as object });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mysql-tls-'));
    certificates = makeCertificates(folder, 'query.test');
    const { cert, key } = certificates.server;
    service = await startService({
      DATABASE_URL: '',
      MYSQL_PORT: '0',
      MYSQL_TLS_CERT: cert,
      MYSQL_TLS_KEY: key,
      HEADERS_TIMEOUT_MS: '800',
    });
  }, 60_000);
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });

  it('protects the connection of a client that asks for it, with prepared statements and large results', async () => {
    const client = await connectMysql(service, { database: 'world', ...tls() });
    expect((await askMysql(client, "SELECT name FROM city WHERE name = 'Suva'")).rows).toEqual([{ name: 'Suva' }]);
    expect((await askMysql(client, 'SELECT name FROM city WHERE population > ?', [22000000])).rows).toEqual([{ name: 'Shanghai' }]); // prettier-ignore
    expect((await askMysql(client, 'SELECT * FROM city LIMIT 20000')).rows).toHaveLength(20_000);
    expect((await askMysql(client, "SHOW VARIABLES LIKE 'have_ssl'")).rows).toEqual([{ Variable_name: 'have_ssl', Value: 'YES' }]); // prettier-ignore
    await client.changeUser({ database: 'world' });
    await client.end();
  });

  it('is optional on this machine', async () => {
    const client = await connectMysql(service, { database: 'world' });
    expect((await askMysql(client, 'SELECT 1 AS a')).rows).toEqual([{ a: 1 }]);
    await client.end();
  });

  it('fails for a client that trusts another authority', async () => {
    const other = { ssl: { ca: readFileSync(certificates.client.cert, 'utf8') } as object };
    await expect(connectMysql(service, other)).rejects.toThrow(/certificate/);
  });

  it('does not accept the log-in of an unknown token', async () => {
    expect(await refusalOf(connectMysql(service, { password: 'tk_wrong', ...tls() }))).toMatchObject({ errno: 1045 });
  });

  it.each<[string, Buffer]>([
    ['no more', Buffer.alloc(0)],
    ['other bytes', Buffer.from('this is no handshake of TLS, and goes on for a while')],
    ['half of a handshake', Buffer.from('160301020001000100', 'hex')],
    ['a log-in that is not encrypted', framed(logInPayload('admin', Buffer.alloc(32)), 2)],
  ])('ends a connection whose client asks for it and sends %s', async (_, bytes) => {
    const raw = await RawMysql.connect(service.mysqlPort!);
    await raw.next();
    const request = logInPayload('', Buffer.alloc(0), '', PLAIN_CAPABILITIES | 0x800).subarray(0, 32);
    raw.write(Buffer.concat([framed(request, 1), bytes]));
    await raw.rest();
    const other = await connectMysql(service, tls());
    await other.end();
  });

  it('needs no time between the request and the handshake', async () => {
    const raw = await RawMysql.connect(service.mysqlPort!);
    await raw.next();
    raw.socket.removeAllListeners('data');
    raw.write(framed(logInPayload('', Buffer.alloc(0), '', PLAIN_CAPABILITIES | 0x800).subarray(0, 32), 1));
    const secured = connectTls({ socket: raw.socket, ...tls(), ca: readFileSync(certificates.ca), servername: 'query.test' }); // prettier-ignore
    await new Promise<void>((resolve, reject) => {
      secured.once('secureConnect', resolve);
      secured.once('error', reject);
    });
    expect(secured.authorized).toBe(true);
    secured.destroy();
  });

  it.each<[string, () => Record<string, string>, string]>([
    ['one of the two files', () => ({ MYSQL_TLS_CERT: certificates.server.cert }), 'MYSQL_TLS_CERT and MYSQL_TLS_KEY must be set together'],
    ['files that are none', () => ({ MYSQL_TLS_CERT: certificates.server.key, MYSQL_TLS_KEY: certificates.server.cert }), 'MYSQL_TLS_CERT and MYSQL_TLS_KEY must name files with a certificate and its key in PEM'],
    ['files that do not exist', () => ({ MYSQL_TLS_CERT: '/nowhere/cert.pem', MYSQL_TLS_KEY: '/nowhere/key.pem' }), 'MYSQL_TLS_CERT and MYSQL_TLS_KEY must name files with a certificate and its key in PEM'],
    ['an address that others reach, without TLS', () => ({ HOST: '0.0.0.0' }), 'MYSQL_PORT needs MYSQL_TLS_CERT and MYSQL_TLS_KEY where HOST is not this machine only, or MYSQL_ALLOW_PLAIN=true'],
  ])('stops the start with %s', async (_, settings, message) => {
    await expect(startService({ MYSQL_PORT: '0', ...settings() })).rejects.toThrow(message);
  }); // prettier-ignore

  it('is not needed on such an address with MYSQL_ALLOW_PLAIN', async () => {
    const open = await startService({ MYSQL_PORT: '0', HOST: '0.0.0.0', MYSQL_ALLOW_PLAIN: 'true' });
    const client = await connectMysql(open);
    await client.end();
    await open.close();
  });

  it('is not replaced by an empty file', async () => {
    const empty = join(folder, 'empty');
    writeFileSync(empty, '');
    await expect(startService({ MYSQL_PORT: '0', MYSQL_TLS_CERT: empty, MYSQL_TLS_KEY: empty })).rejects.toThrow(
      'in PEM',
    );
  });
});
