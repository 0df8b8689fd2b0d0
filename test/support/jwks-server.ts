import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that publishes keys, and counts how often it is asked for them. */
export class JwksServer {
  requests = 0;
  readonly paths: string[] = [];
  private readonly server: Server;

  constructor(public answer: Answer) {
    this.server = createServer((request, response) => {
      this.requests++;
      this.paths.push(request.url ?? '');
      this.answer(request, response);
    });
  }

  /** Starts the server; returns the URL of the keys. */
  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/keys`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Returns an answer that contains the keys. */
export const publish = (keys: readonly object[]): Answer => {
  return (_, response) => void response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }));
};
