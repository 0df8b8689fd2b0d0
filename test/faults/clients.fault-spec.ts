import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../support/median';
import { makeServiceFolder, type ServiceProcess, startServiceProcess, sweepUp } from '../support/service-process';
import { note } from './promises';

interface Said {
  readonly answer: string;
  readonly closedAfter: number;
}

describe('clients that send too slowly, too much or nothing', () => {
  const folder = makeServiceFolder();
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await startServiceProcess(folder, {
      HEADERS_TIMEOUT_MS: '1000',
      REQUEST_TIMEOUT_MS: '2000',
      KEEP_ALIVE_TIMEOUT_MS: '1000',
      LOG_LEVEL: 'info',
    });
  });
  afterAll(() => sweepUp(folder, service));

  /** Writes `opening` at once and then `drip` repeatedly, until the server closes the connection. */
  function say(opening: string, drip?: string): Promise<Said> {
    return new Promise((resolve) => {
      const begin = performance.now();
      let answer = '';
      let timer: NodeJS.Timeout | undefined;
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => {
        socket.write(opening);
        if (drip !== undefined) timer = setInterval(() => socket.write(drip), 100);
      });
      socket.on('data', (chunk) => (answer += String(chunk)));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearInterval(timer);
        resolve({ answer, closedAfter: performance.now() - begin });
      });
    });
  }

  it.each([
    ['headers', 'GET /health/live HTTP/1.1\r\nHost: x\r\n', 'X-A: b\r\n', 1000],
    ['body', 'POST /svc/api/query HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{', ' ', 2000], // prettier-ignore
    ['chunks', 'POST /svc/api/query HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\n \r\n', 2000], // prettier-ignore
  ])('returns 408 and closes when %s drip', async (what, opening, drip, limit) => {
    const { answer, closedAfter } = await say(opening, drip);
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[^]*"code":"request_too_slow"/);
    expect(closedAfter).toBeGreaterThan(limit - 100);
    expect(closedAfter).toBeLessThan(limit + 1500);
    note({ promise: 'R9', test: `slow ${what}, limit ${limit} ms`, figure: '408 <= limit + 1 s', seen: `${Math.round(closedAfter)} ms` }); // prettier-ignore
  });

  it('closes a silent connection, and one without another request', async () => {
    const silent = await say('');
    expect(silent.closedAfter).toBeLessThan(2500);
    const idle = await say('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(idle.answer).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(idle.closedAfter).toBeGreaterThan(900);
    expect(idle.closedAfter).toBeLessThan(3500);
  });

  /** Returns the longest block of the event loop of the service since the last call, in milliseconds. */
  async function longestStall(): Promise<number> {
    const figures = await (await fetch(`${service.url}/metrics`)).text();
    return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(figures)![1]) * 1000;
  }

  it('rejects requests that are too deep, too large or have too many parameters, without blocking', async () => {
    const token = await service.issueToken();
    const post = (length: number, body: string): string =>
      `POST /svc/api/query HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${token}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;
    const get = (query: string): string =>
      `GET /svc/api/q/o/concept/c?${query} HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${token}\r\n\r\n`;
    const parameters = Array.from({ length: 2001 }, () => 'a=1').join('&');
    const requests = [post(400_000, '['.repeat(400_000)), post(5 * 2 ** 20, ''), get(parameters), get('a'.repeat(20_000))]; // prettier-ignore
    await longestStall();
    const statuses: (string | undefined)[] = [];
    for (const request of requests) statuses.push((await say(request)).answer.split(' ', 2)[1]);
    const stall = await longestStall();
    note({ promise: 'R10', test: 'depth 400,000, body 5 MB, 2,001 parameters, address 20 KB', figure: '4xx, stall < 50 ms', seen: `${statuses.join(', ')}, ${Math.round(stall)} ms` }); // prettier-ignore
    expect(statuses).toEqual(['400', '413', '400', '414']);
    expect(stall).toBeLessThan(200);
  });

  it('serves others while a thousand connections drip', async () => {
    const slow = Array.from({ length: 1000 }, () => say('GET /health/live HTTP/1.1\r\nHost: x\r\n', 'X-A: b\r\n'));
    const times: number[] = [];
    for (let round = 0; round < 40; round++) {
      const begin = performance.now();
      await (await fetch(`${service.url}/health/live`)).text();
      times.push(performance.now() - begin);
      await sleep(25);
    }
    for (const { answer } of await Promise.all(slow)) expect(answer).toMatch(/^HTTP\/1\.1 408/);
    const middle = median(times)!;
    note({ promise: 'R9', test: '1,000 connections drip', figure: 'all 408, others answered', seen: `median ${middle.toFixed(1)} ms` }); // prettier-ignore
    expect(middle).toBeLessThan(200);
    expect(service.log().split('\n').filter((line) => /"level":[56]0/.test(line))).toEqual([]); // prettier-ignore
  });
});
