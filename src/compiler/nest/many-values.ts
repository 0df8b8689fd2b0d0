import { nameKey, type Concept, type Ontology } from '../../model';
import { findRelationship, fullPath } from '../ontology';
import { parsePath, type Path, type PathHop, printHop } from '../values';

/** Returns the prefixes of a path whose last step leads to many entities. */
export function manyPrefixes(name: string, ontology: Ontology, concept: Concept): readonly string[] {
  const prefixes: string[] = [];
  let prefix = '';
  let from: Concept | undefined = concept;
  for (const hop of readPath(name, ontology, concept)?.hops ?? []) {
    prefix += `${prefix === '' ? '' : '.'}${printHop(hop)}`;
    if (from === undefined || hop.steps !== undefined || cardinalityOf(ontology, from, hop) !== 'one')
      prefixes.push(prefix);
    from = ontology.concepts.get(nameKey(hop.concept));
  }
  return prefixes;
}

/** Returns whether an entity can have several values of a property or path. Returns false for unknown names, which the planner rejects. */
export function hasSeveralValues(name: string, ontology: Ontology, concept: Concept): boolean {
  const { hops = [], property = name, ofLink = false } = readPath(name, ontology, concept) ?? {};
  const concepts = [concept, ...hops.map((hop) => ontology.concepts.get(nameKey(hop.concept)))];
  const isMany = hops.some((hop, index) => {
    const from = concepts[index];
    return hop.steps !== undefined || (from && cardinalityBelow(ontology, from, hop)) === 'many';
  });
  return isMany || (!ofLink && ontology.properties.get(nameKey(property))?.isMultiValue === true);
}

function readPath(name: string, ontology: Ontology, concept: Concept): Path | undefined {
  return parsePath(fullPath(ontology, concept, name));
}

type Cardinality = 'one' | 'many';

/** A path can follow the relationships of a concept, and those of the concepts below it. */
function cardinalityBelow(ontology: Ontology, concept: Concept, hop: PathHop): Cardinality | undefined {
  for (const name of [nameKey(concept.name), ...concept.descendants]) {
    const known = ontology.concepts.get(name);
    const cardinality = known && cardinalityOf(ontology, known, hop);
    if (cardinality !== undefined) return cardinality;
  }
  return undefined;
}

function cardinalityOf(ontology: Ontology, concept: Concept, hop: PathHop): Cardinality | undefined {
  const key = nameKey(hop.concept);
  const target = { key, ancestors: ontology.concepts.get(key)?.ancestors ?? [] };
  return findRelationship(concept.relationships, hop.relationship, target)?.cardinality;
}
