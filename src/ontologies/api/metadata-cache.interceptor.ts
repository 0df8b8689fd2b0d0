import { CACHE_MANAGER, CacheInterceptor } from '@nestjs/cache-manager';
import { type CallHandler, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Cache } from 'cache-manager';
import { type FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { map, type Observable } from 'rxjs';
import { CachedAnswer, JSON_TYPE, requestOf, WholeAnswer } from '../../http';
import { OntologyRegistry } from '../versions/ontology-registry';
import { metadataKey } from '../versions/metadata-key';

const MEMORY_BYTES = 64 * 2 ** 20;

/**
 * Caches the answers of routes of metadata, whose handlers return JSON: about the ontology that the path names, or else about all
 * ontologies that the caller may see. The key is made for each request from the versions that the caller may see at that time, so that no
 * caller receives what they may not see. The bytes that are sent, and their entity tag, are made once for each text.
 */
@Injectable()
export class MetadataCacheInterceptor extends CacheInterceptor {
  private readonly answers = new LRUCache<string, WholeAnswer>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ body }) => body.length,
  });

  constructor(
    @Inject(CACHE_MANAGER) cache: Cache,
    reflector: Reflector,
    private readonly catalogue: OntologyRegistry,
  ) {
    super(cache, reflector);
  }

  override async intercept(context: ExecutionContext, next: CallHandler<string>): Promise<Observable<CachedAnswer>> {
    const handler = { isCalled: false };
    const handle = (): Observable<string> => {
      handler.isCalled = true;
      return next.handle();
    };
    const metadata = (await super.intercept(context, { handle })) as Observable<string>;
    // clients must check at each request whether the answer has changed, so that a change of the model is seen at once
    const note = { cache: handler.isCalled ? 'MISS' : 'HIT', maxAge: 0, age: 0 } as const;
    return metadata.pipe(map((json) => new CachedAnswer(this.answerOf(json), note)));
  }

  protected override async trackBy(context: ExecutionContext): Promise<string | undefined> {
    type Request = FastifyRequest<{ Params: { readonly ontology_name?: string } }>;
    const { caller, params, routeOptions } = requestOf(context) as Request;
    if (caller === undefined) return undefined;
    const { ontology_name: name } = params;
    const heads = name === undefined ? await this.catalogue.list(caller) : [await this.catalogue.getHead(caller, name)];
    return metadataKey(routeOptions.url ?? '', heads);
  }

  private answerOf(json: string): WholeAnswer {
    const known = this.answers.get(json);
    if (known !== undefined) return known;
    const answer = WholeAnswer.of(JSON_TYPE, ['{"data":', json, ',"status":"success"}'], countRows(json));
    this.answers.set(json, answer);
    return answer;
  }
}

/** Rows for the audit log: the elements of a list. */
function countRows(json: string): number {
  return json.startsWith('[') ? (JSON.parse(json) as readonly unknown[]).length : 0;
}
