import { create } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { endingOf } from '../../model';

const NAMES = ['concept_name', 'view_name', 'ontology_name'] as const;
type Names = Partial<Record<(typeof NAMES)[number], unknown>>;

/**
 * Sets the Content-Type of a response and, if its format is saved as a file, a name by Content-Disposition: that of the concept or the view,
 * or of the ontology that a statement reads. These consist of letters, digits, `_`, `-` and spaces, which every file system accepts.
 */
export function setType(reply: FastifyReply, contentType: string): void {
  void reply.type(contentType);
  const ending = endingOf(contentType);
  if (ending !== undefined) void reply.header('content-disposition', create(`${nameOf(reply)}.${ending}`));
}

function nameOf({ request: { params, body } }: FastifyReply): string {
  const names: Names = { ...(body as Names | undefined), ...(params as Names | undefined) };
  const name = NAMES.map((key) => names[key]).find((value) => typeof value === 'string' && value !== '');
  return typeof name === 'string' ? name : 'rows';
}
