import { nameKey, type Ontology, type Select, type View, type Written } from '../../model';
import { fullPath } from '../ontology';
import { nameOf } from './read-names';
import { viewOf } from './view-values';

/**
 * Returns the full paths of the columns of a view that are named by short paths, by the key of the column: nested rows are named by the
 * steps of paths. Views over such a view have the same columns.
 */
export function viewPaths(
  ontology: Ontology,
  serviceName: string,
  { query }: Pick<View, 'query'>,
): ReadonlyMap<string, string> {
  if (query.kind !== 'select' || query.from?.kind !== 'table') return new Map();
  const view = viewOf(ontology, serviceName, query.from.table);
  if (view !== undefined) return shownPaths(query, viewPaths(ontology, serviceName, view));
  const concept = ontology.concepts.get(nameKey(nameOf(query.from.table.parts)));
  if (concept === undefined) return new Map();
  const full = (name: string): string => fullPath(ontology, concept, name);
  return new Map(
    query.items.flatMap(({ expression, alias }) => {
      if (expression.kind !== 'reference') return [];
      const meaning = nameOf(expression.reference.parts);
      const name = alias?.name ?? meaning;
      const isShort = full(name) !== name && nameKey(full(name)) === nameKey(full(meaning));
      return isShort ? [[nameKey(name), full(name)] as const] : [];
    }),
  );
}

/** Returns the paths among these that a view over the view shows under their own names. */
function shownPaths({ items }: Select<Written>, below: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const shown = items.flatMap(({ expression, alias }) => {
    if (expression.kind === 'star') return [...below.keys()];
    if (expression.kind !== 'reference') return [];
    const name = nameKey(nameOf(expression.reference.parts));
    return alias === undefined || nameKey(alias.name) === name ? [name] : [];
  });
  return new Map([...below].filter(([key]) => shown.includes(key)));
}
