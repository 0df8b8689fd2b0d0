import { nameKey, type Concept, type Ontology, type Property, type Relationship, type WrittenName } from '../../model';
import { type BranchReader, propertiesOfKin, planCondition } from '../plan';
import type { CompiledModel } from './compiled-model';
import type { CallerMasks } from '../rights';
import { isSystemColumn } from '../values';
import { NameReader, type ReadName } from './read-names';

/** A part of the model that reads true values for every caller. */
export interface TrueValueUse {
  /** The subject for a message: `the condition of concept "x" tests`. */
  readonly what: string;
  /** The sensitive names that the part reads. */
  readonly names: readonly WrittenName[];
  /** Returns the compiled part: equal strings read the same. */
  readonly meaning: () => string;
}

/**
 * Returns all parts of the model that read true values (SECURITY.md): conditions of logic concepts, keys,
 * relationships, and calculations with a policy of their own, whose mask may show more than the masks of the properties
 * that they read.
 */
export function findTrueValueUses(compiled: CompiledModel, masks: CallerMasks): readonly TrueValueUse[] {
  const { ontology, serviceName } = compiled.model;
  const scope = { compiled, masks, ontology, names: new NameReader(ontology, serviceName) };
  return [
    ...[...ontology.concepts.values()].flatMap((concept) => [
      ...readingOfCondition(scope, concept),
      ...readingOfKey(scope, concept),
      ...readingsOfRelationships(scope, concept),
    ]),
    ...[...ontology.properties.values()].flatMap((property) => readingOfCalculation(scope, property)),
  ];
}

interface Reading {
  readonly compiled: CompiledModel;
  readonly masks: CallerMasks;
  readonly ontology: Ontology;
  readonly names: NameReader;
}

function readingOfCondition(reading: Reading, { name, logic }: Concept): readonly TrueValueUse[] {
  const from = logic && reading.ontology.concepts.get(logic.from);
  if (logic?.where === undefined || from === undefined) return [];
  const names = reading.names.readTree(logic.where, [from]);
  const what = `the condition of concept "${name}" tests`;
  const meaning = (): string =>
    reading.compiled.meaningOf([from], (reader) => planCondition(reader.planning, logic, reader));
  return [{ what, names: sensitiveOf(reading.masks, names), meaning }];
}

function readingOfKey(reading: Reading, concept: Concept): readonly TrueValueUse[] {
  const { primaryKey } = concept;
  if (primaryKey.length === 0 || concept.keyConcept !== nameKey(concept.name)) return [];
  const what = `the key of concept "${concept.name}" holds`;
  const meaning = (): string => `${primaryKey.join()}\n${reading.compiled.meaningOf([concept], valuesOf(primaryKey))}`;
  return [{ what, names: sensitiveOf(reading.masks, readAll(reading, primaryKey)), meaning }];
}

function readingsOfRelationships(reading: Reading, { name, relationships }: Concept): readonly TrueValueUse[] {
  const own = [...relationships.values()].filter(
    ({ source, isInverse, join }) => source === nameKey(name) && (!isInverse || join.kind === 'link'),
  );
  return own.map((relationship) => {
    const ends = `from "${name}" to "${reading.ontology.concepts.get(relationship.target)?.name}"`;
    const compared = comparedBy(reading.ontology, relationship);
    const names = readAll(reading, compared);
    const what = `the relationship "${relationship.name}" ${ends} compares`;
    const meaning = (): string => meaningOfRelationship(reading, relationship, compared);
    return { what, names: sensitiveOf(reading.masks, names), meaning };
  });
}

/** Returns the properties that a relationship compares, compiled for the entities at both ends. */
function meaningOfRelationship(
  reading: Reading,
  { source, target, join }: Relationship,
  compared: readonly string[],
): string {
  const ends = [source, target].map((key) => {
    const concept = reading.ontology.concepts.get(key);
    return concept && reading.compiled.meaningOf([concept], valuesOf(compared));
  });
  return JSON.stringify([compared, join.kind === 'link' ? join.mappings : [], ends]);
}

function readingOfCalculation(reading: Reading, property: Property): readonly TrueValueUse[] {
  const key = nameKey(property.name);
  if (property.calculation === undefined || property.isMeasure || !reading.masks.hasPolicy(key)) return [];
  const parts = reading.names.readProperty(key).filter((part) => part !== key);
  const what = `the calculation of "${property.name}", which a policy masks, reads`;
  const { ontology } = reading;
  const holders = [...ontology.concepts.values()].filter((concept) => propertiesOfKin(ontology, concept).has(key));
  const meaning = (): string => reading.compiled.meaningOf(holders, valuesOf([key]));
  return [{ what, names: sensitiveOf(reading.masks, readAll(reading, parts)), meaning }];
}

function valuesOf(keys: readonly string[]): (reader: BranchReader) => unknown {
  return (reader) => keys.map((key) => reader.raw(key));
}

/** Returns the properties whose true values a relationship compares. */
function comparedBy(ontology: Ontology, { join, source, target }: Relationship): readonly string[] {
  const { mappings } = ontology;
  if (join.kind === 'key')
    return [...partsOf(ontology, join.sourceProperties, source), ...partsOf(ontology, join.targetProperties, target)];
  const targets = join.mappings.map((key) => mappings.get(key)?.target);
  return targets.flatMap((target) =>
    target?.kind === 'link' ? target.ends.flatMap((end) => partsOf(ontology, end.properties, end.concept)) : [],
  );
}

/** Replaces the id by the properties that the ids of a concept's entities consist of. */
function partsOf({ concepts }: Ontology, keys: readonly string[], concept: string): readonly string[] {
  if (!keys.some(isSystemColumn)) return keys;
  const ends = [concept, ...(concepts.get(concept)?.descendants ?? [])].flatMap((key) => concepts.get(key) ?? []);
  return [...new Set(ends.flatMap(({ primaryKey }) => primaryKey))];
}

function readAll({ ontology, names }: Reading, keys: readonly string[]): readonly ReadName[] {
  return keys.map((key) => {
    const name = { parts: [{ name: ontology.properties.get(key)?.name ?? key }] };
    return { name, properties: names.readProperty(key) };
  });
}

function sensitiveOf(masks: CallerMasks, names: readonly ReadName[]): readonly WrittenName[] {
  const sensitive = names.filter(
    ({ name, properties }) =>
      masks.masksName(name.parts.at(-1)?.name ?? '') || properties.some((key) => masks.masks(key)),
  );
  return sensitive.map(({ name }) => name);
}
