import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyInstance } from 'fastify';
import { type ErrorCode, ServiceError } from '../../errors';
import { errorBody } from '../errors/error-body';
import { JSON_TYPE } from '../answers/json-type';
import { countUnread } from './limit-rate';
import { MAX_ADDRESS_LENGTH } from '../requests/limits';
import { STATUS_OF_CODE } from '../errors/status-of-code';

const LONG_REQUEST_LINE = new RegExp(`^[A-Z]+ [^ \\r\\n]{${MAX_ADDRESS_LENGTH}}`);

/** A socket with its current response, which Node's own handler of these errors reads too. */
type AnsweringSocket = Socket & { readonly _httpMessage?: { readonly headersSent: boolean } | null };

/**
 * Handles the requests that the HTTP parser rejects (broken framing, oversized headers, too slow arrival), for which Fastify has no request
 * object. Each is answered, counted in the limit of its IP address, logged and reported to `onRefusal`, and its connection is closed.
 */
export class MalformedRequests {
  private readonly refused = new WeakSet<Socket>();
  private observe: (status: number) => void = () => undefined;

  /** Behind a proxy the IP address is the proxy's and shared by all of its clients, so that nothing is counted in its limit. */
  constructor(private readonly isBehindProxy: boolean) {}

  onRefusal(observe: (status: number) => void): void {
    this.observe = observe;
  }

  async refuse(instance: FastifyInstance, error: ConnectionError, socket: AnsweringSocket): Promise<void> {
    if (this.refused.has(socket)) return;
    this.refused.add(socket);
    const address = socket.remoteAddress;
    if (error.code === 'ECONNRESET' || address === undefined) {
      socket.destroy();
      return;
    }
    const limit = this.isBehindProxy ? undefined : await countUnread(instance, address);
    const refusal = limit ?? understandConnection(error);
    const status = STATUS_OF_CODE[refusal.code];
    const id = randomUUID();
    if (socket.writable && socket._httpMessage?.headersSent !== true) {
      socket.end(printRefusal(refusal, id, isHead(error)));
    } else {
      socket.destroy();
    }
    instance.log.info({ request_id: id, address, status, code: refusal.code }, 'malformed request');
    this.observe(status);
  }
}

function printRefusal(refusal: ServiceError, requestId: string, isWithoutBody: boolean): string {
  const status = STATUS_OF_CODE[refusal.code];
  const body = JSON.stringify(errorBody(refusal, requestId));
  const { retryAfter } = refusal.details;
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    ...(retryAfter === undefined ? [] : [`Retry-After: ${retryAfter}`]),
    'Connection: close',
    '',
    isWithoutBody ? '' : body,
  ].join('\r\n');
}

function understandConnection(error: ConnectionError): ServiceError {
  const [code, message] = codeOf(error);
  return new ServiceError(code, message, { cause: error });
}

function codeOf(error: ConnectionError): readonly [ErrorCode, string] {
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return ['request_too_slow', 'the request took too long to arrive'];
    case 'HPE_HEADER_OVERFLOW':
      return LONG_REQUEST_LINE.test(readPacket(error))
        ? ['request_address_too_long', 'the URL is too long']
        : ['request_headers_too_large', 'the headers are too large'];
    default:
      return ['request_malformed', 'this is not a well-formed HTTP request'];
  }
}

/**
 * Returns whether the last request line before the fault, as far as the packet contains it, is a HEAD, whose response has no body (RFC
 * 9110, 9.3.2).
 */
function isHead(error: ConnectionError): boolean {
  const read = readPacket(error).slice(0, error.bytesParsed + 1);
  const lines = read.split(/\r?\n/).filter((line) => /^[A-Z]+ /.test(line));
  return lines.at(-1)?.startsWith('HEAD ') === true;
}

/** Returns the packet as a string. Fastify's types do not declare that it is a buffer. */
function readPacket({ rawPacket }: ConnectionError): string {
  return Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : '';
}
