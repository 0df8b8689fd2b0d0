import { CACHE_MANAGER, CacheInterceptor } from '@nestjs/cache-manager';
import { type CallHandler, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Cache } from 'cache-manager';
import { type FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { map, type Observable } from 'rxjs';
import { CachedAnswer, JSON_TYPE, requestOf, WholeAnswer } from '../../http';
import { type Caller } from '../../model';
import { type CurrentVersion } from '../versions/ontologies.repository';
import { OntologyRegistry } from '../versions/ontology-registry';
import { metadataKey } from '../versions/metadata-key';

type DescribeRights = (caller: Caller, versions: readonly CurrentVersion[]) => string;

const MEMORY_BYTES = 64 * 2 ** 20;

/**
 * Caches the responses of metadata routes, whose handlers return JSON. A route with an ontology in its path describes
 * that ontology, any other all ontologies visible to the caller. The cache key contains the versions that the caller
 * may see at the time of the request, so that no caller receives a response that they may not see. The bytes and the
 * entity tag of a response are computed once per JSON string.
 */
@Injectable()
export class MetadataCacheInterceptor extends CacheInterceptor {
  private readonly answers = new LRUCache<string, WholeAnswer>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ body }) => body.length,
  });

  /** Returns the rights of the caller, besides seeing the ontologies, on which the metadata depend. */
  protected readonly describeRights: DescribeRights = () => '';

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
    // Clients must revalidate at every request, so that a change of the model is visible immediately.
    const note = { cache: handler.isCalled ? 'MISS' : 'HIT', maxAge: 0, age: 0 } as const;
    return metadata.pipe(map((json) => new CachedAnswer(this.answerOf(json), note)));
  }

  protected override async trackBy(context: ExecutionContext): Promise<string | undefined> {
    type Request = FastifyRequest<{ Params: { readonly ontology_name?: string } }>;
    const { caller, params, routeOptions } = requestOf(context) as Request;
    if (caller === undefined) return undefined;
    const { ontology_name: name } = params;
    const versions =
      name === undefined ? await this.catalogue.list(caller) : [await this.catalogue.getCurrent(caller, name)];
    return metadataKey(`${routeOptions.url ?? ''}${this.describeRights(caller, versions)}`, versions);
  }

  /** Returns the body of the response in parts. */
  protected printBody(json: string): readonly string[] {
    return ['{"data":', json, ',"status":"success"}'];
  }

  private answerOf(json: string): WholeAnswer {
    const known = this.answers.get(json);
    if (known !== undefined) return known;
    const answer = WholeAnswer.of(JSON_TYPE, this.printBody(json), countRows(json));
    this.answers.set(json, answer);
    return answer;
  }
}

/** Returns the number of rows for the audit log: the number of elements of a list, otherwise 0. */
function countRows(json: string): number {
  return json.startsWith('[') ? (JSON.parse(json) as readonly unknown[]).length : 0;
}
