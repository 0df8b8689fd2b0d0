import {
  nameKey,
  type Concept,
  type Expression,
  type Ontology,
  type OrderItem,
  type Query,
  type Written,
} from '../../model';
import { findRelationship } from '../ontology';
import { parsePath, printHop, type PathHop } from '../plan';
import { collectReferences } from './collect-references';

/**
 * The statement with its order completed by identity, so that pages neither repeat nor lose rows (spec 2, "Additions"):
 * the key of the concept, or type and id where concepts below have keys of their own, and the identity at the end of
 * every to-many step, and multi-values. A view is ordered by all of its columns: rows that are still equal may change places unseen.
 */
export function completeOrder(
  query: Query<Written>,
  ontology: Ontology,
  by: Concept | readonly string[],
): Query<Written> {
  const names = isConcept(by) ? identityNames(query, ontology, by) : by;
  return { ...query, orderBy: [...query.orderBy, ...names.map(ascending)] };
}

function isConcept(by: Concept | readonly string[]): by is Concept {
  return 'primaryKey' in by;
}

function identityNames(query: Query<Written>, ontology: Ontology, concept: Concept): readonly string[] {
  const own =
    concept.primaryKey.length > 0
      ? concept.primaryKey.map((key) => ontology.properties.get(key)?.name ?? key)
      : ['entity_type', 'entity_id'];
  const names = collectReferences(query);
  const prefixes = new Set(names.flatMap((name) => manyPrefixes(name, ontology, concept)));
  const values = names.filter(
    (name) => ontology.properties.get(nameKey(parsePath(name)?.property ?? name))?.isMultiValue,
  );
  return [...own, ...[...prefixes].flatMap((prefix) => [`${prefix}.entity_type`, `${prefix}.entity_id`]), ...values];
}

function ascending(name: string): OrderItem<Written> {
  const expression: Expression<Written> = { kind: 'reference', reference: { parts: [{ name }] } };
  return { expression, descending: false };
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
