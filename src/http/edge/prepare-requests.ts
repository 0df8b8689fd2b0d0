import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError, suggest } from '../../errors';
import { apiKeyOf } from '../requests/api-key-of';
import { MAX_ADDRESS_LENGTH } from '../requests/limits';
import { parseRawQuery } from '../requests/parse-raw-query';
import { REQUEST_ID_HEADER } from '../requests/request-context';
import { joinTrace } from '../requests/trace-request';
import { isTracing } from '../../tracing';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The query parameters that the route accepts; absent: none. `any`: the route checks or ignores them itself. */
    readonly queryParameters?: readonly string[] | 'any';
  }
}

/** A host with an optional port (RFC 3986, section 3.2), or the empty string. */
const HOST =
  /^(?:(?:\[[\da-f:.]+\]|\[v[\da-f]+\.[\w.~!$&'()*+,;=:-]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+)(?::\d*)?)?$/i;
const LONGEST_SHOWN = 60;

/** The errors of requests whose URL the router rejected. */
const refusals = new WeakMap<IncomingMessage, Error>();

/** Reads the API key of each request, adds the id of the request to its response, puts the request into its trace, and ignores unknown expectations (RFC 9110, 10.1.1). */
export function nameRequests(instance: FastifyInstance): void {
  instance.addHook('onRequest', (request, reply, done) => {
    request.apiKey = apiKeyOf(request.headers);
    void reply.header(REQUEST_ID_HEADER, request.id);
    if (isTracing || request.headers.traceparent !== undefined) joinTrace(request, reply);
    done();
  });
  instance.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    instance.routing(request, response);
  });
}

/** Rejects invalid requests before their bodies are read. Must be called after the limits, so that these requests count in them. */
export function checkRequests(instance: FastifyInstance): void {
  instance.addHook('onRequest', (request, reply, done) => {
    const badHost = refusalOfHost(request);
    if (badHost !== undefined) void reply.header('connection', 'close');
    done(badHost ?? refusalOf(request));
  });
}

function refusalOf(request: FastifyRequest): Error | undefined {
  const { url = '' } = request.raw;
  if (url.length > MAX_ADDRESS_LENGTH) return new ServiceError('request_address_too_long', 'the URL is too long');
  const refusal = refusals.get(request.raw);
  if (refusal !== undefined) return refusal;
  if (request.is404) return new ServiceError('request_unknown_path', 'there is no endpoint with this path');
  return refusalOfParameters(request);
}

/**
 * Returns the error for a request that does not name exactly one host (RFC 9112, section 3.2). A proxy may have used another one of
 * several, or another part of a malformed one, than this service. Node keeps the first of several, so only the raw headers show them.
 */
export function refusalOfHost({ raw }: FastifyRequest): ServiceError | undefined {
  const { httpVersion, rawHeaders } = raw;
  let host: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (!isHost(rawHeaders[index])) continue;
    if (host !== undefined) return refuse('the request has more than one Host header');
    host = rawHeaders[index + 1];
  }
  if (host === undefined) return httpVersion === '1.1' ? refuse('the Host header is missing') : undefined;
  return HOST.test(host) ? undefined : refuse('the Host header is not a host with an optional port');
}

function isHost(name: string | undefined): boolean {
  return name?.length === 4 && name.toLowerCase() === 'host';
}

function refuse(message: string): ServiceError {
  return new ServiceError('request_malformed', message);
}

/** Returns the error for a query parameter that the route does not accept, or that is repeated. */
function refusalOfParameters({ raw, routeOptions }: FastifyRequest): ServiceError | undefined {
  const { url = '' } = raw;
  const accepted = routeOptions.config.queryParameters ?? [];
  if (accepted === 'any' || !url.includes('?')) return undefined;
  const names = parseRawQuery(url).map(([name]) => name);
  const unknown = names.find((name) => !accepted.includes(name));
  if (unknown !== undefined) return unknownParameter(unknown, accepted);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  return twice === undefined
    ? undefined
    : new ServiceError('filter_malformed', `${twice}: this parameter occurs twice`);
}

function unknownParameter(name: string, accepted: readonly string[]): ServiceError {
  const characters = Array.from(name);
  const shown = characters.length > LONGEST_SHOWN ? `${characters.slice(0, LONGEST_SHOWN).join('')}...` : name;
  const hint =
    accepted.length === 0
      ? 'this path accepts no query parameters'
      : [suggest(name, accepted), `accepted parameters: ${accepted.join(', ')}`]
          .filter((part) => part !== undefined)
          .join(' ');
  return new ServiceError('filter_unknown_parameter', `there is no parameter "${shown}"`, { hint });
}

/**
 * Sends a request whose URL the router rejected (broken percent-encoding, a segment that is too long) through the hooks of every request,
 * which Fastify skips for it. The request is routed to a path without a route, and `checkRequests` rejects it with the error.
 */
export function rerouteRefused(error: Error, { raw, server }: FastifyRequest, reply: FastifyReply): void {
  const { url } = raw;
  refusals.set(raw, error);
  raw.url = '/';
  server.routing(raw, reply.raw);
  raw.url = url;
}
