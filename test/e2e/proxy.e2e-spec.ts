import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificates } from '../support/certificates';
import { readExamples } from '../support/documents';
import { freePort } from '../support/free-port';
import { type Haproxy, startHaproxy } from '../support/haproxy';
import { type RunningService, startService } from '../support/service';
import { describeWithProgram } from '../support/services';

const PATH = '/svc/api/get_ontologies';

describeWithProgram('haproxy', 'the service behind HAProxy', () => {
  let folder: string;
  let service: RunningService;
  let haproxy: Haproxy;
  const start = async (frontend?: string): Promise<void> => {
    service = await startService({ TRUST_PROXY: '127.0.0.1', RATE_LIMIT_PER_MINUTE: '3' });
    const instance = new URL(service.url).host;
    haproxy = await startHaproxy(folder, [instance, instance], frontend);
    await haproxy.untilUp('one');
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'proxy-test-'));
  });
  afterEach(async () => {
    await haproxy.stop();
    await service.close();
    rmSync(folder, { recursive: true });
  });

  /** Asks from one of the addresses of this machine. */
  const ask = (
    url: string,
    localAddress = '127.0.0.2',
    headers: Readonly<Record<string, string>> = {},
  ): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const options = { localAddress, headers, agent: false };
      const sent = url.startsWith('https:') ? tlsRequest(url, { ...options, ca: readFileSync(join(folder, 'ca.pem')), servername: 'api.example.org' }) : plainRequest(url, options); // prettier-ignore
      sent.on('response', (answer) => {
        resolve(answer.resume());
      });
      sent.on('error', reject);
      sent.end();
    });

  it('distinguishes clients by their addresses, whatever X-Forwarded-For they send', async () => {
    await start();
    const statuses: (number | undefined)[] = [];
    for (let round = 0; round < 4; round++)
      statuses.push((await ask(haproxy.url + PATH, '127.0.0.2', { 'x-forwarded-for': `192.0.2.${round}` })).statusCode);
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect((await ask(haproxy.url + PATH, '127.0.0.3')).statusCode).toBe(401);
  });

  it('accepts TLS with the documented configuration', async () => {
    const [plain, tls] = [await freePort(), await freePort()];
    const [example] = readExamples('docs/operations/tls.md', 'haproxy');
    const { server } = makeCertificates(folder, 'api.example.org');
    const certificate = join(folder, 'certificate.pem');
    writeFileSync(certificate, readFileSync(server.cert, 'utf8') + readFileSync(server.key, 'utf8'));
    const places = {
      ':80': `127.0.0.1:${plain}`,
      ':443': `127.0.0.1:${tls}`,
      '/etc/haproxy/certificate.pem': certificate,
    };
    await start(Object.entries(places).reduce((code, [shown, own]) => code.replace(shown, own), example!.code));
    const base = `https://127.0.0.1:${tls}`;
    const answer = await ask(base + PATH);
    expect([answer.statusCode, answer.headers['strict-transport-security']]).toEqual([401, 'max-age=31536000']);
    const redirected = await ask(`http://127.0.0.1:${plain}${PATH}`);
    expect([redirected.statusCode, redirected.headers.location]).toEqual([308, `https://127.0.0.1:${plain}${PATH}`]);
    for (const path of ['/metrics', '/health/ready']) expect((await ask(base + path)).statusCode).toBe(404);
    for (let round = 0; round < 3; round++) await ask(base + PATH);
    expect([(await ask(base + PATH)).statusCode, (await ask(base + PATH, '127.0.0.3')).statusCode]).toEqual([429, 401]);
  });
});
