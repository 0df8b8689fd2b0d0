import { execFileSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { makeServiceFolder, type ServiceProcess, startServiceProcess, sweepUp } from '../support/service-process';
import { waitFor } from '../support/wait-for';
import { collectsAtRest, mostGrowth, note } from './promises';

/** Ten thousand, or as many as the limit of open files allows. */
const OPEN_FILES = Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' })) || Infinity;
const CONNECTIONS = Math.min(10_000, Math.floor((OPEN_FILES - 500) / 200) * 200);
const AT_ONCE = 200;
const MEGABYTE = 2 ** 20;
/**
 * In megabytes: the memory of a service without a Redis and open data sources, its growth while ten thousand connections send one request
 * each, and its memory when V8 has collected the garbage of these requests, which it does some seconds after the last one on Node 20.
 */
const LARGEST_BASE = 165;
const LARGEST_GROWTH = mostGrowth(165);
const LARGEST_AT_REST = collectsAtRest() ? 250 : LARGEST_BASE + LARGEST_GROWTH;
/** Longer than opening all connections takes on a busy machine: they send nothing meanwhile. */
const HEADERS_TIMEOUT_MS = '60000';
const REQUEST = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';

it('responds on thousands of open connections, and closes those without a request when it stops', async () => {
  const folder = makeServiceFolder();
  let service: ServiceProcess | undefined;
  const sockets: Socket[] = [];
  try {
    service = await startServiceProcess(folder, { LOG_LEVEL: 'info', DRAIN_WAIT_MS: '0', HEADERS_TIMEOUT_MS });
    const port = Number(new URL(service.url).port);
    const base = service.memory() / MEGABYTE;
    while (sockets.length < CONNECTIONS) {
      sockets.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => open(port)))));
    }
    const answers: string[] = [];
    while (answers.length < CONNECTIONS) {
      const asked = sockets.slice(answers.length, answers.length + AT_ONCE);
      answers.push(...(await Promise.all(asked.map((socket) => ask(socket)))));
    }
    const grown = service.memory() / MEGABYTE - base;
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 200 OK\r\n'))).toHaveLength(CONNECTIONS);
    expect(base).toBeLessThan(LARGEST_BASE);
    expect(grown).toBeLessThan(LARGEST_GROWTH);
    const { memory } = service;
    await waitFor(() => memory() / MEGABYTE < LARGEST_AT_REST);
    const atRest = memory() / MEGABYTE;
    expect(atRest).toBeLessThan(LARGEST_AT_REST);
    sockets.push(...(await Promise.all(Array.from({ length: 10 }, () => open(port)))));
    const begin = performance.now();
    service.kill('SIGTERM');
    const { code, at } = await service.ended;
    expect(code).toBe(0);
    expect(at - begin).toBeLessThan(3000);
    note({ promise: 'R11', test: `${CONNECTIONS} open connections`, figure: `all answered, RSS < ${LARGEST_AT_REST} MB`, seen: `all, ${Math.round(base)} + ${Math.round(grown)} MB, then ${Math.round(atRest)} MB; closed in ${Math.round(at - begin)} ms` }); // prettier-ignore
  } finally {
    for (const socket of sockets) socket.destroy();
    await sweepUp(folder, service);
  }
});

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1', () => {
      resolve(socket.on('error', () => undefined));
    }).once('error', reject);
  });
}

function ask(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.once('data', (chunk) => {
      resolve(String(chunk));
    });
    socket.write(REQUEST);
  });
}
