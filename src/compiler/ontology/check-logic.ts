import { nameKey, type Expression, type Query, type Written } from '../../model';
import { collectNames, declaredTargets, readReference, type TargetsByName, viewQueriesOf } from './collect-names';
import type { ConceptOutline } from './outline-concepts';
import type { OntologyDefinitions } from './ontology-definitions';
import { invalid, quoted, unknownName } from './refusals';

/** The prefix of a column that is 1 if an entity belongs to the concept named after the prefix, and 0 otherwise. */
const TYPE_OF = '_type_of_';

type Outlines = ReadonlyMap<string, ConceptOutline>;

/** Checks that logic concepts select from existing concepts and that the entities of no concept depend on themselves. */
export function checkLogic(outlines: Outlines, definitions: OntologyDefinitions, serviceName: string): void {
  for (const concept of outlines.values()) {
    if (concept.logic === undefined || outlines.has(concept.logic.from)) continue;
    const known = [...outlines.values()].map((other) => other.name);
    const from = definitions.concepts.get(nameKey(concept.name))?.logic?.from.parts.at(-1);
    const place = { title: `concept ${quoted(concept.name)}, FROM` };
    throw unknownName(place, 'concept', from ?? { name: concept.logic.from }, known);
  }
  const done = new Set<string>();
  const targets = declaredTargets(definitions);
  for (const key of outlines.keys()) follow(key, [], { outlines, definitions, serviceName, targets, done });
}

interface Walk {
  readonly outlines: Outlines;
  readonly definitions: OntologyDefinitions;
  readonly serviceName: string;
  readonly targets: TargetsByName;
  readonly done: Set<string>;
}

function follow(key: string, path: readonly string[], walk: Walk): void {
  if (path.includes(key)) {
    const keys = [...path.slice(path.indexOf(key)), key];
    const circle = keys.map((part) => quoted(walk.outlines.get(part)?.name ?? part));
    const names = keys.map((part) => walk.definitions.concepts.get(part)?.name);
    const at = names.find((name) => name?.at !== undefined)?.at;
    throw invalid(
      { title: `concept ${circle[0] ?? ''}`, at },
      `selects its entities from itself: ${circle.join(' from ')}`,
    );
  }
  if (walk.done.has(key)) return;
  for (const source of sourcesOf(key, walk)) follow(source, [...path, key], walk);
  walk.done.add(key);
}

/**
 * Returns the concepts that the entities of a concept are read from, besides those of its own branch: the ones in its FROM
 * and condition, and in those of the logic concepts below it, except logic concepts that select from the concept or from one
 * below it, because they add no entities (docs/language.md).
 */
function sourcesOf(key: string, walk: Walk): string[] {
  const { outlines } = walk;
  const concept = outlines.get(key);
  if (concept === undefined) return [];
  const contained = new Set([key, ...concept.descendants]);
  const adding = concept.descendants
    .flatMap((below) => outlines.get(below) ?? [])
    .filter(({ logic }) => logic !== undefined && !contained.has(logic.from));
  return [concept, ...adding]
    .flatMap((source) => conditionSources(source, walk))
    .filter((source) => outlines.has(source));
}

function conditionSources({ logic }: ConceptOutline, { definitions, serviceName, targets }: Walk): string[] {
  if (logic?.where === undefined) return logic === undefined ? [] : [logic.from];
  const queries = viewQueriesOf(logic.where, definitions.views, serviceName);
  return [logic.from, ...[logic.where, ...queries].flatMap((tree) => conceptsReadBy(tree, targets))];
}

function conceptsReadBy(tree: Expression<Written> | Query<Written>, targets: TargetsByName): string[] {
  const { references, tables, commonTables } = collectNames(tree);
  const through = references.flatMap((reference) => readReference(reference, targets).concepts);
  const read = tables.map((table) => nameKey(table.parts.at(-1)?.name ?? ''));
  const asked = references
    .map((reference) => readReference(reference, targets).property)
    .filter((property) => property.startsWith(TYPE_OF))
    .map((property) => property.slice(TYPE_OF.length));
  return [...through, ...asked, ...read.filter((name) => !commonTables.has(name))];
}
