import { nameKey, type Expression, type Identifier, type Query, type Written } from '../../model';
import type { CreateConcept, CreateMapping, CreateView } from '../statement';
import type { OntologyDefinitions, PolicyDefinition, PropertyDefinition } from './ontology-definitions';
import { collectNames, declaredTargets, readReference, type TargetsByName } from './collect-names';
import { nameColumns } from './name-columns';
import { placeOf, quoted } from './refusals';
import { isViewSchema } from './schema-names';

export type DefinitionKind = 'datasource' | 'property' | 'measure' | 'concept' | 'mapping' | 'view' | 'policy';

/** A reference to one definition of an ontology. Measures and properties share one key space. */
export interface DefinitionKey {
  readonly kind: DefinitionKind;
  readonly key: string;
}

/** A definition that references another one. */
export interface Use extends DefinitionKey {
  /** The text in messages. */
  readonly title: string;
}

type Names = ReadonlySet<string>;

/** What names mean: the name of the service in schemas, and the concepts that relationships lead to. */
export interface NameMeanings {
  readonly serviceName: string;
  readonly targets: TargetsByName;
}

/**
 * Returns the definitions that reference `target`, in definition order; they prevent it from being dropped.
 * `serviceName` determines the schema names.
 */
export function listUses(definitions: OntologyDefinitions, target: DefinitionKey, serviceName: string): Use[] {
  const meanings = { serviceName, targets: declaredTargets(definitions) };
  const wanted = printKey(target);
  const gone = [wanted, ...(target.kind === 'concept' ? propertiesMadeBy(definitions, target.key) : [])];
  const uses: Use[] = [];
  const look = <D extends { readonly name: Identifier }>(
    kind: DefinitionKind,
    known: ReadonlyMap<string, D>,
    namesOf: (definition: D) => Names,
    wantedOf: readonly string[] = [wanted],
  ): void => {
    for (const [key, definition] of known) {
      const isItself = kind === target.kind && key === target.key;
      if (isItself || !hasOne(namesOf(definition), wantedOf)) continue;
      const isMeasure = kind === 'property' && definitions.properties.get(key)?.kind === 'create-measure';
      uses.push({ kind, key, title: `${isMeasure ? 'measure' : kind} ${quoted(definition.name.name)}` });
    }
  };
  look('property', definitions.properties, (property) => namesOfProperty(property, meanings), gone);
  look('concept', definitions.concepts, (concept) => namesOfConcept(concept, meanings));
  look('mapping', definitions.mappings, (mapping) => namesOfMapping(mapping, definitions.activeDataSource));
  look('view', definitions.views, (view) => namesOfView(view, meanings));
  look('policy', definitions.policies, (policy) => namesOfPolicy(policy, meanings), gone);
  return uses;
}

function hasOne(names: Names, wanted: readonly string[]): boolean {
  return wanted.some((name) => names.has(name));
}

/** Returns the properties that only this concept declares. They are dropped with it. */
function propertiesMadeBy({ concepts, properties }: OntologyDefinitions, key: string): readonly string[] {
  const concept = concepts.get(key);
  if (concept === undefined) return [];
  const others = new Set([...concepts].filter(([other]) => other !== key).flatMap(([, other]) => propertiesIn(other)));
  return propertiesIn(concept)
    .filter((name) => !others.has(name) && !properties.has(name))
    .map((name) => printKey({ kind: 'property', key: name }));
}

function propertiesIn({ columns, constraints }: CreateConcept): readonly string[] {
  const multiValues = constraints.filter((constraint) => constraint.kind === 'multi-value');
  return [...columns, ...multiValues].map(({ name }) => nameKey(name.name));
}

/** Returns a string that identifies a definition, for use in sets of names. */
export function printKey({ kind, key }: DefinitionKey): string {
  return `${kind === 'measure' ? 'property' : kind}/${key}`;
}

function key(kind: DefinitionKind, identifier: Identifier): string {
  return printKey({ kind, key: nameKey(identifier.name) });
}

function* namesOfTree(
  tree: Expression<Written> | Query<Written> | undefined,
  { targets }: NameMeanings,
): Iterable<string> {
  if (tree === undefined) return;
  for (const reference of collectNames(tree).references) {
    const named = readReference(reference, targets);
    yield printKey({ kind: 'property', key: named.property });
    for (const concept of named.concepts) yield printKey({ kind: 'concept', key: concept });
  }
}

/**
 * Yields the concepts and views that a tree and its subqueries read. The schema distinguishes concepts from views; a
 * name without a schema may refer to a common table expression.
 */
function* tablesOfTree(
  tree: Expression<Written> | Query<Written> | undefined,
  { serviceName }: NameMeanings,
): Iterable<string> {
  if (tree === undefined) return;
  const { tables, commonTables } = collectNames(tree);
  for (const { parts } of tables) {
    const [schema, last] = parts.length > 1 ? [parts.at(-2)?.name, parts.at(-1)] : [undefined, parts[0]];
    if (last === undefined || (schema === undefined && commonTables.has(nameKey(last.name)))) continue;
    yield key(isViewSchema(schema, serviceName) ? 'view' : 'concept', last);
  }
}

function namesOfProperty(property: PropertyDefinition, meanings: NameMeanings): Names {
  const filter = property.kind === 'create-measure' ? property.filter : undefined;
  return new Set([...namesOfTree(property.calculation, meanings), ...namesOfTree(filter, meanings)]);
}

function namesOfConcept(concept: CreateConcept, meanings: NameMeanings): Names {
  const names = new Set<string>(concept.parents.map((parent) => key('concept', parent)));
  for (const column of concept.columns) names.add(key('property', column.name));
  for (const column of [...concept.primaryKey, ...concept.label]) names.add(key('property', column));
  for (const constraint of concept.constraints) {
    if (constraint.kind === 'multi-value') names.add(key('property', constraint.name));
    else names.add(key('concept', constraint.target));
    if (constraint.kind !== 'foreign-key') continue;
    for (const column of [...constraint.columns, ...constraint.targetColumns]) names.add(key('property', column));
  }
  for (const name of namesOfLogic(concept, meanings)) names.add(name);
  return names;
}

/** Returns the names in the FROM and the condition of a logic concept. */
export function namesOfLogic({ logic }: CreateConcept, meanings: NameMeanings): Names {
  const from = logic?.from.parts.at(-1);
  const names = [...namesOfTree(logic?.where, meanings), ...tablesOfTree(logic?.where, meanings)];
  return new Set(from === undefined ? names : [key('concept', from), ...names]);
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
  for (const column of nameColumns(placeOf('mapping', mapping.name), mapping.source)) {
    names.add(printKey({ kind: 'property', key: column.key }));
  }
  return names;
}

function namesOfView(view: CreateView, meanings: NameMeanings): Names {
  const names = new Set([...namesOfTree(view.query, meanings), ...tablesOfTree(view.query, meanings)]);
  if (view.dataSource !== undefined) names.add(key('datasource', view.dataSource));
  return names;
}

function namesOfPolicy(policy: PolicyDefinition, meanings: NameMeanings): Names {
  const names = new Set<string>(policy.concept && [key('concept', policy.concept)]);
  if (policy.kind === 'create-mask-policy') return names.add(key('property', policy.property));
  for (const name of namesOfTree(policy.where, meanings)) names.add(name);
  for (const name of tablesOfTree(policy.where, meanings)) names.add(name);
  return names;
}
