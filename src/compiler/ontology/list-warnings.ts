import { type Mapping, nameKey, type Ontology } from '../../model';
import type { CreateConcept, StatementBody } from '../statement';
import { isKeyless } from './keyless-mappings';
import { describeForwardReference, findForwardReferences } from './link-what-exists';
import { ROOT_CONCEPT, type OntologyDefinitions } from './ontology-definitions';
import { quoted } from './refusals';

/** What the author of a definition should know about it. `kind` and `name` are those of the definition. */
interface DefinitionWarning {
  readonly kind: string;
  readonly name: string;
  readonly text: string;
}

/**
 * Returns what the statements of a request say that has no effect in the ontology which they result in, and what they
 * refer to that does not exist yet. `definitions` are those of this ontology.
 */
export function listWarnings(
  ontology: Ontology,
  definitions: OntologyDefinitions,
  statements: readonly StatementBody[],
): readonly DefinitionWarning[] {
  return [...waitingOf(definitions, statements), ...ignoredClauses(ontology, statements)];
}

function waitingOf(
  definitions: OntologyDefinitions,
  statements: readonly StatementBody[],
): readonly DefinitionWarning[] {
  const named = new Set(statements.map((statement) => ('name' in statement ? nameKey(statement.name.name) : '')));
  return findForwardReferences(definitions)
    .filter(({ name, concept = name }) => named.has(nameKey(concept)))
    .map((reference) => {
      const { kind, name, concept } = reference;
      const text = describeForwardReference(reference);
      return concept === undefined ? { kind, name, text } : { kind: 'concept', name: concept, text };
    });
}

function ignoredClauses(ontology: Ontology, statements: readonly StatementBody[]): readonly DefinitionWarning[] {
  const concepts = new Map<string, CreateConcept>();
  const mappings = new Set<string>();
  for (const statement of statements) {
    if (statement.kind === 'create-concept') concepts.set(nameKey(statement.name.name), statement);
    if (statement.kind === 'create-mapping') mappings.add(nameKey(statement.name.name));
  }
  return [
    ...[...concepts.values()].flatMap((concept) => ignoredTransitivity(ontology, concept)),
    ...[...mappings].flatMap((key) => [
      ...ignoredColumns(ontology, ontology.mappings.get(key)),
      ...missingKeys(ontology, ontology.mappings.get(key)),
    ]),
  ];
}

/** Returns the columns of a mapping that no concept has as a property. */
function ignoredColumns({ concepts }: Ontology, mapping: Mapping | undefined): readonly DefinitionWarning[] {
  const ignored = mapping?.columns.filter(({ key }) => key === '') ?? [];
  if (mapping === undefined || mapping.target.kind === 'link' || ignored.length === 0) return [];
  const names = mapping.target.concepts.map((key) => quoted(concepts.get(key)?.name ?? key)).join(' or ');
  const columns = ignored.map(({ name }) => quoted(name)).join(', ');
  const text = `mapping ${quoted(mapping.name)}: ignored, because no property of ${names} has this name: ${columns}`;
  return [{ kind: 'mapping', name: mapping.name, text }];
}

/** Returns the concepts whose key a mapping lacks. */
function missingKeys(ontology: Ontology, mapping: Mapping | undefined): readonly DefinitionWarning[] {
  if (mapping === undefined || mapping.target.kind === 'link') return [];
  return mapping.target.concepts.flatMap((key): readonly DefinitionWarning[] => {
    const concept = ontology.concepts.get(key);
    if (concept === undefined || !isKeyless(ontology, mapping, concept)) return [];
    const named = `mapping ${quoted(mapping.name)}: its rows of ${quoted(concept.name)}`;
    const text = `${named} have no entity_id and no relationships, because it does not map the key`;
    return [{ kind: 'mapping', name: mapping.name, text }];
  });
}

function ignoredTransitivity(ontology: Ontology, { name, constraints }: CreateConcept): readonly DefinitionWarning[] {
  const key = nameKey(name.name);
  const relationships = [...(ontology.concepts.get(key)?.relationships.values() ?? [])];
  return constraints.flatMap((constraint) => {
    if (constraint.kind === 'multi-value' || (constraint.transitivity ?? 1) === 1) return [];
    const [to, called] = [nameKey(constraint.target.name), nameKey(constraint.name.name)];
    const built = relationships.find(({ name: own, target }) => nameKey(own) === called && target === to);
    if (built === undefined || built.transitivity > 1 || isKin(ontology, key, to)) return [];
    const place = `concept ${quoted(name.name)}, relationship ${quoted(constraint.name.name)}`;
    const text = `${place}: TRANSITIVE is ignored, because ${quoted(constraint.target.name)} is another concept`;
    return [{ kind: 'concept', name: name.name, text }];
  });
}

function isKin({ concepts }: Ontology, from: string, to: string): boolean {
  const concept = concepts.get(from);
  if (to === ROOT_CONCEPT) return from === to;
  return from === to || concept?.ancestors.includes(to) === true || concept?.descendants.includes(to) === true;
}
