import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { type Observable, tap } from 'rxjs';
import { quoteName } from '../../compiler/statement';
import { type AuditNote, takeNote } from '../../http';
import { Heads } from '../cache/heads';

type NamingRequest = FastifyRequest<{ Params: Readonly<Record<string, string>> }>;

/**
 * Has every request of a known caller stand in the audit log: by its endpoint, until the handler knows better, and with the ontology that
 * had the name when the request came, so that nothing of it is shown to those of another one that gets the name later.
 */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(private readonly heads: Heads) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<NamingRequest>();
    if (request.caller === undefined || request.auditNote !== undefined) return next.handle();
    const note = takeNote(request, printEndpoint(request));
    const name = nameIn(request.params) ?? nameIn(request.body);
    if (name !== undefined) await this.identify(note, name);
    return next.handle().pipe(
      tap((answer?: { readonly data?: unknown }) => {
        const data = answer?.data;
        if (Array.isArray(data)) note.rowCount = () => data.length;
      }),
    );
  }

  private async identify(note: AuditNote, name: string): Promise<void> {
    const head = await this.heads.find(name);
    Object.assign(note, { ontology: name, ontologyId: head?.id, version: head?.version });
  }
}

function nameIn(source: unknown): string | undefined {
  const name = (source as { readonly ontology_name?: unknown } | null | undefined)?.ontology_name;
  return typeof name === 'string' ? name : undefined;
}

/** The address below the path of the interface, with the names in it quoted. */
function printEndpoint({ routeOptions, params }: NamingRequest): string {
  const [, path = ''] = (routeOptions.url ?? '').split('/api/');
  const words = path.split('/').map((part) => (part.startsWith(':') ? quoteName(params[part.slice(1)] ?? '') : part));
  return words.join(' ');
}
