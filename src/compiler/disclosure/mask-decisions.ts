import { nameKey, type Mapping } from '../../model';
import { type Branch, propertiesOfKin } from '../plan';
import type { CompiledModel } from './compiled-model';
import type { Decision } from './decisions';
import type { AppliedMask, CallerMasks } from '../rights';

/**
 * Returns how a mapping's values and the properties calculated from its rows are masked. Calculated properties without
 * a policy of their own are omitted: they follow the properties that they read.
 */
export function maskDecisions(compiled: CompiledModel, masks: CallerMasks, key: string): readonly Decision[] {
  const mapping = compiled.model.ontology.mappings.get(key);
  if (mapping === undefined) return [];
  if (mapping.target.kind === 'link') return linkDecisions(masks, mapping);
  return [
    ...valueDecisions(compiled, masks, mapping),
    ...compiled.branchesOf(key).flatMap((branch) => branchDecisions(compiled, masks, branch)),
  ];
}

function linkDecisions(masks: CallerMasks, { columns }: Mapping): readonly Decision[] {
  return columns.map(({ key, name }) => {
    return { about: key, owner: '', of: `"${name}"`, text: printRule(masks.ruleOfLinkColumn(key)) };
  });
}

/** Returns the masks of multi-value properties, which follow the concepts of their mapping. */
function valueDecisions(
  compiled: CompiledModel,
  masks: CallerMasks,
  { target, columns }: Mapping,
): readonly Decision[] {
  const { concepts, properties } = compiled.model.ontology;
  const owners = target.kind === 'concepts' ? target.concepts.map((key) => concepts.get(key)) : [];
  const values = columns.filter(({ key }) => properties.get(key)?.isMultiValue === true);
  return owners
    .filter((owner) => owner !== undefined)
    .flatMap((owner) =>
      values.map(({ key, name }) => ({
        about: key,
        owner: nameKey(owner.name),
        of: `"${name}" of concept "${owner.name}"`,
        text: printRule(masks.ruleOfValues(key, owner)),
      })),
    );
}

function branchDecisions(compiled: CompiledModel, masks: CallerMasks, branch: Branch): readonly Decision[] {
  const { owner, mapping } = branch;
  const { ontology } = compiled.model;
  const given = mapping.columns
    .map(({ key }) => key)
    .filter((key) => ontology.properties.get(key)?.isMultiValue !== true);
  const calculated = [...propertiesOfKin(ontology, owner)]
    .filter(([key, { calculation, isMeasure }]) => calculation !== undefined && !isMeasure && masks.hasPolicy(key))
    .map(([key]) => key);
  return [...new Set([...given, ...calculated])].map((about) => ({
    about,
    owner: nameKey(owner.name),
    of: `"${ontology.properties.get(about)?.name ?? about}" of concept "${owner.name}"`,
    text: decisionOn(compiled, masks, { about, branch }),
  }));
}

function decisionOn(
  compiled: CompiledModel,
  masks: CallerMasks,
  { about, branch }: { readonly about: string; readonly branch: Branch },
): string | undefined {
  const ofConcept = masks.decisionOn(about, branch.owner);
  const ofLogic = masks.rulesOfLogic(about).flatMap(({ concept }) => {
    const isA = compiled.textOf(branch, (reader) => {
      const answer = reader.isA(nameKey(concept.name));
      return answer.kind === 'literal' && answer.text === '0' ? undefined : answer;
    });
    return isA === undefined ? [] : [[masks.decisionOn(about, concept), isA]];
  });
  return ofConcept === undefined && ofLogic.length === 0 ? undefined : JSON.stringify([ofConcept, ofLogic]);
}

function printRule(rule: AppliedMask | undefined): string | undefined {
  return rule && JSON.stringify(rule);
}
