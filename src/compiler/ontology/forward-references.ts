import { nameKey, type Expression, type Identifier, type Query, type Written } from '../../model';
import type { CreateConcept, CreateMapping } from '../statement';
import { SYSTEM_COLUMNS } from './check-names';
import { collectNames, readReference } from './collect-names';
import { type OntologyDefinitions, type PropertyDefinition, ROOT_CONCEPT } from './ontology-definitions';

/** A definition, or a relationship of a concept, that refers to something that does not exist yet. */
export interface ForwardReference {
  readonly kind: 'concept' | 'relationship' | 'property' | 'measure' | 'mapping' | 'view';
  readonly name: string;
  /** The concept of a relationship. */
  readonly concept?: string;
  readonly missing: {
    readonly kind: 'concept' | 'concept or view' | 'relationship' | 'property' | 'measure' | 'mapping';
    readonly name: string;
  };
  /** The offset of the definition, if it is part of the request. */
  readonly at?: number;
}

type Holder = Pick<ForwardReference, 'kind' | 'name' | 'concept' | 'at'>;
type Missing = ForwardReference['missing'];
type Tree = Expression<Written> | Query<Written>;

/** Returns the references to what does not exist. A definition that refers to several missing things is returned for each. */
export function findMissing(definitions: OntologyDefinitions): readonly ForwardReference[] {
  const known = new KnownNames(definitions);
  const found: ForwardReference[] = [];
  const add = (holder: Holder, missing: Iterable<Missing>): void => {
    for (const one of missing) found.push({ ...holder, missing: one });
  };
  for (const property of definitions.properties.values())
    add(holderOf(property.kind === 'create-measure' ? 'measure' : 'property', property), ofProperty(property, known));
  for (const concept of definitions.concepts.values()) {
    add(holderOf('concept', concept), ofConcept(concept, known));
    for (const { name } of concept.columns.filter((column) => column.measure && !known.measures.has(key(column.name))))
      add({ kind: 'measure', ...place(name) }, [{ kind: 'measure', name: name.name }]);
    for (const [name, missing] of ofRelationships(concept, known))
      add({ kind: 'relationship', concept: concept.name.name, ...place(name) }, missing);
  }
  for (const mapping of definitions.mappings.values()) add(holderOf('mapping', mapping), ofMapping(mapping, known));
  for (const view of definitions.views.values()) add(holderOf('view', view), ofTables(view.query, known));
  return found;
}

/** The names that definitions may refer to. */
class KnownNames {
  readonly concepts: ReadonlySet<string>;
  readonly views: ReadonlySet<string>;
  readonly mappings: ReadonlySet<string>;
  readonly measures: ReadonlySet<string>;
  readonly properties: ReadonlySet<string>;
  /** Names of both directions. */
  readonly relationships: ReadonlySet<string>;

  constructor({ concepts, views, mappings, properties }: OntologyDefinitions) {
    const all = [...concepts.values()];
    const constraints = all.flatMap((concept) => concept.constraints);
    const measures = [...properties].filter(([, { kind }]) => kind === 'create-measure');
    const multiValues = constraints.filter(({ kind }) => kind === 'multi-value');
    const columns = all.flatMap((concept) => concept.columns.filter(({ measure }) => !measure));
    this.concepts = new Set([ROOT_CONCEPT, ...concepts.keys()]);
    this.views = new Set(views.keys());
    this.mappings = new Set(mappings.keys());
    this.measures = new Set(measures.map(([name]) => name));
    this.properties = new Set([...SYSTEM_COLUMNS, ...properties.keys(), ...[...columns, ...multiValues].map(({ name }) => key(name))]); // prettier-ignore
    this.relationships = new Set(
      constraints.flatMap((one) => {
        if (one.kind === 'multi-value') return [];
        const inverse = one.inverse === undefined ? [] : [key(one.inverse)];
        return [key(one.name), `~${key(one.name)}`, ...inverse];
      }),
    );
  }
}

const key = ({ name }: Identifier): string => nameKey(name);
const place = ({ name, at }: Identifier): Pick<Holder, 'name' | 'at'> => ({ name, ...(at !== undefined && { at }) });
const holderOf = (kind: Holder['kind'], { name }: { readonly name: Identifier }): Holder => ({ kind, ...place(name) });

function unknownIn(kind: Missing['kind'], names: readonly Identifier[], known: ReadonlySet<string>): Missing[] {
  return names.filter((name) => !known.has(key(name))).map(({ name }) => ({ kind, name }));
}

function ofProperty(property: PropertyDefinition, known: KnownNames): Missing[] {
  const trees = [property.calculation, property.kind === 'create-measure' ? property.filter : undefined];
  const references = trees.flatMap((tree) => (tree === undefined ? [] : collectNames(tree).references));
  const names = references.filter(
    (reference) => reference.quote !== 'double' && !readReference(reference, new Map()).isPath,
  );
  return unknownIn(
    'property',
    names.map(({ parts }) => parts.at(-1) ?? { name: '' }),
    known.properties,
  );
}

function ofConcept({ parents, logic, primaryKey, label }: CreateConcept, known: KnownNames): Missing[] {
  const from = logic?.from.parts.at(-1);
  return [
    ...unknownIn('concept', [...parents, ...(from === undefined ? [] : [from])], known.concepts),
    ...unknownIn('property', [...primaryKey, ...label], known.properties),
    ...(logic?.where === undefined ? [] : ofTables(logic.where, known)),
  ];
}

function* ofRelationships(
  { constraints }: CreateConcept,
  { concepts, properties }: KnownNames,
): Iterable<readonly [Identifier, readonly Missing[]]> {
  for (const constraint of constraints) {
    if (constraint.kind === 'multi-value') continue;
    const columns = constraint.kind === 'foreign-key' ? [...constraint.columns, ...constraint.targetColumns] : [];
    const target = unknownIn('concept', [constraint.target], concepts);
    yield [constraint.name, [...target, ...unknownIn('property', columns, properties)]];
  }
}

/** Data sources are not among what may be missing: the right to read one is checked when its mapping is defined. */
function ofMapping({ target, declarations }: CreateMapping, known: KnownNames): Missing[] {
  const declared = declarations.flatMap((one) => ('mapping' in one ? [one.mapping] : []));
  const mappings = unknownIn('mapping', declared, known.mappings);
  if (target.kind === 'concepts') return [...unknownIn('concept', target.concepts, known.concepts), ...mappings];
  const { ends } = target;
  return [
    ...unknownIn('concept', ends.map(({ concept }) => concept), known.concepts),
    ...unknownIn('relationship', ends.map(({ relationship }) => relationship), known.relationships),
    ...mappings,
  ]; // prettier-ignore
}

function ofTables(tree: Tree, { concepts, views }: KnownNames): Missing[] {
  const { tables, commonTables } = collectNames(tree);
  return tables.flatMap(({ parts }) => {
    const name = parts.at(-1)?.name ?? '';
    const table = nameKey(name);
    const isCommon = parts.length === 1 && commonTables.has(table);
    if (isCommon || concepts.has(table) || views.has(table) || table.startsWith('sys_')) return [];
    return [{ kind: 'concept or view', name }] as const;
  });
}
