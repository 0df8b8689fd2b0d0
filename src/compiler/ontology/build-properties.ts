import {
  nameKey,
  printScalarType,
  sameScalarType,
  type Identifier,
  type Property,
  type ScalarType,
  type Tag,
} from '../../model';
import type { ConceptColumn, CreateConcept, MultiValueConstraint, TagAssignment } from '../statement';
import type { OntologyDefinitions, PropertyDefinition } from './ontology-definitions';
import { invalid, type Place, placeOf, quoted, unknownName } from './refusals';

/** Converts parsed tags to tags of the model. */
export function readTags(tags: readonly TagAssignment[]): readonly Tag[] {
  return tags.map((tag) => ({ name: tag.name.name, value: tag.value }));
}

/**
 * Builds all properties by key: the defined ones, then those declared only in concepts. Properties are global, so a
 * concept that declares a known property with another type is rejected; the error names both places (docs/language.md).
 */
export function buildProperties(definitions: OntologyDefinitions): Map<string, Property> {
  const register = new PropertyRegister();
  for (const [key, definition] of definitions.properties) {
    register.add(key, readProperty(definition), titleOf(definition));
  }
  for (const concept of definitions.concepts.values()) register.addConcept(concept);
  return register.properties;
}

function titleOf(definition: PropertyDefinition): string {
  return `${definition.kind === 'create-measure' ? 'MEASURE' : 'PROPERTY'} ${quoted(definition.name.name)}`;
}

function readProperty(definition: PropertyDefinition): Property {
  const isMeasure = definition.kind === 'create-measure';
  return {
    name: definition.name.name,
    type: definition.type,
    isMultiValue: !isMeasure && definition.multiValue,
    isMeasure,
    description: definition.description ?? '',
    tags: readTags(definition.tags),
    ...(definition.calculation && { calculation: definition.calculation }),
    ...(isMeasure && definition.filter && { filter: definition.filter }),
  };
}

/** The properties, each with the statement that declared it: the error for a conflict names both statements. */
class PropertyRegister {
  readonly properties = new Map<string, Property>();
  private readonly origins = new Map<string, string>();

  add(key: string, property: Property, origin: string): void {
    this.properties.set(key, property);
    this.origins.set(key, origin);
  }

  addConcept(concept: CreateConcept): void {
    const where = placeOf('concept', concept.name);
    for (const column of concept.columns) this.addColumn(where, column);
    for (const constraint of concept.constraints) {
      if (constraint.kind === 'multi-value') this.addMultiValue(where, constraint);
    }
  }

  private addColumn(where: Place, column: ConceptColumn): void {
    const known = this.properties.get(nameKey(column.name.name));
    if (known === undefined && column.measure) throw unknownName(where, 'measure', column.name, this.measures());
    if (known !== undefined && known.isMeasure !== column.measure) {
      const hint = known.isMeasure ? 'write `measure` before its type' : 'omit `measure`';
      throw invalid(
        { ...where, at: column.name.at },
        `${quoted(column.name.name)} is a ${known.isMeasure ? 'measure' : 'property'}`,
        hint,
      );
    }
    this.agree(where, column.name, column.type, false);
  }

  private addMultiValue(where: Place, constraint: MultiValueConstraint): void {
    const known = this.agree(where, constraint.name, constraint.type, true);
    if (known.isMultiValue) return;
    const origin = this.origins.get(nameKey(constraint.name.name)) ?? '';
    throw invalid(
      { ...where, at: constraint.name.at },
      `${quoted(known.name)} is MULTIVALUE here but has one value in ${origin}`,
    );
  }

  /** Returns the known property if its type is the same, or adds a new one if the name is unknown. Rejects another type. */
  private agree(where: Place, name: Identifier, type: ScalarType, isMultiValue: boolean): Property {
    const key = nameKey(name.name);
    const known = this.properties.get(key);
    if (known === undefined) {
      const made = { name: name.name, type, isMultiValue, isMeasure: false, description: '', tags: [] };
      this.add(key, made, where.title);
      return made;
    }
    if (sameScalarType(known.type, type)) return known;
    const origin = this.origins.get(key) ?? '';
    throw invalid(
      { ...where, at: name.at },
      `${quoted(known.name)} is ${printScalarType(type)} here but ${printScalarType(known.type)} in ${origin}`,
      'a property has one type in the whole ontology',
    );
  }

  private measures(): string[] {
    return [...this.properties.values()].filter((property) => property.isMeasure).map((property) => property.name);
  }
}
