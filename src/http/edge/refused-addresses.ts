import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The errors of requests whose URL the router rejected. */
const refusals = new WeakMap<IncomingMessage, Error>();

/**
 * Sends a request whose URL the router rejected (broken percent-encoding, a segment that is too long) through the hooks of every request,
 * which Fastify skips for it. The request is routed to a path without a route, and `refusalOfAddress` returns the error to the hook that
 * rejects it.
 */
export function rerouteRefused(error: Error, { raw, server }: FastifyRequest, reply: FastifyReply): void {
  const { url } = raw;
  refusals.set(raw, error);
  raw.url = '/';
  server.routing(raw, reply.raw);
  raw.url = url;
}

export function refusalOfAddress(request: FastifyRequest): Error | undefined {
  return refusals.get(request.raw);
}
