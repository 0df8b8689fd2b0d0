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
import { findRelationship } from '../ontology';
import { type MaskPolicy } from '../rights';
import { parsePath, printHop, type PathHop } from '../values';
import { collectReferences } from './collect-references';
import { refer } from '../tree';

/**
 * The statement with its order completed by identity, so that pages neither repeat nor lose rows (docs/filters.md):
 * the key of the concept, or type and id where concepts below have keys of their own or the key is masked (its id is a
 * hash then, where its values would all be equal), and the identity at the end of every to-many step, and multi-values.
 * A view is ordered by all of its columns; for rows that are still equal see `breakTies`.
 * What may have no value sorts last; the identity of an entity always has one. It goes on in the direction of the order,
 * which an index can then be read in.
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
 * The statement with the rows that its order holds for equal in the order of the bytes of these texts: a collation holds texts for equal
 * that differ, and then each page could take another of them. Rows that are equal even so may change places unseen.
 */
export function breakTies(select: Select<Written>, texts: readonly string[]): Select<Written> {
  const bytes = texts.map((name): OrderItem<Written> => {
    const expression: Expression<Written> = { kind: 'call', name: 'HEX', arguments: [refer(name)], distinct: false };
    return { expression, descending: false };
  });
  return { ...select, orderBy: [...select.orderBy, ...bytes] };
}

/** What is masked for who asks. */
type Masks = Pick<MaskPolicy, 'masks'>;

function isConcept(by: Concept | readonly string[]): by is Concept {
  return 'primaryKey' in by;
}

/** What tells the entities of a concept apart. */
function ownIdentity(ontology: Ontology, concept: Concept, masks: Masks): readonly string[] {
  const { primaryKey } = concept;
  const key = primaryKey.join();
  const below = concept.descendants.map((name) => ontology.concepts.get(name));
  const from = [concept, ...below].map((one) => ontology.concepts.get(one?.logic?.from ?? ''));
  const isShared = [...below, ...from].every((one) => one === undefined || one.primaryKey.join() === key);
  return primaryKey.length > 0 && isShared && !primaryKey.some((name) => masks.masks(name))
    ? primaryKey.map((name) => ontology.properties.get(name)?.name ?? name)
    : ['entity_type', 'entity_id'];
}

/** What tells the rows of one entity apart. */
function relatedIdentities(query: Query<Written>, ontology: Ontology, concept: Concept): readonly string[] {
  const names = collectReferences(query);
  const prefixes = new Set(names.flatMap((name) => manyPrefixes(name, ontology, concept)));
  const values = names.filter(
    (name) => ontology.properties.get(nameKey(parsePath(name)?.property ?? name))?.isMultiValue,
  );
  return [...[...prefixes].flatMap((prefix) => [`${prefix}.entity_type`, `${prefix}.entity_id`]), ...values];
}

function orderedName({ expression }: OrderItem<Written>): string {
  return expression.kind === 'reference' ? nameKey(expression.reference.parts.at(-1)?.name ?? '') : '';
}

/** The prefixes of a path whose last step leads to many. */
function manyPrefixes(name: string, ontology: Ontology, concept: Concept): readonly string[] {
  const prefixes: string[] = [];
  let prefix = '';
  let from: Concept | undefined = concept;
  for (const hop of parsePath(name)?.hops ?? []) {
    prefix += `${prefix === '' ? '' : '.'}${printHop(hop)}`;
    if (from === undefined || hop.steps !== undefined || cardinalityOf(ontology, from, hop) === 'many')
      prefixes.push(prefix);
    from = ontology.concepts.get(nameKey(hop.concept));
  }
  return prefixes;
}

function cardinalityOf(ontology: Ontology, concept: Concept, hop: PathHop): 'one' | 'many' {
  const key = nameKey(hop.concept);
  const target = { key, ancestors: ontology.concepts.get(key)?.ancestors ?? [] };
  return findRelationship(concept.relationships, hop.relationship, target)?.cardinality ?? 'many';
}
