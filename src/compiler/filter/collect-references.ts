import type { Query, Written } from '../../model';
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
