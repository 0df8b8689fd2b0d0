import { nameKey, type Ontology, type View, type WrittenTable } from '../../model';
import { isViewSchema } from '../ontology';
import { nameOf } from './read-names';

/**
 * Returns the columns of a view, by key, that are multi-value properties of the entities that it reads, directly or
 * through other views.
 */
export function viewValues(
  ontology: Ontology,
  serviceName: string,
  { query }: Pick<View, 'query'>,
): ReadonlySet<string> {
  if (query.kind !== 'select' || query.from?.kind !== 'table') return new Set();
  const view = viewOf(ontology, serviceName, query.from.table);
  const below = view && viewValues(ontology, serviceName, view);
  const isValue = (key: string): boolean => below?.has(key) ?? ontology.properties.get(key)?.isMultiValue === true;
  const keys = query.items.flatMap(({ expression, alias }) => {
    if (expression.kind === 'star') return [...(below ?? [])];
    if (expression.kind !== 'reference') return [];
    const name = nameOf(expression.reference.parts);
    return isValue(nameKey(name)) ? [nameKey(alias?.name ?? name)] : [];
  });
  return new Set(keys);
}

/** Returns the view that a table name refers to. */
export function viewOf(ontology: Ontology, serviceName: string, { parts }: WrittenTable): View | undefined {
  const [schema, table] = parts.map((part) => nameKey(part.name));
  return isViewSchema(schema, serviceName) && table !== undefined ? ontology.views.get(table) : undefined;
}
