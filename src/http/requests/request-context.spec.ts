import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { HttpRequestContext } from './request-context';

const CALLER = { id: '1', name: 'ana', roles: [], grants: [] };

describe('HttpRequestContext', () => {
  const server = createServer();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => {
    agent.destroy();
  });
  afterAll(() => {
    server.close();
  });

  /** Sends a request and returns it with its client, which waits for the response. */
  async function ask() {
    const { port } = server.address() as AddressInfo;
    const client = get({ port, agent, path: '/a?b=%C3', headers: { accept: 'text/csv' } }).on('error', () => undefined);
    client.on('response', (answer) => answer.resume());
    const [raw, answer] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
    const request = { caller: CALLER, headers: raw.headers, raw } as unknown as FastifyRequest;
    return { client, answer, request, context: new HttpRequestContext(request) };
  }

  it('contains the caller, headers, format and audit note of the request', async () => {
    const { context, request } = await ask();
    expect(context).toMatchObject({
      caller: CALLER,
      address: '/a?b=%C3',
      headers: { accept: 'text/csv' },
      format: 'csv',
    });
    expect(context.audit).toBe(request.auditNote);
  });

  it('rejects a request without a caller', async () => {
    const { request } = await ask();
    const unknown = { raw: request.raw, headers: {} } as FastifyRequest;
    expect(() => new HttpRequestContext(unknown)).toThrow('the credentials are missing or not valid');
  });

  it('has a signal that aborts when the client disconnects', async () => {
    const { context, request, client } = await ask();
    const { signal } = context;
    expect(signal.aborted).toBe(false);
    client.destroy();
    await once(request.raw.socket, 'close');
    expect(signal.aborted).toBe(true);
  });

  it('has an aborted signal after the client has disconnected', async () => {
    const { context, request, client } = await ask();
    client.destroy();
    await once(request.raw.socket, 'close');
    expect(context.signal.aborted).toBe(true);
  });

  it('has the signal of its connection, which stays open after a response', async () => {
    const first = await ask();
    const { signal } = first.context;
    first.answer.end('whole');
    await once(first.answer, 'close');
    const second = await ask();
    expect(second.context.signal).toBe(signal);
    expect(signal.aborted).toBe(false);
    second.client.destroy();
    await once(second.request.raw.socket, 'close');
    expect(signal.aborted).toBe(true);
    const other = await ask();
    expect(other.context.signal).not.toBe(signal);
  });
});
