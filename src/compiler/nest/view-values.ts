import { nameKey, type Ontology, type View, type WrittenTable } from '../../model';
import { nameOf } from './read-names';

/** The columns of a view, by key, that are multi-value properties of the entities which it reads, through other views, too. */
export function viewValues(ontology: Ontology, { query }: Pick<View, 'query'>): ReadonlySet<string> {
  if (query.kind !== 'select' || query.from?.kind !== 'table') return new Set();
  const view = viewOf(ontology, query.from.table);
  const below = view && viewValues(ontology, view);
  const isValue = (key: string): boolean => below?.has(key) ?? ontology.properties.get(key)?.isMultiValue === true;
  const keys = query.items.flatMap(({ expression, alias }) => {
    if (expression.kind === 'star') return [...(below ?? [])];
    if (expression.kind !== 'reference') return [];
    const name = nameOf(expression.reference.parts);
    return isValue(nameKey(name)) ? [nameKey(alias?.name ?? name)] : [];
  });
  return new Set(keys);
}

/** The view that a table names; schemas of views begin with `v`. */
function viewOf(ontology: Ontology, { parts }: WrittenTable): View | undefined {
  const [schema, table] = parts.map((part) => nameKey(part.name));
  return schema?.startsWith('v') === true && table !== undefined ? ontology.views.get(table) : undefined;
}
