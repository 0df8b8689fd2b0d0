import { nameKey, type Identifier } from '../../model';
import { ServiceError } from '../../errors';
import type { CreateConcept } from '../statement';
import { checkDistinct, checkName, placeOf, quoted } from './refusals';

/** The system columns of every concept (docs/language.md). No property may have one of these names. */
export const SYSTEM_COLUMNS: ReadonlySet<string> = new Set(['entity_id', 'entity_label', 'entity_type']);

/** Rejects a property name that is invalid or is the name of a system column (docs/language.md). */
export function checkPropertyName(identifier: Identifier): void {
  checkName('property', identifier);
  if (SYSTEM_COLUMNS.has(nameKey(identifier.name))) {
    const message = `${quoted(identifier.name)} is a system column of every concept`;
    throw new ServiceError('ontology_bad_name', message, { offset: identifier.at });
  }
}

/** Reports whether `inverse` is the name that the inverse of `name` has if it is not named. */
function isGeneratedInverse(inverse: Identifier, { name }: Identifier): boolean {
  return nameKey(inverse.name) === nameKey(`~${name}`);
}

function checkInverse(inverse: Identifier, { name }: Identifier): void {
  if (!inverse.name.startsWith('~')) {
    checkName('relationship', inverse);
    return;
  }
  throw new ServiceError('ontology_bad_name', `${quoted(inverse.name)} is not the inverse of ${quoted(name)}`, {
    hint: `an inverse with "~" is called ${quoted(`~${name}`)}; any other name has no "~"`,
    offset: inverse.at,
  });
}

/** Rejects invalid and duplicate names in the body of a concept. */
export function checkConceptNames(concept: CreateConcept): void {
  const where = placeOf('concept', concept.name);
  const multiValues = concept.constraints.filter((constraint) => constraint.kind === 'multi-value');
  const relationships = concept.constraints.filter((constraint) => constraint.kind !== 'multi-value');
  const properties = [...concept.columns, ...multiValues].map((column) => column.name);
  properties.forEach(checkPropertyName);
  checkDistinct(where, 'property', properties);
  for (const { name, inverse } of relationships) {
    if (inverse === undefined || !isGeneratedInverse(name, inverse)) checkName('relationship', name);
    if (inverse !== undefined && !isGeneratedInverse(inverse, name)) checkInverse(inverse, name);
  }
  checkDistinct(
    where,
    'relationship',
    relationships.map((relationship) => relationship.name),
  );
  checkDistinct(where, 'key column', concept.primaryKey);
  checkDistinct(where, 'parent', concept.parents);
}
