import { buildOntology } from '../../compiler/ontology';
import { type ConditionReader, sensitiveCondition } from '../../compiler/plan';
import { ServiceError } from '../../errors';
import { allows, type Concept, nameKey, type WrittenName } from '../../model';
import { type Workspace } from '../change/workspace';

/**
 * The condition of a logic concept works on true values for everybody: only an author with UNMASK may let it test a
 * sensitive property, or change what a condition that does so means (spec 2, "Sensitive columns").
 */
export function checkConditionRights(author: ConditionReader, { before }: Workspace): void {
  const { ontology, caller } = author;
  if (allows(caller, 'UNMASK', { kind: 'ontology', ontology: ontology.name })) return;
  const conditions = [...ontology.concepts.values()].map((concept) => {
    return { concept, ...sensitiveCondition(author, concept) };
  });
  const sensitive = conditions.filter(({ names }) => names.length > 0);
  if (sensitive.length === 0) return;
  const earlier = buildOntology(before, '', author.serviceName);
  for (const { concept, names, meaning } of sensitive) {
    const known = earlier.concepts.get(nameKey(concept.name));
    if (known !== undefined && sensitiveCondition({ ...author, ontology: earlier }, known).meaning === meaning)
      continue;
    throw refusal(concept, names[0]);
  }
}

function refusal({ name: concept }: Concept, name: WrittenName | undefined): ServiceError {
  const tested = name?.parts.at(-1)?.name ?? '';
  const message = `this needs the right UNMASK: the condition of concept "${concept}" tests "${tested}", which is sensitive`;
  return new ServiceError('auth_forbidden', message, {
    hint: 'ask somebody with UNMASK on the ontology to make this change',
    offset: name?.at,
  });
}
