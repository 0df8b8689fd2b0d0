import { nameKey, type Query, type Written } from '../../model';
import { mapQuery } from '../tree';

/** The last parts of all names in a statement, by first use: properties and paths. */
export function collectReferences(query: Query<Written>): readonly string[] {
  const names = new Set<string>();
  mapQuery<Written, Written>(query, {
    reference: (reference) => {
      names.add(reference.parts.at(-1)?.name ?? '');
      return { kind: 'reference', reference };
    },
    source: (source) => source,
  });
  return [...names];
}

const MEASURE = 'measure.';

/** Whether measures make groups of the rows of a statement. */
export function namesMeasure(query: Query<Written>): boolean {
  return collectReferences(query).some((name) => nameKey(name).startsWith(MEASURE));
}
