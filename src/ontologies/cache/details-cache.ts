import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Environment } from '../../config';
import { CachedAnswer, WholeAnswer } from '../../http';
import { type Caller } from '../../model';
import { SharedCache } from '../../redis';
import { ontologyDetails } from '../show/ontology-details';
import { type OntologyHead } from '../store/ontologies.repository';
import { Catalogue } from './catalogue';
import { cacheKey } from './heads';

const JSON_TYPE = 'application/json; charset=utf-8';
const MEMORY_BYTES = 64 * 2 ** 20;
const LIFETIME_MS = 60 * 60 * 1000;

/**
 * The answers of endpoint 3, kept as they are sent: of each version once, since everybody who may see an ontology sees the same of it.
 * A bounded memory stands in front of the shared backend, where there is one.
 */
@Injectable()
export class DetailsCache {
  private readonly kept = new LRUCache<string, WholeAnswer>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ body }) => body.length,
  });

  constructor(
    private readonly catalogue: Catalogue,
    private readonly shared: SharedCache,
    private readonly environment: Environment,
  ) {}

  /** 404 for what the caller may not see, whatever is kept. */
  async get(caller: Caller, name: string): Promise<CachedAnswer> {
    const head = await this.catalogue.getHead(caller, name);
    const key = `answer/${cacheKey(head)}`;
    const known = this.kept.get(key);
    if (known !== undefined) return answerOf(known, 'HIT');
    const shared = await this.shared.get(key);
    const text = shared ?? (await this.make(head));
    const whole = WholeAnswer.of(JSON_TYPE, [text], 0);
    this.kept.set(key, whole);
    if (shared === undefined) await this.shared.set(key, text, LIFETIME_MS);
    return answerOf(whole, shared === undefined ? 'MISS' : 'HIT');
  }

  private async make(head: OntologyHead): Promise<string> {
    const { ontology } = await this.catalogue.load(head);
    return JSON.stringify({ data: ontologyDetails(ontology, this.environment.serviceName), status: 'success' });
  }
}

/** Asked for every time whether it has changed: a change of the model is seen at once. */
function answerOf(whole: WholeAnswer, cache: 'HIT' | 'MISS'): CachedAnswer {
  return new CachedAnswer(whole, { cache, maxAge: 0, age: 0 });
}
