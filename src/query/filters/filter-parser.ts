import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Filter, parseFilter } from '../../compiler/filter';
import { Environment } from '../../config';
import { parseRawQuery } from '../../http';
import { CompileFigures } from '../planning/compile-figures';

const LONGEST_ADDRESS = 10_000;

/**
 * Parses the query parameters and the header `nested` of a concept or view query to a filter (step 2 of ARCHITECTURE.md). Caches filters,
 * so that a repeated request is not parsed again.
 */
@Injectable()
export class FilterParser {
  private readonly known: LRUCache<string, Filter> | undefined;

  constructor(
    { planCacheSize }: Environment,
    private readonly figures: CompileFigures,
  ) {
    if (planCacheSize > 0) this.known = new LRUCache({ max: planCacheSize });
  }

  parse(address: string, nestedHeader?: string): Filter {
    const key = nestedHeader === undefined ? address : `${address} ${nestedHeader}`;
    const known = this.known?.get(key);
    if (known !== undefined) return known;
    this.figures.parsed++;
    const filter = parseFilter(parseRawQuery(address), nestedHeader);
    if (key.length <= LONGEST_ADDRESS) this.known?.set(key, filter);
    return filter;
  }
}
