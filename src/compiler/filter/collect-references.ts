import { nameKey, type Query, type Written } from '../../model';
import { mapQuery } from '../tree';

/** Returns the last parts of all names in a statement, in order of first use: properties and paths. */
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

/** Returns whether a statement reads measures, which group its rows. */
export function namesMeasure(query: Query<Written>): boolean {
  return collectReferences(query).some((name) => nameKey(name).startsWith(MEASURE));
}
