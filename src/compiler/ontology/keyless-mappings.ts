import type { Concept, Mapping, MappingColumn, Ontology } from '../../model';
import { addsValuesOnly } from './check-entity-columns';

/** Reports whether the settings of an ontology allow mappings without the key of their concept. */
export function allowsKeyless(settings: ReadonlyMap<string, string>): boolean {
  return settings.get('keyless_mappings') === 'allow';
}

/**
 * Reports whether columns of a mapping lack a part of the concept's key. Its rows then have no identity: they are rows of the
 * concept, but no row is the same entity as another one, and nothing is related to them.
 */
export function lacksKey(
  { columns }: { readonly columns: readonly MappingColumn[] },
  { primaryKey }: Pick<Concept, 'primaryKey'>,
): boolean {
  return primaryKey.length === 0 || primaryKey.some((key) => !columns.some((column) => column.key === key));
}

const KNOWN = new WeakMap<Concept, boolean>();

/** Reports whether a concept can have rows without a key: by its own mappings, or by those of concepts below or selected from. */
export function hasKeylessRows(ontology: Ontology, concept: Concept): boolean {
  if (!allowsKeyless(ontology.settings)) return false;
  const known = KNOWN.get(concept);
  if (known !== undefined) return known;
  // A concept that selects from itself, through others, adds nothing to them.
  KNOWN.set(concept, false);
  const owners = [concept, ...concept.descendants.map((key) => ontology.concepts.get(key))];
  const found = owners.some((owner) => {
    if (owner === undefined) return false;
    const from = ontology.concepts.get(owner.logic?.from ?? '');
    return hasKeylessMapping(ontology, owner) || (from !== undefined && hasKeylessRows(ontology, from));
  });
  KNOWN.set(concept, found);
  return found;
}

function hasKeylessMapping(ontology: Ontology, owner: Concept): boolean {
  return owner.mappings
    .map((key) => ontology.mappings.get(key))
    .some((mapping) => mapping !== undefined && isKeyless(ontology, mapping, owner));
}

/** Reports whether a mapping defines rows of a concept without a key. */
export function isKeyless({ properties }: Ontology, mapping: Mapping, owner: Concept): boolean {
  return lacksKey(mapping, owner) && !addsValuesOnly(mapping.columns, properties);
}
