import { CACHE_MANAGER } from '@nestjs/cache-manager';
import { Inject, Injectable } from '@nestjs/common';
import { type Cache } from 'cache-manager';
import { Environment } from '../../config';
import { type Caller, type Ontology } from '../../model';
import { OntologyRegistry } from './ontology-registry';
import { metadataKey } from './metadata-key';

/** Metadata that is requested by statements, in the cache and under the keys of the routes of metadata. */
@Injectable()
export class MetadataCacheService {
  constructor(
    @Inject(CACHE_MANAGER) private readonly cache: Cache,
    private readonly catalogue: OntologyRegistry,
    private readonly environment: Environment,
  ) {}

  /**
   * Returns what is cached of `what` about this version, or else what `read` returns, and caches it. The value must be representable in
   * JSON, and the same for every caller who may see the ontology. A version that is no longer the current one is not cached.
   */
  async find<Value>(caller: Caller, ontology: Ontology, what: string, read: () => Promise<Value>): Promise<Value> {
    const heads = await this.catalogue.list(caller);
    const head = heads.find(({ version }) => version === ontology.version);
    if (head === undefined) return read();
    const key = metadataKey(`${this.environment.serviceName} ${what}`, [head]);
    const cached = await this.cache.get<string>(key);
    if (cached !== undefined) return JSON.parse(cached) as Value;
    const value = await read();
    await this.cache.set(key, JSON.stringify(value));
    return value;
  }
}
