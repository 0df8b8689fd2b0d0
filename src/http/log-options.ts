import { hostname } from 'node:os';
import type { FastifyRequest } from 'fastify';
import type { LoggerOptions } from 'pino';

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: unknown;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/** Lines of JSON, which tell the process and its number among workers, and which never hold a header or a value of a query string, nor what a driver hangs on its errors (statements, parameters). */
export function logOptions(level: string, worker?: number): LoggerOptions {
  const base = { pid: process.pid, hostname: hostname(), worker };
  return { level, base, serializers: { req: describeRequest, err: describeError } };
}

function describeRequest(request: FastifyRequest): Record<string, unknown> {
  const [path, query] = request.url.split('?', 2);
  return {
    method: request.method,
    path,
    parameters: query && [...new Set(query.split('&').map((pair) => pair.split('=', 1)[0]))],
    address: request.ip,
  };
}

function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  return {
    type: error.name,
    message: error.message,
    code: 'code' in error ? error.code : undefined,
    stack: error.stack,
    cause: error.cause === undefined ? undefined : describeError(error.cause),
  };
}
