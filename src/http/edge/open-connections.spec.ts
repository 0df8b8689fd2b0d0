import { type FastifyInstance, fastify } from 'fastify';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { gatherWrites, OpenConnections } from './open-connections';

/** A server with one route for each kind of body. */
function serverWith(prepare: (instance: FastifyInstance) => void): FastifyInstance {
  const instance = fastify();
  prepare(instance);
  instance.get('/text', () => 'text');
  instance.get('/stream', (_request, reply) => reply.type('text/plain').send(Readable.from(['a', 'b'])));
  instance.get('/empty', (_request, reply) => reply.code(204).send());
  instance.get('/broken', (_request, reply) => reply.serializer(() => 1 as never).send({}));
  instance.get('/refused', () => {
    throw new Error('refused');
  });
  return instance;
}

const REQUESTS = ['/text', '/stream', '/empty', '/broken', '/refused', '/missing', '/text'];

async function answersOf(instance: FastifyInstance): Promise<readonly unknown[]> {
  const answers = await Promise.all(REQUESTS.map((url) => instance.inject({ url })));
  return answers.map(({ statusCode, headers, body }) => ({ statusCode, headers: { ...headers, date: '' }, body }));
}

describe('gatherWrites', () => {
  it('changes no response: neither body, headers nor status, and one that cannot be sent stops none of the others', async () => {
    const gathered = await answersOf(serverWith(gatherWrites));
    expect(gathered).toEqual(await answersOf(serverWith(() => undefined)));
    expect(gathered.map((answer) => (answer as { statusCode: number }).statusCode)).toEqual([
      200, 200, 204, 500, 500, 404, 200,
    ]);
  });

  it('sends the responses of one turn of the event loop after all of them are ready, in their order', async () => {
    const events: string[] = [];
    const instance = fastify();
    gatherWrites(instance);
    instance.get('/:name', (request, reply) => {
      const { name } = request.params as { name: string };
      events.push(`${name} ready`);
      reply.raw.once('finish', () => events.push(`${name} sent`));
      return reply.send(name);
    });
    await instance.ready();
    await Promise.all(['a', 'b', 'c'].map((name) => instance.inject({ url: `/${name}` })));
    expect(events).toEqual(['a ready', 'b ready', 'c ready', 'a sent', 'b sent', 'c sent']);
  });
});

describe('OpenConnections', () => {
  it('accepts the connections in the queue of the operating system before the server is closed', async () => {
    const instance = fastify();
    const connections = new OpenConnections();
    connections.watch(instance, 1000);
    instance.get('/', () => 'text');
    await instance.listen({ host: '127.0.0.1', port: 0 });
    const { port } = instance.server.address() as AddressInfo;
    let accepted = 0;
    instance.server.on('connection', () => accepted++);
    const clients = Array.from({ length: 50 }, () => connect(port, '127.0.0.1'));
    for (const client of clients) client.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
    await once(clients[0]!, 'connect');
    await connections.acceptQueued();
    expect(accepted).toBe(50);
    const answers = clients.map(async (client) => Buffer.concat(await Readable.from(client).toArray()).toString());
    await instance.close();
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1.1 200 OK[^]*text$/);
  });
});
