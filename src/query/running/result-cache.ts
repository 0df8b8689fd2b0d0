import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Environment } from '../../config';
import { CacheableAnswer, CachedAnswer, type RowAnswer, UnreadAnswer, type WholeAnswer } from '../../http';
import type { Caller, Ontology, RowFormat } from '../../model';
import { ObjectIds, PlanCache } from '../planning/plan-cache';
import type { PreparedStatement } from '../planning/prepared-statement';
import type { QueryResponse } from './query-spec';

/** Everything that the bytes of a response depend on, except the data. */
interface Basis {
  readonly ontology: Ontology;
  /** The statements of the response. They contain masks and filter policies, so that callers with the same statements share a response. */
  readonly statements: readonly PreparedStatement[];
  /** Returns the form of the response: how rows are nested and printed, and its other members. Forms are compared as JSON. */
  readonly form: () => unknown;
  readonly received: ReceivedRequest;
  /** The statement that the request was read as; undefined: only its statements identify the response. */
  readonly executedQuery: string | undefined;
}

/** A request before it is parsed: its caller, and all of its parts on which a response may depend. */
export interface ReceivedRequest {
  readonly caller: Caller;
  /** The URL, the format that is accepted, and the header `nested`. */
  readonly parts: readonly (string | undefined)[];
}

interface Kept {
  readonly kind: 'response';
  readonly whole: WholeAnswer;
  readonly readAt: number;
}

/** The response to a request as it was received. */
interface KnownRequest {
  readonly kind: 'request';
  readonly key: string;
  readonly executedQuery: string;
}

/** A cached response, and the statement that its request was read as. */
export interface FoundResponse {
  readonly response: CachedAnswer;
  readonly executedQuery: string;
  /** As in `AuditNote`: the same object for each repetition of the request. */
  readonly form: object;
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
  private readonly kept: LRUCache<string, Kept | KnownRequest> | undefined;
  private readonly mostBytes: number;

  constructor(
    { resultCacheBytes }: Environment,
    private readonly plans: PlanCache,
  ) {
    this.mostBytes = Math.floor(resultCacheBytes * LARGEST_PART);
    if (resultCacheBytes === 0) return;
    this.kept = new LRUCache({ maxSize: resultCacheBytes, sizeCalculation: sizeOf, ttlResolution: 0 });
  }

  get bytes(): number {
    return this.kept?.calculatedSize ?? 0;
  }

  /**
   * Returns the cached response to a request that was received before, from this caller or one with the same rights; undefined where its
   * statements must be compared. Callers need no further check: rights are part of the key, and a statement that contains its caller is not
   * found by its request.
   */
  find(ontology: Ontology, request: ReceivedRequest): FoundResponse | undefined {
    if (this.kept === undefined || ttlOf(ontology) === 0) return undefined;
    const known = this.kept.get(this.keyOfRequest(ontology, request));
    if (known?.kind !== 'request') return undefined;
    const response = this.get(known.key, ttlOf(ontology));
    return response && { response, executedQuery: known.executedQuery, form: known };
  }

  /** Returns the cached response, or else that of `make`, which is cached after it is sent completely. */
  answer(basis: Basis, make: () => Promise<RowAnswer>): Promise<QueryResponse> {
    const maxAge = this.maxAgeOf(basis);
    return maxAge === 0 ? make() : this.answerFor(maxAge, basis, make);
  }

  /** Returns the cached response, or else the headers of the one that `answer` would return, as far as they do not depend on its rows. */
  head(basis: Basis, format: RowFormat): CachedAnswer | UnreadAnswer {
    const maxAge = this.maxAgeOf(basis);
    const known = maxAge === 0 ? undefined : this.get(this.keyOf(basis), maxAge);
    return known ?? new UnreadAnswer(format, maxAge);
  }

  private async answerFor(maxAge: number, basis: Basis, make: () => Promise<RowAnswer>): Promise<QueryResponse> {
    const key = this.keyOf(basis);
    const known = this.get(key, maxAge);
    if (known !== undefined) {
      this.keepRequest(basis, key);
      return known;
    }
    this.misses++;
    const readAt = performance.now();
    const keep = (whole: WholeAnswer): void => {
      this.kept?.set(key, { kind: 'response', whole, readAt }, { ttl: maxAge * 1000, start: readAt });
      this.keepRequest(basis, key);
    };
    return new CacheableAnswer(await make(), { maxAge, mostBytes: this.mostBytes, keep });
  }

  /** Returns the seconds for which a response is cached; 0 if it is not cached. */
  private maxAgeOf({ ontology, statements }: Basis): number {
    return this.kept !== undefined && statements.every(isRepeatable) ? ttlOf(ontology) : 0;
  }

  private get(key: string, maxAge: number): CachedAnswer | undefined {
    const known = this.kept?.get(key);
    if (known?.kind !== 'response') return undefined;
    this.hits++;
    const age = Math.floor((performance.now() - known.readAt) / 1000);
    return new CachedAnswer(known.whole, { cache: 'HIT', maxAge, age });
  }

  /** Stores which response a request has, unless its statements contain the caller. */
  private keepRequest({ ontology, statements, received, executedQuery }: Basis, key: string): void {
    if (executedQuery === undefined || statements.some(({ namesCaller }) => namesCaller)) return;
    this.kept?.set(this.keyOfRequest(ontology, received), { kind: 'request', key, executedQuery });
  }

  private keyOfRequest(ontology: Ontology, { caller, parts }: ReceivedRequest): string {
    return this.plans.keyOf(caller, ontology, JSON.stringify(parts));
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

function ttlOf({ settings }: Ontology): number {
  return Number(settings.get('result_ttl') ?? 0);
}

/** Returns whether a statement returns the same rows while the data do not change. */
function isRepeatable({ compiled, systemTables }: PreparedStatement): boolean {
  return systemTables.length === 0 && compiled.readsClock !== true;
}

/** Returns the bytes of an entry. The statement of a request is kept as characters of up to two bytes, and once more without its values for the audit log. */
function sizeOf(entry: Kept | KnownRequest, key: string): number {
  const size = entry.kind === 'response' ? entry.whole.body.length : 2 * (key.length + 2 * entry.executedQuery.length);
  return size + SIZE_OF_ENTRY;
}
