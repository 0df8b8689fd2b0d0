import { nameKey, type ScalarType } from '../../model';
import type { AlterTag, TagAssignment, TaggedKind } from '../statement';
import type { DefinitionsDraft, PropertyDefinition } from './ontology-definitions';
import { quoted, unknownName } from './refusals';

interface Tagged {
  readonly name: { readonly name: string };
  readonly tags: readonly TagAssignment[];
}

/** Applies ALTER ... UPDATE TAG or DROP TAG to the definition that has the tags. */
export function alterTag(draft: DefinitionsDraft, statement: AlterTag): void {
  if (statement.target === 'property') materialise(draft, nameKey(statement.name.name));
  const known = { concept: draft.concepts, view: draft.views, property: draft.properties };
  change<Tagged>(known[statement.target], statement);
}

function change<D extends Tagged>(known: Map<string, D>, statement: AlterTag): void {
  const key = nameKey(statement.name.name);
  const definition = known.get(key);
  if (definition === undefined) {
    const names = [...known.values()].map((other) => other.name.name);
    throw unknownName({ title: titleOf(statement.target) }, statement.target, statement.name, names);
  }
  known.set(key, { ...definition, tags: changedTags(definition.tags, statement) });
}

function changedTags(tags: readonly TagAssignment[], statement: AlterTag): readonly TagAssignment[] {
  const { action } = statement;
  const name = action.kind === 'update' ? action.tag.name.name : action.tag.name;
  const index = tags.findIndex((tag) => nameKey(tag.name.name) === nameKey(name));
  if (action.kind === 'update') return index < 0 ? [...tags, action.tag] : tags.with(index, action.tag);
  if (index >= 0) return tags.toSpliced(index, 1);
  const where = { title: `${titleOf(statement.target)} ${quoted(statement.name.name)}` };
  const known = tags.map((tag) => tag.name.name);
  throw unknownName(where, 'tag', action.tag, known);
}

function titleOf(target: TaggedKind): string {
  return `ALTER ${target.toUpperCase()}`;
}

/** Adds a definition, which can hold tags, for a property that is declared only in concepts. */
function materialise(draft: DefinitionsDraft, key: string): void {
  if (draft.properties.has(key)) return;
  for (const concept of draft.concepts.values()) {
    const column = concept.columns.find((candidate) => nameKey(candidate.name.name) === key);
    if (column !== undefined) {
      draft.properties.set(key, plainProperty(column.name.name, column.type, false));
      return;
    }
    const constraint = concept.constraints.find((candidate) => nameKey(candidate.name.name) === key);
    if (constraint?.kind === 'multi-value') {
      draft.properties.set(key, plainProperty(constraint.name.name, constraint.type, true));
      return;
    }
  }
}

function plainProperty(name: string, type: ScalarType, multiValue: boolean): PropertyDefinition {
  return { kind: 'create-property', orReplace: true, name: { name }, type, multiValue, tags: [] };
}
