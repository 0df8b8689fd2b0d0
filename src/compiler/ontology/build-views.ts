import { nameKey, type Concept, type Identifier, type Property, type View } from '../../model';
import type { CreateView } from '../statement';
import type { OntologyDefinitions } from './ontology-definitions';
import { readTags } from './build-properties';
import { collectNames } from './collect-names';
import { invalid, placeOf, quoted, unknownName } from './refusals';
import { isViewSchema } from './schema-names';

/** The definitions that views and policies may reference. */
export interface ViewScope {
  readonly definitions: OntologyDefinitions;
  readonly concepts: ReadonlyMap<string, Concept>;
  readonly properties: ReadonlyMap<string, Property>;
  readonly serviceName: string;
}

/** Builds all views. Rejects unknown tables and circular views. The compiler resolves their columns later. */
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
  for (const key of reads.keys()) checkCircle(key, [], { reads, scope });
  return views;
}

function viewsReadBy(definition: CreateView, scope: ViewScope): string[] {
  const { tables, commonTables } = collectNames(definition.query);
  const views: string[] = [];
  for (const { parts, at } of tables) {
    const key = nameKey(parts.at(-1)?.name ?? '');
    if (parts.length === 1 && commonTables.has(key)) continue;
    if (isView(key, parts.at(-2)?.name, scope)) views.push(key);
    else checkConcept(definition, { name: parts.at(-1)?.name ?? '', at }, scope);
  }
  return views;
}

/** Reports whether a qualified name refers to a view: no concept has the name, or the schema is that of the views. */
function isView(key: string, schema: string | undefined, scope: ViewScope): boolean {
  if (schema === undefined || !scope.definitions.views.has(key)) return false;
  return !scope.concepts.has(key) || isViewSchema(schema, scope.serviceName);
}

function checkConcept(definition: CreateView, table: Identifier, { definitions, concepts }: ViewScope): void {
  const key = nameKey(table.name);
  if (concepts.has(key) || key.startsWith('sys_')) return;
  const views = [...definitions.views.values()].map((view) => view.name.name);
  const known = [...[...concepts.values()].map((concept) => concept.name), ...views];
  throw unknownName(placeOf('view', definition.name), 'concept or view', table, known);
}

interface ViewReads {
  readonly reads: ReadonlyMap<string, readonly string[]>;
  readonly scope: ViewScope;
}

function checkCircle(key: string, path: readonly string[], views: ViewReads): void {
  if (path.includes(key)) {
    const keys = [...path.slice(path.indexOf(key)), key];
    const circle = keys.map(quoted);
    const names = keys.map((view) => views.scope.definitions.views.get(view)?.name);
    const at = names.find((name) => name?.at !== undefined)?.at;
    throw invalid({ title: `view ${circle[0] ?? ''}`, at }, `reads from itself: ${circle.join(' from ')}`);
  }
  for (const read of views.reads.get(key) ?? []) checkCircle(read, [...path, key], views);
}
