import { nameKey, type Expression, type Query, type Written } from '../../model';
import { collectNames, readReference, viewQueriesOf } from './collect-names';
import type { ConceptOutline } from './outline-concepts';
import type { OntologyDefinitions } from './ontology-definitions';
import { invalid, quoted, unknownName } from './refusals';

/** A column of 1 and 0 that says whether an entity is one of the concept named behind. */
const TYPE_OF = '_type_of_';

type Outlines = ReadonlyMap<string, ConceptOutline>;
type Views = OntologyDefinitions['views'];

/** Conditions of logic concepts select from concepts that exist, and no concept's entities depend on themselves. */
export function checkLogic(outlines: Outlines, views: Views): void {
  for (const concept of outlines.values()) {
    if (concept.logic === undefined || outlines.has(concept.logic.from)) continue;
    const known = [...outlines.values()].map((other) => other.name);
    throw unknownName(`concept ${quoted(concept.name)}, FROM`, 'concept', concept.logic.from, known);
  }
  const done = new Set<string>();
  for (const key of outlines.keys()) follow(key, [], { outlines, views, done });
}

interface Walk {
  readonly outlines: Outlines;
  readonly views: Views;
  readonly done: Set<string>;
}

function follow(key: string, path: readonly string[], walk: Walk): void {
  if (path.includes(key)) {
    const circle = [...path.slice(path.indexOf(key)), key].map((part) => quoted(walk.outlines.get(part)?.name ?? part));
    throw invalid(`concept ${circle[0] ?? ''}`, `takes its entities from itself: ${circle.join(' from ')}`);
  }
  if (walk.done.has(key)) return;
  for (const source of sourcesOf(key, walk)) follow(source, [...path, key], walk);
  walk.done.add(key);
}

/**
 * The concepts whose entities a concept's entities come from: its children, but for logic children that select from
 * what the concept contains anyway (spec 3, section 3), and of a logic concept what it selects from and looks at.
 */
function sourcesOf(key: string, { outlines, views }: Walk): string[] {
  const concept = outlines.get(key);
  if (concept === undefined) return [];
  const contained = new Set([key, ...concept.descendants]);
  const children = concept.children.filter((child) => {
    const from = outlines.get(child)?.logic?.from;
    return from === undefined || !contained.has(from);
  });
  return [...children, ...conditionSources(concept, views)].filter((source) => outlines.has(source));
}

function conditionSources({ logic }: ConceptOutline, views: Views): string[] {
  if (logic?.where === undefined) return logic === undefined ? [] : [logic.from];
  return [logic.from, ...[logic.where, ...viewQueriesOf(logic.where, views)].flatMap(conceptsReadBy)];
}

function conceptsReadBy(tree: Expression<Written> | Query<Written>): string[] {
  const { references, tables, commonTables } = collectNames(tree);
  const through = references.flatMap((reference) => readReference(reference).concepts);
  const read = tables.map((table) => nameKey(table.parts.at(-1)?.name ?? ''));
  const asked = references
    .map((reference) => readReference(reference).property)
    .filter((property) => property.startsWith(TYPE_OF))
    .map((property) => property.slice(TYPE_OF.length));
  return [...through, ...asked, ...read.filter((name) => !commonTables.has(name))];
}
