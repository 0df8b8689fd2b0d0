import {
  nameKey,
  type Concept,
  type Expression,
  type Ontology,
  type OrderItem,
  type Query,
  type Select,
  type Written,
} from '../../model';
import { manyPrefixes } from '../nest';
import { fullPath, sharedKey } from '../ontology';
import { type CallerMasks } from '../rights';
import { parsePath } from '../values';
import { collectReferences } from './collect-references';
import { refer } from '../tree';

/**
 * Returns the statement with its order completed by an identity, so that pages neither repeat nor lose rows
 * (docs/filters.md). The identity is the key of the concept. It is the type and id if descendants have keys of their
 * own, or if the key is masked: the id is then a hash, whereas all masked keys would be equal. The identities at the
 * end of every to-many step and the multi-values follow. A view is ordered by all of its columns; `breakTies` orders
 * rows that are still equal. Nullable columns sort NULL last; the identity of an entity is never NULL. The added
 * columns continue in the direction of the order, so that an index can be read in that order.
 */
export function completeOrder<Q extends Query<Written>>(
  query: Q,
  ontology: Ontology,
  by: Concept | readonly string[],
  masks: Masks,
): Q {
  const own = isConcept(by) ? ownIdentity(ontology, by, masks) : [];
  const related = isConcept(by) ? relatedIdentities(query, ontology, by) : by;
  const present = new Set(own.map(nameKey));
  const written = query.orderBy.map((item) =>
    present.has(orderedName(item)) ? { expression: item.expression, descending: item.descending } : item,
  );
  const known = new Set(written.map(orderedName));
  const descending = query.orderBy.at(-1)?.descending ?? false;
  const added = [
    ...own.map((name): OrderItem<Written> => ({ expression: refer(name), descending })),
    ...related.map((name): OrderItem<Written> => ({ expression: refer(name), descending, nulls: 'last' })),
  ];
  return { ...query, orderBy: [...written, ...added.filter((item) => !known.has(orderedName(item)))] };
}

/**
 * Returns the statement with the rows that are equal in its order sorted by the bytes of these strings. A collation may
 * treat different strings as equal, and each page could then return a different one of them. Rows that are still equal
 * are identical, so their order does not matter.
 */
export function breakTies(select: Select<Written>, texts: readonly string[]): Select<Written> {
  const bytes = texts.map((name): OrderItem<Written> => {
    const expression: Expression<Written> = { kind: 'call', name: 'HEX', arguments: [refer(name)], distinct: false };
    return { expression, descending: false };
  });
  return { ...select, orderBy: [...select.orderBy, ...bytes] };
}

/** The masks that apply to the caller. */
type Masks = Pick<CallerMasks, 'masks'>;

function isConcept(by: Concept | readonly string[]): by is Concept {
  return 'primaryKey' in by;
}

/** Returns the columns that identify the entities of a concept: its key, or type and id. */
export function ownIdentity(ontology: Ontology, concept: Concept, masks: Masks): readonly string[] {
  const key = sharedKey(ontology, concept);
  return key !== undefined && !key.some((name) => masks.masks(name))
    ? key.map((name) => ontology.properties.get(name)?.name ?? name)
    : ['entity_type', 'entity_id'];
}

/** Returns the columns that identify the rows of one entity. */
function relatedIdentities(query: Query<Written>, ontology: Ontology, concept: Concept): readonly string[] {
  const names = collectReferences(query).map((name) => fullPath(ontology, concept, name));
  const prefixes = new Set(names.flatMap((name) => manyPrefixes(name, ontology, concept)));
  const values = names.filter(
    (name) => ontology.properties.get(nameKey(parsePath(name)?.property ?? name))?.isMultiValue,
  );
  return [...[...prefixes].flatMap((prefix) => [`${prefix}.entity_type`, `${prefix}.entity_id`]), ...values];
}

function orderedName({ expression }: OrderItem<Written>): string {
  return expression.kind === 'reference' ? nameKey(expression.reference.parts.at(-1)?.name ?? '') : '';
}
