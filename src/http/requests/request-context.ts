import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { refuseCredentials } from '../../errors';
import type { Caller, ProtocolName, RowFormat } from '../../model';
import type { RequestTrace } from '../../tracing';
import { acceptedFormat } from '../answers/row-format';

/** What a request is about, for the audit log. */
export interface AuditSubject {
  /** The name of the ontology as the caller wrote it; absent for a request about none. */
  readonly ontology?: string;
  /** The id of the ontology that had the name when the request arrived. */
  readonly ontologyId?: string | undefined;
  readonly version?: string | undefined;
  /** Returns the statement with its values, which the log omits. Not called if the handler sets a statement. */
  readonly statement: () => string;
}

/** The details of a request for its entry in the audit log. What handlers set replaces what the subject contains. */
export interface AuditNote {
  /** The user of a log-in attempt; absent for other requests, which have a caller. */
  user?: string;
  ontology?: string;
  ontologyId?: string;
  version?: string;
  statement?: string;
  /** The same object for statements that differ only in their values: the audit log removes the values once for all of them. */
  form?: object;
  rowCount: () => number;
  /** Whether definitions and account statements of the request were only checked. */
  isDryRun?: true;
  /** Whether the work of the request goes on after the response. */
  isAccepted?: true;
  /** The protocol of the client; absent for HTTP. */
  protocol?: ProtocolName;
  /** Returns the subject as the request names it. Called after the response is sent. */
  readonly subject?: () => AuditSubject;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The API key in its headers, valid or not; absent where there is none, or where they contain two different ones. */
    apiKey?: string | undefined;
    /** Set by the guard that admitted the request. */
    caller?: Caller;
    auditNote?: AuditNote;
    /** The error code; absent where the request is not rejected, or the client has left. */
    refusal?: string;
  }
}

export const REQUEST_ID_HEADER = 'x-request-id';
const PLAIN = /^[A-Za-z0-9._-]{1,64}$/;

/** Returns the id of a request for responses and the log: the caller's own if it is short and plain, else a new one. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers[REQUEST_ID_HEADER];
  return typeof given === 'string' && PLAIN.test(given) ? given : randomUUID();
}

/** Returns the request of a guard or decorator. Nest's `switchToHttp` creates three functions and a larger context for each call. */
export function requestOf(context: ExecutionContext): FastifyRequest {
  return context.getArgByIndex<FastifyRequest>(0);
}

/** Returns the name of the ontology in the path or the body of a request, as the caller wrote it. */
export function ontologyNamedBy({ params, body }: FastifyRequest): string | undefined {
  return nameIn(params) ?? nameIn(body);
}

function nameIn(source: unknown): string | undefined {
  const name = (source as { readonly ontology_name?: unknown } | null | undefined)?.ontology_name;
  return typeof name === 'string' ? name : undefined;
}

/**
 * Adds a note to a request, so that the audit log records it, whatever its outcome, once its user is known. The note has all members from the
 * beginning, because members that are added one by one make it slow to read.
 */
export function takeNote(
  request: FastifyRequest,
  { statement, subject }: Pick<AuditNote, 'statement' | 'subject'>,
): AuditNote {
  return (request.auditNote = {
    user: undefined,
    ontology: undefined,
    ontologyId: undefined,
    version: undefined,
    statement,
    form: undefined,
    rowCount: () => 0,
    isDryRun: undefined,
    isAccepted: undefined,
    protocol: undefined,
    subject,
  });
}

function callerOf({ caller }: FastifyRequest): Caller {
  return caller ?? refuseCredentials();
}

function noteOf(request: FastifyRequest): AuditNote {
  return request.auditNote ?? takeNote(request, {});
}

/** What ends work that goes on after the response to its request, in place of the connection and `QUERY_TIMEOUT_MS`. */
export interface DetachedWork {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** The context of a request for what runs its statements. */
export interface RequestContext {
  readonly caller: Caller;
  readonly headers: IncomingHttpHeaders;
  /** The path and the query string, as received. */
  readonly address: string;
  readonly audit: AuditNote;
  /** The id of the request in the log. */
  readonly id: string;
  readonly trace: RequestTrace | undefined;
  /** The format that the Accept header requests. */
  readonly format: RowFormat;
  /** Whether the response has no body, so that no rows are read. */
  readonly isHead: boolean;
  /** Aborts when the client closes the connection, so that `Engine.run` stops the statement. */
  readonly signal: AbortSignal;
  /** The time-out of each statement for a data source; undefined: `QUERY_TIMEOUT_MS`. */
  readonly timeoutMs: number | undefined;
  /** Whether the reader of the rows limits the time for which they wait itself; absent: they wait for at most the time-out. */
  readonly isPaced?: boolean;
  /** Whether the work goes on after the response. */
  readonly isDetached: boolean;
  /** Returns the context for work that goes on after the response, with a note of its own for the audit log. */
  detach(work: DetachedWork): RequestContext;
}

/** The context of a request of HTTP. */
export class HttpRequestContext implements RequestContext {
  readonly caller: Caller;
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
  readonly audit: AuditNote;
  readonly id: string;
  readonly trace: RequestTrace | undefined;
  readonly format: RowFormat;
  readonly isHead: boolean;

  constructor(
    private readonly request: FastifyRequest,
    private readonly detached?: DetachedWork,
  ) {
    this.caller = callerOf(request);
    this.headers = request.headers;
    this.address = request.raw.url ?? '';
    this.audit = detached === undefined ? noteOf(request) : { ...noteOf(request), rowCount: () => 0 };
    this.id = request.id;
    this.trace = request.trace;
    this.format = acceptedFormat(request.headers.accept);
    this.isHead = request.method === 'HEAD';
  }

  get signal(): AbortSignal {
    return this.detached?.signal ?? signalOf(this.request.raw.socket);
  }

  get timeoutMs(): number | undefined {
    return this.detached?.timeoutMs;
  }

  get isDetached(): boolean {
    return this.detached !== undefined;
  }

  detach(work: DetachedWork): RequestContext {
    return new HttpRequestContext(this.request, work);
  }
}

/** Injects the `RequestContext` of HTTP into a handler; rejects a request without a caller. */
export const Context = createParamDecorator(
  (_, context: ExecutionContext) => new HttpRequestContext(requestOf(context)),
);

/** Injects the `Caller` that the guard found; rejects a request without one. */
export const CurrentCaller = createParamDecorator((_, context: ExecutionContext) => callerOf(requestOf(context)));

/** Injects the note of the request into a handler. */
export const Audited = createParamDecorator((_, context: ExecutionContext) => noteOf(requestOf(context)));

const signals = new WeakMap<Socket, AbortSignal>();

/** Returns the signal of a connection, which all of its requests share: creating one takes as long as finding a route. */
function signalOf(connection: Socket): AbortSignal {
  const known = signals.get(connection);
  if (known !== undefined) return known;
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  signals.set(connection, controller.signal);
  if (connection.destroyed) controller.abort();
  else
    connection.once('close', () => {
      controller.abort();
    });
  return controller.signal;
}
