import { Injectable } from '@nestjs/common';
import { ServiceError } from '../../errors';
import { type Caller } from '../../model';
import { SharedCacheService } from '../../redis';
import { requireRight } from '../rights/check-statement-rights';
import { OntologyRegistry } from '../versions/ontology-registry';
import { CurrentVersionsService } from '../versions/current-versions.service';

/** Clears the cache of one ontology on all instances. */
@Injectable()
export class CacheClearingService {
  constructor(
    private readonly shared: SharedCacheService,
    private readonly catalogue: OntologyRegistry,
    private readonly currentVersions: CurrentVersionsService,
  ) {}

  /**
   * Renews the mark of the ontology, which is part of all its cache keys. Entries under the old mark are not read again
   * and expire. The mark is stored in the system database, so an unreachable cache backend does not prevent clearing.
   */
  async clear(caller: Caller, name: string): Promise<void> {
    if (!this.shared.isConfigured) {
      throw new ServiceError('cache_not_configured', 'no key-value cache backend is configured');
    }
    const current = await this.catalogue.getCurrent(caller, name);
    requireRight(caller, 'EDIT', { kind: 'ontology', ontology: current.name }, `ontology "${current.name}"`);
    await this.currentVersions.renew(current);
  }
}
