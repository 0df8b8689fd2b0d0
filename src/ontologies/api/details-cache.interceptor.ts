import { CACHE_MANAGER, CacheInterceptor } from '@nestjs/cache-manager';
import { type CallHandler, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Cache } from 'cache-manager';
import { type FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { map, type Observable } from 'rxjs';
import { CachedAnswer, JSON_TYPE, requestOf, WholeAnswer } from '../../http';
import { type Caller } from '../../model';
import { Catalogue } from '../versions/catalogue';
import { cacheKey } from '../versions/heads';

const MEMORY_BYTES = 64 * 2 ** 20;

/**
 * Caches the details of an ontology, which the handler gives as JSON, under its version. The key is made only after the caller was found to
 * have access, so that nobody is served what they may not see; everybody who may sees the same. The bytes that are sent, and their entity
 * tag, are made once of each text.
 */
@Injectable()
export class DetailsCacheInterceptor extends CacheInterceptor {
  private readonly answers = new LRUCache<string, WholeAnswer>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ body }) => body.length,
  });

  constructor(
    @Inject(CACHE_MANAGER) cache: Cache,
    reflector: Reflector,
    private readonly catalogue: Catalogue,
  ) {
    super(cache, reflector);
  }

  override async intercept(context: ExecutionContext, next: CallHandler<string>): Promise<Observable<CachedAnswer>> {
    const seen = { isMade: false };
    const handle = (): Observable<string> => {
      seen.isMade = true;
      return next.handle();
    };
    const details = (await super.intercept(context, { handle })) as Observable<string>;
    // a change of the model is seen at once: clients ask every time whether there was one
    const note = { cache: seen.isMade ? 'MISS' : 'HIT', maxAge: 0, age: 0 } as const;
    return details.pipe(map((json) => new CachedAnswer(this.answerOf(json), note)));
  }

  protected override async trackBy(context: ExecutionContext): Promise<string | undefined> {
    type Request = FastifyRequest<{ Params: { ontology_name: string } }> & { readonly caller?: Caller };
    const { caller, params } = requestOf(context) as Request;
    if (caller === undefined) return undefined;
    return `details/${cacheKey(await this.catalogue.getHead(caller, params.ontology_name))}`;
  }

  private answerOf(json: string): WholeAnswer {
    const known = this.answers.get(json);
    if (known !== undefined) return known;
    const answer = WholeAnswer.of(JSON_TYPE, ['{"data":', json, ',"status":"success"}'], 0);
    this.answers.set(json, answer);
    return answer;
  }
}
