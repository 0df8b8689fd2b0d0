import { CACHE_MANAGER, CacheInterceptor } from '@nestjs/cache-manager';
import { type CallHandler, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Cache } from 'cache-manager';
import { type FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { PrintedData } from '../../http';
import { type Caller } from '../../model';
import { Catalogue } from '../cache/catalogue';
import { cacheKey } from '../cache/heads';

/**
 * Caches the details of an ontology, which the handler gives as JSON, under its version. The key is made only after the caller was found to have access,
 * so that nobody is served what they may not see; everybody who may sees the same.
 */
@Injectable()
export class DetailsCacheInterceptor extends CacheInterceptor {
  constructor(
    @Inject(CACHE_MANAGER) cache: Cache,
    reflector: Reflector,
    private readonly catalogue: Catalogue,
  ) {
    super(cache, reflector);
  }

  override async intercept(context: ExecutionContext, next: CallHandler<string>): Promise<Observable<PrintedData>> {
    const details = (await super.intercept(context, next)) as Observable<string>;
    return details.pipe(map((json) => new PrintedData(json)));
  }

  protected override async trackBy(context: ExecutionContext): Promise<string | undefined> {
    type Request = FastifyRequest<{ Params: { ontology_name: string } }> & { readonly caller?: Caller };
    const { caller, params } = context.switchToHttp().getRequest<Request>();
    if (caller === undefined) return undefined;
    return `details/${cacheKey(await this.catalogue.getHead(caller, params.ontology_name))}`;
  }
}
