import { nameKey, type Concept, type Property, type View } from '../../model';
import type { CreateView } from '../statement';
import type { OntologyDefinitions } from './ontology-definitions';
import { readTags } from './build-properties';
import { collectNames } from './collect-names';
import { invalid, quoted, unknownName } from './refusals';

/** What views and policies may name. */
export interface ViewScope {
  readonly definitions: OntologyDefinitions;
  readonly concepts: ReadonlyMap<string, Concept>;
  readonly properties: ReadonlyMap<string, Property>;
}

/** All views; each reads from concepts or from other views, in no circle. Their columns are for the compiler to resolve. */
export function buildViews(scope: ViewScope): Map<string, View> {
  const reads = new Map<string, readonly string[]>();
  const views = new Map<string, View>();
  for (const [key, definition] of scope.definitions.views) {
    reads.set(key, viewsReadBy(definition, scope));
    views.set(key, {
      name: definition.name.name,
      description: definition.description ?? '',
      tags: readTags(definition.tags),
      isCube: definition.cube,
      query: definition.query,
    });
  }
  for (const key of reads.keys()) checkCircle(key, [], reads);
  return views;
}

function viewsReadBy(definition: CreateView, scope: ViewScope): string[] {
  const { tables, commonTables } = collectNames(definition.query);
  const views: string[] = [];
  for (const { parts } of tables) {
    const key = nameKey(parts.at(-1)?.name ?? '');
    if (parts.length === 1 && commonTables.has(key)) continue;
    if (isView(key, parts.at(-2)?.name, scope)) views.push(key);
    else checkConcept(definition, parts.at(-1)?.name ?? '', scope);
  }
  return views;
}

/** A qualified name that only a view has, or that stands in the view schema, which is `v` and the service's name. */
function isView(key: string, schema: string | undefined, { definitions, concepts }: ViewScope): boolean {
  if (schema === undefined || !definitions.views.has(key)) return false;
  return !concepts.has(key) || nameKey(schema).startsWith('v');
}

function checkConcept(definition: CreateView, name: string, { definitions, concepts }: ViewScope): void {
  if (concepts.has(nameKey(name)) || nameKey(name).startsWith('sys_')) return;
  const views = [...definitions.views.values()].map((view) => view.name.name);
  const known = [...[...concepts.values()].map((concept) => concept.name), ...views];
  throw unknownName(`view ${quoted(definition.name.name)}`, 'concept or view', name, known);
}

function checkCircle(key: string, path: readonly string[], reads: ReadonlyMap<string, readonly string[]>): void {
  if (path.includes(key)) {
    const circle = [...path.slice(path.indexOf(key)), key].map(quoted);
    throw invalid(`view ${circle[0] ?? ''}`, `reads from itself: ${circle.join(' from ')}`);
  }
  for (const read of reads.get(key) ?? []) checkCircle(read, [...path, key], reads);
}
