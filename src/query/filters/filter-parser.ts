import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { fillForm, type Filter, type FilterForm, formOf, parseFilter } from '../../compiler/filter';
import { Environment } from '../../config';
import { parseQueryValue, parseRawQuery } from '../../http';
import { CompileFigures } from '../planning/compile-figures';

const LONGEST_ADDRESS = 10_000;
const VALUES = /([?&]_comp\d{0,9}_=)([^&]*)/g;

/** A URL without the values of its filter, and these values, encoded. */
interface CutAddress {
  readonly form: string;
  readonly values: readonly string[];
}

/**
 * Parses the query parameters and the header `nested` of a concept or view query to a filter (step 2 of ARCHITECTURE.md). Caches the forms
 * of filters, so that only the values of a URL are parsed that differs in them from an earlier one.
 */
@Injectable()
export class FilterParser {
  private readonly known: LRUCache<string, FilterForm> | undefined;

  constructor(
    { planCacheSize }: Environment,
    private readonly figures: CompileFigures,
  ) {
    if (planCacheSize > 0) this.known = new LRUCache({ max: planCacheSize });
  }

  parse(address: string, nestedHeader?: string): Filter {
    if (this.known === undefined || address.length > LONGEST_ADDRESS)
      return this.parseWhole(address, nestedHeader).filter;
    const { form, values } = cutValues(address);
    const key = nestedHeader === undefined ? form : `${form} ${nestedHeader}`;
    const known = this.known.get(key);
    const filter = known && fillForm(known, values.map(decodeValue));
    if (filter !== undefined) return filter;
    const parsed = this.parseWhole(address, nestedHeader);
    const made = known === undefined ? formOf(parsed.filter, parsed.pairs) : undefined;
    if (made?.places.length === values.length) this.known.set(key, made);
    return parsed.filter;
  }

  private parseWhole(
    address: string,
    nestedHeader: string | undefined,
  ): { readonly filter: Filter; readonly pairs: ReturnType<typeof parseRawQuery> } {
    this.figures.parsed++;
    const pairs = parseRawQuery(address);
    return { filter: parseFilter(pairs, nestedHeader), pairs };
  }
}

/** Most values are plain, and decoding them is then not worth its time. */
function decodeValue(value: string): string {
  return /[%+]/.test(value) ? parseQueryValue(value) : value;
}

/** The number of commas stays in the form, so that lists of one form mostly have the same length. */
function cutValues(address: string): CutAddress {
  const values: string[] = [];
  const form = address.replace(VALUES, (_, parameter: string, value: string) => {
    values.push(value);
    return parameter + ','.repeat(value.split(/,|%2c/i).length - 1);
  });
  return { form, values };
}
