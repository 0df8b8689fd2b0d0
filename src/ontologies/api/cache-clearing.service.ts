import { Injectable } from '@nestjs/common';
import { ServiceError } from '../../errors';
import { type Caller } from '../../model';
import { SharedCacheService } from '../../redis';
import { requireRight } from '../rights/check-statement-rights';
import { OntologyRegistry } from '../versions/ontology-registry';
import { Heads } from '../versions/heads';

/** Clears what is cached of one ontology, on all instances. */
@Injectable()
export class CacheClearingService {
  constructor(
    private readonly shared: SharedCacheService,
    private readonly catalogue: OntologyRegistry,
    private readonly heads: Heads,
  ) {}

  /**
   * Everything cached has a mark of its ontology in its key: a new mark leaves the old entries behind, to expire. The mark is kept in the
   * system database, so that a backend that is away hinders nobody.
   */
  async clear(caller: Caller, name: string): Promise<void> {
    if (!this.shared.isConfigured) {
      throw new ServiceError('cache_not_configured', 'no key-value cache backend is configured');
    }
    const head = await this.catalogue.getHead(caller, name);
    requireRight(caller, 'EDIT', { kind: 'ontology', ontology: head.name }, `ontology "${head.name}"`);
    await this.heads.renew(head);
  }
}
