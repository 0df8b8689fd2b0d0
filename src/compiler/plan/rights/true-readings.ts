import { nameKey, type Caller, type Concept, type Ontology, type Property, type WrittenName } from '../../../model';
import type { PlanContext } from '../planning';
import { MaskPolicy } from './mask';
import { comparedBy, type ComparedModel, type ReadName, TrueMeaning } from './true-meaning';

/** A version of an ontology on a service with these settings, as far as it is compared with another version. */
export interface GuardedModel extends ComparedModel, Pick<PlanContext, 'maskColumns'> {}

/** A place of the model that works on true values, whoever asks. */
export interface TrueReading {
  /** `the condition of concept "x" tests` */
  readonly what: string;
  /** What it reads that is sensitive. */
  readonly names: readonly WrittenName[];
  /** The same text means that it reads the same. */
  readonly meaning: () => string;
}

/** Everybody who has no right of their own. */
const ANYBODY: Caller = { id: '', name: '', roles: ['public'], grants: [] };

/** What is sensitive whoever asks: masked for everybody who has no right and no role of their own. */
export function masksForAnybody({ ontology, maskColumns }: GuardedModel): MaskPolicy {
  return new MaskPolicy(ontology, ANYBODY, maskColumns);
}

/**
 * All places that work on true values (spec 2, "Sensitive columns"): conditions of logic concepts, keys, relationships,
 * and calculations whose own policy decides how they are masked, which may show more than the mask of what they read.
 */
export function trueReadings(model: GuardedModel): readonly TrueReading[] {
  const masks = masksForAnybody(model);
  const { concepts, properties } = model.ontology;
  return [
    ...[...concepts.values()].flatMap((concept) => [
      ...readingOfCondition(model, masks, concept),
      ...readingOfKey(model, masks, concept),
      ...readingsOfRelationships(model, masks, concept),
    ]),
    ...[...properties.values()].flatMap((property) => readingOfCalculation(model, masks, property)),
  ];
}

/** What each policy that filters rows asks of whose entities, by its name: the same text means the same rows. */
export function rowRuleMeanings(model: ComparedModel): ReadonlyMap<string, string> {
  const meanings = new Map<string, string>();
  for (const policy of model.ontology.policies.values()) {
    if (policy.kind !== 'filter') continue;
    const concept = model.ontology.concepts.get(policy.concept);
    const meaning = new TrueMeaning(model);
    meaning.readTree('the filter', policy.where, concept === undefined ? [] : [concept]);
    meanings.set(policy.name, meaning.readConcept(policy.concept).text);
  }
  return meanings;
}

function readingOfCondition(model: GuardedModel, masks: MaskPolicy, { name, logic }: Concept): readonly TrueReading[] {
  if (logic?.where === undefined) return [];
  const from = model.ontology.concepts.get(logic.from);
  const meaning = new TrueMeaning(model);
  const names = meaning.readTree('the condition', logic.where, from === undefined ? [] : [from]);
  const what = `the condition of concept "${name}" tests`;
  return [{ what, names: sensitiveOf(masks, names), meaning: () => meaning.readConcept(logic.from).text }];
}

function readingOfKey(model: GuardedModel, masks: MaskPolicy, concept: Concept): readonly TrueReading[] {
  if (concept.primaryKey.length === 0 || concept.keyConcept !== nameKey(concept.name)) return [];
  const meaning = new TrueMeaning(model);
  const names = readAll(model.ontology, meaning, concept.primaryKey);
  const what = `the key of concept "${concept.name}" holds`;
  return [{ what, names: sensitiveOf(masks, names), meaning: () => `${concept.primaryKey.join()}\n${meaning.text}` }];
}

function readingsOfRelationships(
  model: GuardedModel,
  masks: MaskPolicy,
  { name, relationships }: Concept,
): readonly TrueReading[] {
  const own = [...relationships.values()].filter(({ source, isInverse }) => !isInverse && source === nameKey(name));
  return own.map((relationship) => {
    const meaning = new TrueMeaning(model);
    const names = readAll(model.ontology, meaning, comparedBy(model.ontology, relationship));
    const ends = `from "${name}" to "${model.ontology.concepts.get(relationship.target)?.name}"`;
    const what = `the relationship "${relationship.name}" ${ends} compares`;
    return { what, names: sensitiveOf(masks, names), meaning: () => meaning.readRelationship(relationship).text };
  });
}

function readingOfCalculation(model: GuardedModel, masks: MaskPolicy, property: Property): readonly TrueReading[] {
  const key = nameKey(property.name);
  if (property.calculation === undefined || property.isMeasure || !masks.hasPolicy(key)) return [];
  const meaning = new TrueMeaning(model);
  const parts = meaning.readProperty(key).filter((part) => part !== key);
  const names = readAll(model.ontology, meaning, parts);
  const what = `the calculation of "${property.name}", which a policy masks, reads`;
  return [{ what, names: sensitiveOf(masks, names), meaning: () => meaning.text }];
}

function readAll({ properties }: Ontology, meaning: TrueMeaning, keys: readonly string[]): readonly ReadName[] {
  return keys.map((key) => {
    const name = { parts: [{ name: properties.get(key)?.name ?? key }] };
    return { name, properties: meaning.readProperty(key) };
  });
}

function sensitiveOf(masks: MaskPolicy, names: readonly ReadName[]): readonly WrittenName[] {
  const sensitive = names.filter(
    ({ name, properties }) =>
      masks.masksName(name.parts.at(-1)?.name ?? '') || properties.some((key) => masks.masks(key)),
  );
  return sensitive.map(({ name }) => name);
}
