import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { type ErrorCode, ServiceError } from '../errors';
import { errorBody } from './error-body';
import { MAX_ADDRESS_LENGTH } from './limits';
import { STATUS_OF_CODE } from './status-of-code';

const LONG_REQUEST_LINE = new RegExp(`^[A-Z]+ [^ \\r\\n]{${MAX_ADDRESS_LENGTH}}`);

/** Answers what the HTTP parser refused (broken framing, oversize headers, a request that dripped too slowly) and closes the connection. */
export function refuseConnection(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = understandConnection(error);
  const status = STATUS_OF_CODE[refusal.code];
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(refusal, requestId));
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
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
      return LONG_REQUEST_LINE.test(startOf(error))
        ? ['request_address_too_long', 'the address is too long']
        : ['request_headers_too_large', 'the headers are too large'];
    default:
      return ['request_malformed', 'this is not a well-formed HTTP request'];
  }
}

/** Fastify's types do not know that the packet is a buffer. */
function startOf({ rawPacket }: ConnectionError): string {
  return Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : '';
}
