import { CACHE_MANAGER, CacheInterceptor } from '@nestjs/cache-manager';
import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Cache } from 'cache-manager';
import { type FastifyRequest } from 'fastify';
import { type Caller } from '../../model';
import { Catalogue } from '../cache/catalogue';

/**
 * Caches the details of an ontology under its version. The key is made only after the caller was found to have access,
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

  protected override async trackBy(context: ExecutionContext): Promise<string | undefined> {
    type Request = FastifyRequest<{ Params: { ontology_name: string } }> & { readonly caller?: Caller };
    const { caller, params } = context.switchToHttp().getRequest<Request>();
    if (caller === undefined) return undefined;
    const head = await this.catalogue.getHead(caller, params.ontology_name);
    return `details/${await this.catalogue.cacheKey(head)}`;
  }
}
