import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that serves the paths of a server below a prefix. */
export interface PrefixProxy {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Starts a proxy that removes `prefix` from the path of each request, and answers 404 to requests without it. */
export async function startPrefixProxy(target: string, prefix: string): Promise<PrefixProxy> {
  const server = createServer((incoming, outgoing) => {
    if (incoming.url?.startsWith(`${prefix}/`) !== true) {
      outgoing.writeHead(404).end('no prefix');
      return;
    }
    const { method } = incoming;
    const headers = { ...incoming.headers, connection: 'close' };
    const forwarded = request(
      new URL(incoming.url.slice(prefix.length), target),
      { method, headers, agent: false },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
