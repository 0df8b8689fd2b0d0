import { request as ask } from 'node:http';
import autocannon from 'autocannon';

/** A server under load: its URL, and the requests that it receives in turn. */
export interface Target {
  readonly url: string;
  readonly requests: readonly autocannon.Request[];
}

export interface LoadOptions {
  readonly connections: number;
  readonly seconds: number;
}

/** The figures of a load; times in milliseconds. */
export interface LoadFigures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly requests: number;
}

/** Sends requests over keep-alive connections, each waiting for its response. Throws on any status except 200. */
export async function load({ url, requests }: Target, { connections, seconds }: LoadOptions): Promise<LoadFigures> {
  const result = await autocannon({ url, requests: [...requests], connections, duration: seconds, timeout: 60 });
  const { non2xx, errors } = result;
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} answers were refusals, ${errors} failed`);
  const { p50, p99 } = result.latency;
  return { perSecond: result.requests.total / result.duration, p50, p99, requests: result.requests.total };
}

/** The figures of one large response; times in milliseconds. */
export interface DownloadFigures {
  readonly time: number;
  readonly firstByte: number;
  readonly bytes: number;
}

/** Reads one response as fast as it arrives, and keeps nothing of it. */
export function download({ url, requests: [request] }: Target): Promise<DownloadFigures> {
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    const { path = '', headers, method, body } = request ?? {};
    const asked = ask(new URL(path, url), { headers, method, agent: false }, (response) => {
      let bytes = 0;
      let firstByte = 0;
      response.on('data', (chunk: Buffer) => {
        firstByte ||= performance.now() - begin;
        bytes += chunk.length;
      });
      response.on('end', () => {
        if (response.statusCode === 200) resolve({ time: performance.now() - begin, firstByte, bytes });
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    });
    asked.on('error', reject).end(body);
  });
}
