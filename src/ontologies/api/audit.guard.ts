import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { type AuditSubject, ontologyNamedBy, requestOf, takeNote } from '../../http';
import { quoteName } from '../../model';
import { type CurrentVersions } from '../versions/current-versions';
import { CurrentVersionsService } from '../versions/current-versions.service';

type NamingRequest = FastifyRequest<{ Params: Readonly<Record<string, string>> }>;

/**
 * Starts the audit log entry of every request of an authenticated caller, and rejects none. The entry contains the
 * endpoint unless the handler sets a statement. It also contains the id of the ontology that has the name at this time,
 * so that readers of a later ontology of the same name cannot see the entry. The ontology is looked up after the
 * response, in the list of this time.
 */
@Injectable()
export class AuditGuard implements CanActivate {
  constructor(private readonly currentVersions: CurrentVersionsService) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = requestOf(context) as NamingRequest;
    if (request.caller === undefined || request.auditNote !== undefined) return true;
    const { known } = this.currentVersions;
    if (known !== undefined) return begin(request, known);
    return this.currentVersions.all().then((versions) => begin(request, versions));
  }
}

function begin(request: NamingRequest, versions: CurrentVersions): true {
  takeNote(request, { subject: () => subjectOf(request, versions) });
  return true;
}

function subjectOf(request: NamingRequest, versions: CurrentVersions): AuditSubject {
  const statement = (): string => printEndpoint(request);
  const name = ontologyNamedBy(request);
  if (name === undefined) return { statement };
  const current = versions.find(name);
  return { ontology: name, ontologyId: current?.id, version: current?.version, statement };
}

const PREFIX = /^\/\w+\/(?:api|openapi)\//;

/** Returns the path below the prefix of the interface, as words separated by spaces, with its parameters quoted. */
function printEndpoint({ routeOptions: { url = '' }, params }: NamingRequest): string {
  const words = url.replace(PREFIX, '').split('/');
  return words
    .map((word) => (word.startsWith(':') ? quoteName(params[word.slice(1).replace(/\.json$/, '')] ?? '') : word))
    .join(' ');
}
