import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors';

/**
 * Records each route that is added from now on. The returned function must be called after the last one is added: it rejects all other
 * methods of these routes with 405 and `Allow`.
 */
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

/** Returns a handler that rejects a request by its method alone, before its parameters and its body are checked. */
function refuserOf(allow: string): (request: FastifyRequest, reply: FastifyReply) => Promise<never> {
  return (_request, reply) => {
    void reply.header('allow', allow);
    const refusal = new ServiceError('request_method_not_allowed', 'this path does not accept this method', {
      hint: `accepted methods: ${allow}`,
    });
    return Promise.reject(refusal);
  };
}

/** Returns all methods that Node's parser accepts, and registers those that are missing. CONNECT never becomes a request. */
function methodsOf(instance: FastifyInstance): readonly string[] {
  const all = METHODS.filter((method) => method !== 'CONNECT');
  for (const method of all) if (!instance.supportedMethods.includes(method)) instance.addHttpMethod(method);
  return all;
}
