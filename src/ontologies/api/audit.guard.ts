import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { quoteName } from '../../compiler/statement';
import { type AuditNote, requestOf, takeNote } from '../../http';
import { type HeadList, Heads } from '../versions/heads';

type NamingRequest = FastifyRequest<{ Params: Readonly<Record<string, string>> }>;

/**
 * Starts the audit log entry of every request of an authenticated caller, and rejects none. The entry contains the
 * endpoint until the handler sets a statement. It also contains the id of the ontology that has the name at this time,
 * so that readers of a later ontology of the same name cannot see the entry.
 */
@Injectable()
export class AuditGuard implements CanActivate {
  constructor(private readonly heads: Heads) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = requestOf(context) as NamingRequest;
    if (request.caller === undefined || request.auditNote !== undefined) return true;
    const note = takeNote(request, printEndpoint(request));
    const name = nameIn(request.params) ?? nameIn(request.body);
    if (name === undefined) return true;
    const { known } = this.heads;
    if (known !== undefined) return identify(note, name, known);
    return this.heads.all().then((list) => identify(note, name, list));
  }
}

function identify(note: AuditNote, name: string, list: HeadList): true {
  const head = list.find(name);
  note.ontology = name;
  note.ontologyId = head?.id;
  note.version = head?.version;
  return true;
}

function nameIn(source: unknown): string | undefined {
  const name = (source as { readonly ontology_name?: unknown } | null | undefined)?.ontology_name;
  return typeof name === 'string' ? name : undefined;
}

/** Returns the path below the API prefix, as words separated by spaces, with its parameters quoted. */
function printEndpoint({ routeOptions, params }: NamingRequest): string {
  const { url = '' } = routeOptions;
  const words = WORDS.get(url) ?? wordsOf(url);
  WORDS.set(url, words);
  return words.map((word) => (word.startsWith(':') ? quoteName(params[word.slice(1)] ?? '') : word)).join(' ');
}

/** The words of each route. */
const WORDS = new Map<string, readonly string[]>();

function wordsOf(url: string): readonly string[] {
  const [, path = ''] = url.split('/api/');
  return path.split('/');
}
