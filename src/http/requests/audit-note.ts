import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { requestOf } from './request-of';

/** The details of a request for its entry in the audit log; handlers complete them. */
export interface AuditNote {
  /** The user of a log-in attempt; absent for other requests, which have a caller. */
  user?: string;
  /** The name of the ontology as the caller wrote it; `system` for a request about none. */
  ontology: string;
  /** The id of the ontology that had the name when the request arrived. */
  ontologyId?: string | undefined;
  version?: string | undefined;
  /** The statement with its values, which the log omits. */
  statement: string;
  rowCount: () => number;
  /** The error code; absent where the request is not rejected. */
  refusal?: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    auditNote?: AuditNote;
  }
}

/** Adds a note to a request, so that the audit log records it, whatever its outcome, once its user is known. */
export function takeNote(request: FastifyRequest, statement: string): AuditNote {
  return (request.auditNote = { ontology: 'system', statement, rowCount: () => 0 });
}

/** Injects the note of the request into a handler. */
export const Audited = createParamDecorator((_: unknown, context: ExecutionContext): AuditNote =>
  noteOf(requestOf(context)),
);

/** Returns the note of a request, and adds one if there is none. */
export function noteOf(request: FastifyRequest): AuditNote {
  return request.auditNote ?? takeNote(request, '');
}
