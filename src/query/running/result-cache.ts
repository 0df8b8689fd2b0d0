import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Environment } from '../../config';
import { CacheableAnswer, CachedAnswer, type RowAnswer, type WholeAnswer } from '../../http';
import type { Ontology } from '../../model';
import { ObjectIds } from '../planning/object-ids';
import type { PreparedStatement } from '../planning/prepared-statement';
import type { QueryResponse } from './query-spec';

/** All that the bytes of an answer depend on, but for the data. */
interface Basis {
  readonly ontology: Ontology;
  /** The statements that are run for it. Masks and row rules are in them: callers share what is the same for them. */
  readonly statements: readonly PreparedStatement[];
  /** How the rows are put together and printed, and what stands beside them; to be told apart by its JSON. */
  readonly form: () => unknown;
}

interface Kept {
  readonly whole: WholeAnswer;
  readonly readAt: number;
}

/** One answer may take up this part of the cache. */
const LARGEST_PART = 1 / 16;
/** What an entry takes beside its bytes. */
const SIZE_OF_ENTRY = 500;

/**
 * Answers that went out whole, for as long as the ontology says (`result_ttl`), in so many bytes of memory as the operator says
 * (`RESULT_CACHE_BYTES`). What is kept of one loaded version is never found by another.
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

  /** The answer that is kept, or else the one of `make`, which is kept when all of it has gone out. */
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

/** For how many seconds an answer is kept; 0 where it is not. */
function maxAgeOf({ ontology, statements }: Basis): number {
  return statements.every(isRepeatable) ? Number(ontology.settings.get('result_ttl') ?? 0) : 0;
}

/** Whether a statement gives the same again, as long as the data are the same. */
function isRepeatable({ compiled, systemTables }: PreparedStatement): boolean {
  return systemTables.length === 0 && compiled.readsClock !== true;
}
