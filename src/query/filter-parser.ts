import { Injectable } from '@nestjs/common';
import { type Filter, parseFilter } from '../compiler/filter';

/** Step 2 of a concept or view query: the decoded parameters of the address, and the header `nested`, to a filter. */
@Injectable()
export class FilterParser {
  parse(pairs: readonly (readonly [string, string])[], nestedHeader?: string): Filter {
    return parseFilter(pairs, nestedHeader);
  }
}
