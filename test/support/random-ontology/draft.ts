import type { ConceptDefinition, MappingDefinition, PropertyDefinition } from './definitions';
import type { Dice } from './dice';
import type { TableDraft } from './tables';
import type { ColumnType, Domain } from './values';

/** A concept under construction. */
export interface ConceptDraft {
  readonly name: string;
  readonly family: Family | undefined;
  readonly parents: readonly ConceptDraft[];
  readonly properties: string[];
  readonly label: readonly string[];
  readonly constraints: string[];
  readonly logic?: string;
}

/** Concepts with the same key. */
export interface Family {
  readonly name: string;
  readonly domain: Domain;
  readonly key: readonly string[];
  readonly concepts: ConceptDraft[];
}

/** A mapping that defines entities, with their family. */
export interface EntityMapping extends MappingDefinition {
  readonly family: Family;
  readonly concept: ConceptDraft;
}

/** An ontology under construction. */
export interface Draft {
  readonly dice: Dice;
  /** Whether some mappings lack the key of their concept, or a part of it. */
  readonly hasKeyless: boolean;
  readonly tables: readonly TableDraft[];
  readonly properties: Map<string, PropertyDefinition>;
  readonly families: Family[];
  readonly concepts: ConceptDraft[];
  readonly mappings: EntityMapping[];
  readonly otherMappings: MappingDefinition[];
}

/** Returns all property names of a concept: its own, then those of its parents. */
export function propertiesOf(concept: ConceptDraft): readonly string[] {
  return [...new Set([...concept.properties, ...concept.parents.flatMap(propertiesOf)])];
}

export function typeOf(draft: Draft, property: string): ColumnType {
  return draft.properties.get(property)?.type ?? 'string';
}

export function tableOf(draft: Draft, name: string): TableDraft | undefined {
  return draft.tables.find((table) => table.name === name);
}

export function define(concept: ConceptDraft): ConceptDefinition {
  const { name, parents, properties, family, label, constraints, logic } = concept;
  const key = family?.concepts[0] === concept ? family.key : [];
  return {
    name, properties, label, constraints, key,
    parents: parents.map((parent) => parent.name),
    ...(logic !== undefined && { logic }),
  }; // prettier-ignore
}
