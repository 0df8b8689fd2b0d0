import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors';

/** A host with an optional port (RFC 3986, section 3.2), or the empty string. */
const HOST =
  /^(?:(?:\[[\da-f:.]+\]|\[v[\da-f]+\.[\w.~!$&'()*+,;=:-]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+)(?::\d*)?)?$/i;

/**
 * Returns the error for a request that does not name exactly one host (RFC 9112, section 3.2). A proxy may have used another one of
 * several, or another part of a malformed one, than this service. Node keeps the first of several, so only the raw headers show them.
 */
export function refusalOfHost({ raw }: FastifyRequest): ServiceError | undefined {
  const { httpVersion, rawHeaders } = raw;
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && isHost(rawHeaders[index - 1]));
  const [host] = hosts;
  if (host === undefined) return httpVersion === '1.1' ? refuse('the request names no host') : undefined;
  if (hosts.length > 1) return refuse('the request names its host twice');
  return HOST.test(host) ? undefined : refuse('the header Host is no host and port');
}

function isHost(name: string | undefined): boolean {
  return name?.length === 4 && name.toLowerCase() === 'host';
}

function refuse(message: string): ServiceError {
  return new ServiceError('request_malformed', message);
}
