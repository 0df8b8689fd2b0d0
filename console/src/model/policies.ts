import { ancestors, type Concept, type Model } from './model';

/** A policy of an ontology, as its statement. */
export interface Policy {
  readonly name: string;
  readonly statement: string;
  /** The concept that it names; undefined for a mask of a property of every concept. */
  readonly concept: string | undefined;
  /** The property that it masks; undefined for a filter. */
  readonly property: string | undefined;
}

const NAME = '`(?:[^`]|``)+`';
const TEXT = String.raw`'(?:[^'\\]|''|\\.)*'`;
const STATEMENT = new RegExp(`^CREATE OR REPLACE (POLICY (${NAME})(?:[^'\`;]|${TEXT}|${NAME})*;)`, 'gm');
const OBJECT = new RegExp(
  `^POLICY ${NAME}\\s+(?:FILTER (?<filtered>${NAME})|MASK PROPERTY (?<property>${NAME})(?: OF (?<masked>${NAME}))?)`,
);

/** Returns the policies in a script of SHOW CREATE ONTOLOGY. */
export function policiesOf(script: string): readonly Policy[] {
  return [...script.matchAll(STATEMENT)].map(([, statement = '', name = '']) => {
    const { filtered, property, masked } = OBJECT.exec(statement)?.groups ?? {};
    return {
      name: readName(name) ?? '',
      statement,
      concept: readName(filtered ?? masked),
      property: readName(property),
    };
  });
}

function readName(quoted: string | undefined): string | undefined {
  return quoted?.slice(1, -1).replaceAll('``', '`');
}

/** Returns whether a policy applies to entities of a concept: it names the concept, an ancestor or a descendant, and a property that it has. */
export function concernsConcept(model: Model, concept: Concept, policy: Policy): boolean {
  if (policy.property !== undefined && !concept.properties.some(({ name }) => name === policy.property)) return false;
  return policy.concept === undefined || isOfOneLine(model, concept.name, policy.concept);
}

function isOfOneLine(model: Model, one: string, other: string): boolean {
  const parentsOf = (name: string): readonly string[] | undefined => model.concepts.get(name)?.parents;
  return ancestors(one, parentsOf).has(other) || ancestors(other, parentsOf).has(one);
}
