import { Inject, Injectable } from '@nestjs/common';
import { Environment } from '../../config';
import type { Caller } from '../../model';
import { type CurrentVersion, MetadataCacheInterceptor } from '../../ontologies';
import { queryableKinds } from './queryable-kinds';

/** Caches OpenAPI documents of ontologies like other metadata, for all callers who may query the same, and sends them as they are. */
@Injectable()
export class OntologyDocumentInterceptor extends MetadataCacheInterceptor {
  protected override readonly describeRights = (caller: Caller, versions: readonly CurrentVersion[]): string =>
    versions.map(({ name }) => ` ${queryableKinds(caller, name, this.environment.serviceName).join()}`).join();

  @Inject()
  private readonly environment!: Environment;

  protected override printBody(json: string): readonly string[] {
    return [json];
  }
}
