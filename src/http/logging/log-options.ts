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

function describeRequest({ url, method, ip }: FastifyRequest): Record<string, unknown> {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? '' : url.slice(mark + 1);
  return { method, path, parameters: query === '' ? undefined : namesIn(query), address: ip };
}

/** Returns the names of the parameters of a query string, each once. */
function namesIn(query: string): readonly string[] {
  const names = new Set<string>();
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    names.add(equals === -1 ? pair : pair.slice(0, equals));
  }
  return [...names];
}
