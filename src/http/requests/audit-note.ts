import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { requestOf } from './request-of';

/** What is known of a request that is to stand in the audit log; handlers fill it in as they learn it. */
export interface AuditNote {
  /** Whose name and password were tried; the caller's where they were not. */
  user?: string;
  /** As the caller wrote it; `system` where a request is about none. */
  ontology: string;
  /** Of the ontology that had the name when the request came. */
  ontologyId?: string | undefined;
  version?: string | undefined;
  /** With its values, which the log leaves out. */
  statement: string;
  rowCount: () => number;
  /** The code of the refusal; undefined where there was none. */
  refusal?: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    auditNote?: AuditNote;
  }
}

/** Has the request stand in the audit log, whatever becomes of it, once it is known who is behind it. */
export function takeNote(request: FastifyRequest, statement: string): AuditNote {
  return (request.auditNote = { ontology: 'system', statement, rowCount: () => 0 });
}

/** Gives a handler the note of its request. */
export const Audited = createParamDecorator((_: unknown, context: ExecutionContext): AuditNote =>
  noteOf(requestOf(context)),
);

/** The note that was taken of a request, or else one that is taken now. */
export function noteOf(request: FastifyRequest): AuditNote {
  return request.auditNote ?? takeNote(request, '');
}
