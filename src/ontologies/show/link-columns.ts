import type { Mapping, Ontology, Relationship } from '../../model';

/** The link mappings of a relationship, and the names of their columns that are no keys; both empty where it joins by keys. */
export interface LinkColumns {
  readonly mappings: readonly Mapping[];
  readonly names: readonly string[];
}

export function linkColumnsOf(ontology: Ontology, { join }: Relationship): LinkColumns {
  const keys = join.kind === 'link' ? join.mappings : [];
  const mappings = keys.map((key) => ontology.mappings.get(key)).filter((mapping) => mapping !== undefined);
  const names = mappings.flatMap(({ target }) => (target.kind === 'link' ? target.linkColumns : []));
  return { mappings, names: [...new Set(names)] };
}
