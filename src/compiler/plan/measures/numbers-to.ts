import type { Identifier, Source } from '../../../model';
import { constant, selectOf, unionAll } from '../../tree';
import type { Resolved } from '../../values';

/** Returns the numbers from 0 to `last` as a table with one column. */
export function numbersTo(last: number, column: Identifier, alias: Identifier): Source<Resolved> {
  const numbers = Array.from({ length: last + 1 }, (_, number) =>
    selectOf<Resolved>([{ expression: constant('integer', String(number)), alias: column }]),
  );
  return { kind: 'derived', query: unionAll(numbers), alias, lateral: false };
}
