import { nameKey, type Ontology } from '../../model';
import type { CreateConcept } from '../statement';
import { findMissing, type ForwardReference } from './forward-references';
import { openDraft, type DefinitionsDraft, type OntologyDefinitions } from './ontology-definitions';
import { quoted } from './refusals';

/** The definitions that refer only to each other, and the references that keep the others from being linked. */
export interface Linkable {
  readonly definitions: OntologyDefinitions;
  readonly references: readonly ForwardReference[];
}

/**
 * Returns the definitions without those that refer to something missing, and without those that refer to them, if the
 * setting `forward_references` allows such references; otherwise all definitions, so that a missing name is rejected.
 */
export function linkWhatExists(definitions: OntologyDefinitions): Linkable {
  if (definitions.settings.get('forward_references') !== 'allow') return { definitions, references: [] };
  const references: ForwardReference[] = [];
  const draft = openDraft(definitions);
  for (let found = findMissing(draft); found.length > 0; found = findMissing(draft)) {
    references.push(...found);
    for (const reference of found) remove(draft, reference);
  }
  return { definitions: draft, references };
}

/** Returns the references to what does not exist yet, direct and through each other. */
export function findForwardReferences(definitions: OntologyDefinitions): readonly ForwardReference[] {
  return linkWhatExists(definitions).references;
}

function remove(draft: DefinitionsDraft, { kind, name, concept, missing }: ForwardReference): void {
  const key = nameKey(name);
  switch (kind) {
    case 'concept':
      draft.concepts.delete(key);
      break;
    case 'view':
      draft.views.delete(key);
      break;
    case 'mapping':
      if (missing.kind === 'mapping') removeDeclarations(draft, key, nameKey(missing.name));
      else draft.mappings.delete(key);
      break;
    case 'relationship':
      changeConcepts(draft, (one) => (nameKey(one.name.name) === nameKey(concept ?? '') ? withoutNamed(one, key) : one));
      break;
    default:
      draft.properties.delete(key);
      changeConcepts(draft, (one) => ({ ...one, columns: one.columns.filter((column) => nameKey(column.name.name) !== key) }));
  }
} // prettier-ignore

function changeConcepts(draft: DefinitionsDraft, change: (concept: CreateConcept) => CreateConcept): void {
  for (const [key, concept] of draft.concepts) draft.concepts.set(key, change(concept));
}

function withoutNamed(concept: CreateConcept, key: string): CreateConcept {
  const constraints = concept.constraints.filter(({ kind, name }) => kind === 'multi-value' || nameKey(name.name) !== key);
  return { ...concept, constraints };
} // prettier-ignore

/** A declared constraint only makes statements cheaper, so a mapping is valid without it. */
function removeDeclarations(draft: DefinitionsDraft, key: string, missing: string): void {
  const mapping = draft.mappings.get(key);
  if (mapping === undefined) return;
  const declarations = mapping.declarations.filter((one) => !('mapping' in one) || nameKey(one.mapping.name) !== missing);
  draft.mappings.set(key, { ...mapping, declarations });
} // prettier-ignore

/** Returns a forward reference as a sentence. */
export function describeForwardReference({ kind, name, concept, missing }: ForwardReference): string {
  const of = concept === undefined ? '' : ` of concept ${quoted(concept)}`;
  return `the ${kind} ${quoted(name)}${of} waits for the ${missing.kind} ${quoted(missing.name)}`;
}

/** Returns what cannot be read of an ontology because of these references (`Ontology.waiting`). */
export function waitingFor(definitions: OntologyDefinitions, { references }: Linkable): Ontology['waiting'] {
  const names = new Map<string, string>();
  const entities = new Map<string, string>();
  for (const reference of references) {
    const reason = describeForwardReference(reference);
    const key = nameKey(reference.name);
    if (!names.has(key)) names.set(key, reason);
    if (reference.kind !== 'mapping' || reference.missing.kind === 'mapping') continue;
    const target = definitions.mappings.get(key)?.target;
    if (target?.kind !== 'concepts') continue;
    for (const concept of target.concepts) noteAbove(definitions, entities, { key: nameKey(concept.name), reason });
  }
  return { names, entities };
}

/** Notes that entities of a concept are missing, and so also of the concepts above it and of those that select from it. */
function noteAbove(
  { concepts }: OntologyDefinitions,
  entities: Map<string, string>,
  { key, reason }: { readonly key: string; readonly reason: string },
): void {
  const pending = [key];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (entities.has(next)) continue;
    entities.set(next, reason);
    const parents = concepts.get(next)?.parents ?? [];
    pending.push('thing', ...parents.map(({ name }) => nameKey(name)));
    for (const [other, { logic }] of concepts) {
      if (nameKey(logic?.from.parts.at(-1)?.name ?? '') === next) pending.push(other);
    }
  }
}
