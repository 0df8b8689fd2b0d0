import { nameKey, type Ontology, type SelectItem, type View, type Written } from '../../model';
import { fullPath } from '../ontology';
import { parsePath } from '../values';
import { identitiesOf } from './element-names';
import { readsEntities } from './nest-statement';
import { nameOf } from './read-names';
import { viewOf } from './view-values';

/**
 * Returns the identities along the paths of a view's columns that the view can return without additional rows. This
 * requires that each row is an entity of a concept, and that the columns are named after their paths. The identities
 * distinguish two elements with the same values.
 */
export function viewIdentities(
  ontology: Ontology,
  serviceName: string,
  { query, isCube }: Pick<View, 'query' | 'isCube'>,
): readonly string[] {
  if (isCube || query.kind !== 'select' || query.from?.kind !== 'table' || !readsEntities(query)) return [];
  const { table } = query.from;
  const concept = ontology.concepts.get(nameKey(nameOf(table.parts)));
  if (concept === undefined || viewOf(ontology, serviceName, table) !== undefined) return [];
  const named = query.items.map((item) => pathOf(item, (name) => fullPath(ontology, concept, name)));
  const paths = named.filter((path) => path !== undefined).filter((path) => path !== '');
  const listed = new Set(query.items.map(({ expression, alias }) => outputName(expression, alias?.name)));
  return named.includes(undefined) ? [] : identitiesOf(paths).filter((name) => !listed.has(nameKey(name)));
}

type Item = SelectItem<Written>;

/** Returns the path of an item whose output name is that path; '' if neither the item nor its name is a path; otherwise undefined. */
function pathOf({ expression, alias, text }: Item, full: (name: string) => string): string | undefined {
  const meaning = expression.kind === 'reference' ? full(nameOf(expression.reference.parts)) : '';
  const name = full(alias?.name ?? (expression.kind === 'reference' ? meaning : (text ?? '')));
  const isPath = parsePath(name) !== undefined;
  if (!isPath && parsePath(meaning) === undefined) return '';
  return isPath && nameKey(name) === nameKey(meaning) ? meaning : undefined;
}

function outputName(expression: Item['expression'], alias: string | undefined): string {
  return nameKey(alias ?? (expression.kind === 'reference' ? nameOf(expression.reference.parts) : ''));
}
