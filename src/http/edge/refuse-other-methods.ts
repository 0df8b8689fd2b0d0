import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors';

/** Remembers each route that is added from now on; the returned function, called when all are there, adds the 405 with `Allow` for their other methods. */
export function refuseOtherMethods(instance: FastifyInstance): () => void {
  const known = new Map<string, Set<string>>();
  instance.addHook('onRoute', ({ url: written, method }) => {
    const url = written.length > 1 ? written.replace(/\/$/, '') : written;
    const methods = known.get(url) ?? new Set<string>();
    for (const each of [method].flat()) methods.add(each);
    known.set(url, methods);
  });
  return () => {
    const all = methodsOf(instance);
    for (const [url, methods] of [...known].filter(([url]) => url !== '*')) {
      const refuse = refuserOf([...methods].join(', '));
      instance.route({
        url,
        method: all.filter((method) => !methods.has(method)),
        config: { queryParameters: 'any' },
        onRequest: refuse,
        handler: refuse,
      });
    }
  };
}

/** Refuses a request by its method alone, as soon as it is there: its parameters and its body do not matter. */
function refuserOf(allow: string): (request: FastifyRequest, reply: FastifyReply) => Promise<never> {
  return (_request, reply) => {
    void reply.header('allow', allow);
    const refusal = new ServiceError('request_method_not_allowed', 'this address does not take this method', {
      hint: `it takes ${allow}`,
    });
    return Promise.reject(refusal);
  };
}

/** All methods that Node's parser knows; CONNECT never becomes a request. */
function methodsOf(instance: FastifyInstance): readonly string[] {
  const all = METHODS.filter((method) => method !== 'CONNECT');
  for (const method of all) if (!instance.supportedMethods.includes(method)) instance.addHttpMethod(method);
  return all;
}
