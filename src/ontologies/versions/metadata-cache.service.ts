import { CACHE_MANAGER } from '@nestjs/cache-manager';
import { Inject, Injectable } from '@nestjs/common';
import { type Cache } from 'cache-manager';
import { Environment } from '../../config';
import { type Caller, type Ontology } from '../../model';
import { OntologyRegistry } from './ontology-registry';
import { metadataKey } from './metadata-key';

/** Caches metadata that statements request, in the same cache and with the same kind of keys as the metadata routes. */
@Injectable()
export class MetadataCacheService {
  constructor(
    @Inject(CACHE_MANAGER) private readonly cache: Cache,
    private readonly catalogue: OntologyRegistry,
    private readonly environment: Environment,
  ) {}

  /**
   * Returns the cached value of `what` for this version, or calls `read` and caches its result. The value must be
   * representable in JSON and the same for every caller who may see the ontology. A version that is not current is not
   * cached.
   */
  async find<Value>(caller: Caller, ontology: Ontology, what: string, read: () => Promise<Value>): Promise<Value> {
    const versions = await this.catalogue.list(caller);
    const current = versions.find(({ version }) => version === ontology.version);
    if (current === undefined) return read();
    const key = metadataKey(`${this.environment.serviceName} ${what}`, [current]);
    const cached = await this.cache.get<string>(key);
    if (cached !== undefined) return JSON.parse(cached) as Value;
    const value = await read();
    await this.cache.set(key, JSON.stringify(value));
    return value;
  }
}
