import { hostname } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { type LoggerOptions, stdTimeFunctions } from 'pino';
import { describeError, type LoggedError } from './describe-error';

const DEBUGGING: ReadonlySet<string> = new Set(['debug', 'trace']);

/**
 * Returns the options of the log: JSON lines with the process id and the worker number, and without headers, values of query strings or
 * messages of drivers.
 */
export function logOptions(level: string, worker?: number): LoggerOptions {
  const base = { pid: process.pid, hostname: hostname(), worker };
  const err = (error: unknown): LoggedError => describeError(error, DEBUGGING.has(level));
  return { level, base, timestamp: stdTimeFunctions.isoTime, serializers: { req: describeRequest, err } };
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
