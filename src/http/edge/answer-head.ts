import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether GET of the route has an effect, so that the route rejects HEAD. */
    readonly changesState?: boolean;
  }
}

/**
 * Adds HEAD to each route with GET that is added from now on, unless GET has an effect (RFC 9110, section 9.3.2). The handler of GET runs,
 * and Node omits the body; a handler that would read rows returns an `UnreadAnswer` instead.
 */
export function answerHead(instance: FastifyInstance): void {
  instance.addHook('onRoute', (route) => {
    if (route.method === 'GET' && route.config?.changesState !== true) route.method = ['GET', 'HEAD'];
  });
}
