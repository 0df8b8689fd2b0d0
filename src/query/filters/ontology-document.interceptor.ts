import { CACHE_MANAGER } from '@nestjs/cache-manager';
import { Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Cache } from 'cache-manager';
import { Environment } from '../../config';
import type { Caller } from '../../model';
import { type CurrentVersion, MetadataCacheInterceptor, OntologyRegistry } from '../../ontologies';
import { queryableKinds } from './queryable-kinds';

/** Caches OpenAPI documents of ontologies like other metadata, for all callers who may query the same, and sends them as they are. */
@Injectable()
export class OntologyDocumentInterceptor extends MetadataCacheInterceptor {
  protected override readonly describeRights = (caller: Caller, versions: readonly CurrentVersion[]): string =>
    versions.map(({ name }) => ` ${queryableKinds(caller, name, this.environment.serviceName).join()}`).join();

  constructor(
    @Inject(CACHE_MANAGER) cache: Cache,
    reflector: Reflector,
    catalogue: OntologyRegistry,
    private readonly environment: Environment,
  ) {
    super(cache, reflector, catalogue);
  }

  protected override printBody(json: string): readonly string[] {
    return [json];
  }
}
