import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Environment } from '../../config';
import { CacheableAnswer, CachedAnswer, type RowAnswer, type WholeAnswer } from '../../http';
import type { Ontology } from '../../model';
import { ObjectIds } from '../planning/plan-cache';
import type { PreparedStatement } from '../planning/prepared-statement';
import type { QueryResponse } from './query-spec';

/** Everything that the bytes of a response depend on, except the data. */
interface Basis {
  readonly ontology: Ontology;
  /** The statements of the response. They contain masks and filter policies, so that callers with the same statements share a response. */
  readonly statements: readonly PreparedStatement[];
  /** Returns the form of the response: how rows are nested and printed, and its other members. Forms are compared as JSON. */
  readonly form: () => unknown;
}

interface Kept {
  readonly whole: WholeAnswer;
  readonly readAt: number;
}

/** The largest part of the cache for one response. */
const LARGEST_PART = 1 / 16;
/** The size of an entry besides its body, in bytes. */
const SIZE_OF_ENTRY = 500;

/**
 * A cache of complete responses, for the time that the ontology sets (`result_ttl`) and in the memory that the operator sets
 * (`RESULT_CACHE_BYTES`). A look-up for one loaded version never returns an entry of another.
 */
@Injectable()
export class ResultCache {
  hits = 0;
  misses = 0;
  private readonly ontologies = new ObjectIds();
  private readonly kept: LRUCache<string, Kept> | undefined;
  private readonly mostBytes: number;

  constructor({ resultCacheBytes }: Environment) {
    this.mostBytes = Math.floor(resultCacheBytes * LARGEST_PART);
    if (resultCacheBytes === 0) return;
    const sizeCalculation = ({ whole }: Kept): number => whole.body.length + SIZE_OF_ENTRY;
    this.kept = new LRUCache({ maxSize: resultCacheBytes, sizeCalculation, ttlResolution: 0 });
  }

  get bytes(): number {
    return this.kept?.calculatedSize ?? 0;
  }

  /** Returns the cached response, or else that of `make`, which is cached after it is sent completely. */
  answer(basis: Basis, make: () => Promise<RowAnswer>): Promise<QueryResponse> {
    const maxAge = this.kept === undefined ? 0 : maxAgeOf(basis);
    return maxAge === 0 ? make() : this.answerFor(maxAge, basis, make);
  }

  private async answerFor(maxAge: number, basis: Basis, make: () => Promise<RowAnswer>): Promise<QueryResponse> {
    const key = this.keyOf(basis);
    const known = this.kept?.get(key);
    const now = performance.now();
    if (known !== undefined) {
      this.hits++;
      return new CachedAnswer(known.whole, { cache: 'HIT', maxAge, age: Math.floor((now - known.readAt) / 1000) });
    }
    this.misses++;
    const keep = (whole: WholeAnswer): void => {
      this.kept?.set(key, { whole, readAt: now }, { ttl: maxAge * 1000, start: now });
    };
    return new CacheableAnswer(await make(), { maxAge, mostBytes: this.mostBytes, keep });
  }

  private keyOf({ ontology, statements, form }: Basis): string {
    const sources = statements.map(({ compiled, dataSource, isPage, pageKey }) => [
      dataSource,
      isPage,
      pageKey,
      compiled,
    ]);
    const text = JSON.stringify([this.ontologies.of(ontology), sources, form()]);
    return createHash('sha256').update(text).digest('base64');
  }
}

/** Returns the seconds for which a response is cached; 0 if it is not cached. */
function maxAgeOf({ ontology, statements }: Basis): number {
  return statements.every(isRepeatable) ? Number(ontology.settings.get('result_ttl') ?? 0) : 0;
}

/** Returns whether a statement returns the same rows while the data do not change. */
function isRepeatable({ compiled, systemTables }: PreparedStatement): boolean {
  return systemTables.length === 0 && compiled.readsClock !== true;
}
