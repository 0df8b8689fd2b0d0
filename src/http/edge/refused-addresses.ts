import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Why the router refused the address of a request. */
const refusals = new WeakMap<IncomingMessage, Error>();

/**
 * Takes a request whose address the router refused (broken percent-encoding, a segment that is too long) and sends it through the hooks
 * of every request, which Fastify passes over for it: an address without a route brings it there, and `refusalOfAddress` tells the
 * hook that refuses it.
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
