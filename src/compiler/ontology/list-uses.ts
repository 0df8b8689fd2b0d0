import { nameKey, type Expression, type Identifier, type Query, type Written } from '../../model';
import type { CreateConcept, CreateMapping, CreateView } from '../statement';
import type { OntologyDefinitions, PolicyDefinition, PropertyDefinition } from './ontology-definitions';
import { collectNames, readReference } from './collect-names';
import { nameColumns } from './name-columns';
import { quoted } from './refusals';

export type DefinitionKind = 'datasource' | 'property' | 'measure' | 'concept' | 'mapping' | 'view' | 'policy';

/** One definition of an ontology, by its key. Measures are told from properties by their definition, not by their key. */
export interface DefinitionKey {
  readonly kind: DefinitionKind;
  readonly key: string;
}

/** A definition that names another one. */
export interface Use extends DefinitionKey {
  /** As messages show it. */
  readonly title: string;
}

type Names = ReadonlySet<string>;

/** Everything that names `target`, in definition order: what stands in the way of dropping it. */
export function listUses(definitions: OntologyDefinitions, target: DefinitionKey): Use[] {
  const wanted = printKey(target);
  const uses: Use[] = [];
  const look = <D extends { readonly name: Identifier }>(
    kind: DefinitionKind,
    known: ReadonlyMap<string, D>,
    namesOf: (definition: D) => Names,
  ): void => {
    for (const [key, definition] of known) {
      const isItself = kind === target.kind && key === target.key;
      if (isItself || !namesOf(definition).has(wanted)) continue;
      uses.push({ kind, key, title: `${kind} ${quoted(definition.name.name)}` });
    }
  };
  look('property', definitions.properties, namesOfProperty);
  look('concept', definitions.concepts, namesOfConcept);
  look('mapping', definitions.mappings, (mapping) => namesOfMapping(mapping, definitions.activeDataSource));
  look('view', definitions.views, (view) => namesOfView(view, definitions));
  look('policy', definitions.policies, namesOfPolicy);
  return uses;
}

function printKey({ kind, key }: DefinitionKey): string {
  return `${kind === 'measure' ? 'property' : kind}/${key}`;
}

function key(kind: DefinitionKind, identifier: Identifier): string {
  return printKey({ kind, key: nameKey(identifier.name) });
}

function* namesOfTree(tree: Expression<Written> | Query<Written> | undefined): Iterable<string> {
  if (tree === undefined) return;
  for (const reference of collectNames(tree).references) {
    const named = readReference(reference);
    yield printKey({ kind: 'property', key: named.property });
    for (const concept of named.concepts) yield printKey({ kind: 'concept', key: concept });
  }
}

function namesOfProperty(property: PropertyDefinition): Names {
  const filter = property.kind === 'create-measure' ? property.filter : undefined;
  return new Set([...namesOfTree(property.calculation), ...namesOfTree(filter)]);
}

function namesOfConcept(concept: CreateConcept): Names {
  const names = new Set<string>(concept.parents.map((parent) => key('concept', parent)));
  for (const column of concept.columns) names.add(key('property', column.name));
  for (const column of [...concept.primaryKey, ...concept.label]) names.add(key('property', column));
  for (const constraint of concept.constraints) {
    if (constraint.kind === 'multi-value') names.add(key('property', constraint.name));
    else names.add(key('concept', constraint.target));
    if (constraint.kind !== 'foreign-key') continue;
    for (const column of [...constraint.columns, ...constraint.targetColumns]) names.add(key('property', column));
  }
  const from = concept.logic?.from.parts.at(-1);
  if (from !== undefined) names.add(key('concept', from));
  for (const name of namesOfTree(concept.logic?.where)) names.add(name);
  return names;
}

function namesOfMapping(mapping: CreateMapping, active: string | undefined): Names {
  const names = new Set<string>();
  const source = mapping.dataSource === undefined ? active : nameKey(mapping.dataSource.name);
  if (source !== undefined) names.add(printKey({ kind: 'datasource', key: source }));
  for (const declaration of mapping.declarations) {
    if ('mapping' in declaration) names.add(key('mapping', declaration.mapping));
  }
  if (mapping.target.kind === 'link') {
    for (const end of mapping.target.ends) {
      names.add(key('concept', end.concept));
      for (const column of end.targetColumns) names.add(key('property', column));
    }
    return names;
  }
  for (const concept of mapping.target.concepts) names.add(key('concept', concept));
  for (const column of nameColumns(quoted(mapping.name.name), mapping.source)) {
    names.add(printKey({ kind: 'property', key: column.key }));
  }
  return names;
}

function namesOfView(view: CreateView, definitions: OntologyDefinitions): Names {
  const names = new Set(namesOfTree(view.query));
  if (view.dataSource !== undefined) names.add(key('datasource', view.dataSource));
  for (const table of collectNames(view.query).tables) {
    const last = table.parts.at(-1);
    if (last === undefined) continue;
    const isView = table.parts.length > 1 && definitions.views.has(nameKey(last.name));
    names.add(key('concept', last));
    if (isView) names.add(key('view', last));
  }
  return names;
}

function namesOfPolicy(policy: PolicyDefinition): Names {
  const names = new Set<string>();
  if (policy.concept !== undefined) names.add(key('concept', policy.concept));
  if (policy.kind === 'create-mask-policy') names.add(key('property', policy.property));
  else for (const name of namesOfTree(policy.where)) names.add(name);
  return names;
}
