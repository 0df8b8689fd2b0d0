import type { Concept, Expression, Ontology, OrderItem, Query, Written } from '../../model';
import { parsePath } from '../plan';
import { collectReferences } from './collect-references';

/**
 * The statement with its order completed by identity, so that pages neither repeat nor lose rows (spec 2, "Additions"):
 * the key of the concept, or type and id where concepts below have keys of their own, and the identity at the end of
 * every path. A view has no identity to complete by.
 */
export function completeOrder(query: Query<Written>, ontology: Ontology, concept: Concept | undefined): Query<Written> {
  if (concept === undefined) return query;
  const own =
    concept.primaryKey.length > 0
      ? concept.primaryKey.map((key) => ontology.properties.get(key)?.name ?? key)
      : ['entity_type', 'entity_id'];
  const prefixes = new Set(collectReferences(query).flatMap(prefixesOf));
  const names = [...own, ...[...prefixes].flatMap((prefix) => [`${prefix}.entity_type`, `${prefix}.entity_id`])];
  return { ...query, orderBy: [...query.orderBy, ...names.map(ascending)] };
}

function ascending(name: string): OrderItem<Written> {
  const expression: Expression<Written> = { kind: 'reference', reference: { parts: [{ name }] } };
  return { expression, descending: false };
}

function prefixesOf(name: string): readonly string[] {
  const hops = parsePath(name)?.hops ?? [];
  const steps = hops.map((hop) => `${hop.relationship}[${hop.concept}]`);
  return steps.map((_, index) => steps.slice(0, index + 1).join('.'));
}
