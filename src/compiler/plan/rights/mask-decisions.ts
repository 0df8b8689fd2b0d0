import { nameKey, type Concept, type Mapping } from '../../../model';
import { propertiesOfKin } from '../concept/concept-properties';
import type { AppliedMask, MaskPolicy } from './mask';
import { type GuardedModel, masksForAnybody } from './true-readings';
import { TrueMeaning } from './true-meaning';

/** How a value is masked that a mapping gives, or that is calculated from such values. */
export interface MaskDecision {
  /** `"email" of concept "person"` */
  readonly of: string;
  /** The same text means the same mask, for the same entities; undefined where everybody sees the value. */
  readonly text: string | undefined;
}

/** Every value that there is, by its mapping, concept and property, but for what is calculated and masked as what it reads. */
export function maskDecisions(model: GuardedModel): ReadonlyMap<string, MaskDecision> {
  const masks = masksForAnybody(model);
  const decisions = new Map<string, MaskDecision>();
  for (const key of model.mappings) {
    const mapping = model.ontology.mappings.get(key);
    for (const { owner, property, ...decision } of mapping === undefined ? [] : decisionsOn(model, masks, mapping)) {
      const name = `"${model.ontology.properties.get(property)?.name ?? property}"`;
      const of = owner === undefined ? name : `${name} of concept "${owner.name}"`;
      decisions.set(JSON.stringify([key, owner && nameKey(owner.name), property]), { of, ...decision });
    }
  }
  return decisions;
}

interface Decision extends Omit<MaskDecision, 'of'> {
  /** None of a column of a link. */
  readonly owner?: Concept;
  readonly property: string;
}

function decisionsOn(model: GuardedModel, masks: MaskPolicy, { target, columns }: Mapping): readonly Decision[] {
  const given = columns.map(({ key }) => key);
  if (target.kind === 'link') {
    return given.map((property) => {
      return { property, text: printRule(masks.ruleOfLinkColumn(property)) };
    });
  }
  const owners = target.concepts.map((key) => model.ontology.concepts.get(key)).filter((owner) => owner !== undefined);
  return owners.flatMap((owner) =>
    [...new Set([...given, ...calculatedOf(model, owner).filter((key) => masks.hasPolicy(key))])].map((property) => {
      return { owner, property, text: decisionOn(model, masks, property, owner) };
    }),
  );
}

function calculatedOf({ ontology }: GuardedModel, owner: Concept): readonly string[] {
  const calculated = [...propertiesOfKin(ontology, owner)].filter(
    ([, { calculation, isMeasure }]) => calculation !== undefined && !isMeasure,
  );
  return calculated.map(([key]) => key);
}

function decisionOn(model: GuardedModel, masks: MaskPolicy, property: string, owner: Concept): string | undefined {
  if (model.ontology.properties.get(property)?.isMultiValue === true) {
    return printRule(masks.ruleOfValues(property, owner));
  }
  const ofConcept = masks.decisionOn(property, owner);
  const ofLogic = masks.rulesOfLogic(property).map(({ concept }) => {
    const meaning = new TrueMeaning(model);
    meaning.readConcept(nameKey(concept.name));
    return [masks.decisionOn(property, concept), meaning.text];
  });
  return ofConcept === undefined && ofLogic.length === 0 ? undefined : JSON.stringify([ofConcept, ofLogic]);
}

function printRule(rule: AppliedMask | undefined): string | undefined {
  return rule && JSON.stringify(rule);
}
