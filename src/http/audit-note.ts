import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** What is known of a request that is to stand in the audit log; handlers fill it in as they learn it. */
export interface AuditNote {
  ontology: string;
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

/** Gives a handler the note of its request: whatever becomes of the request then stands in the audit log. */
export const Audited = createParamDecorator((_: unknown, context: ExecutionContext): AuditNote => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return (request.auditNote = { ontology: '', statement: '', rowCount: () => 0 });
});
