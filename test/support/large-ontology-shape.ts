/** The size of a generated ontology. `properties` includes measures; `mappings` counts those that define entities. */
export interface LargeOntologySize {
  readonly concepts: number;
  readonly properties: number;
  readonly mappings: number;
}

export interface LargeProperty {
  readonly name: string;
  readonly type: string;
  /** Its column in every table that contains it. */
  readonly column: string;
}

/** A to-one relationship of a concept; without `inverse` the other direction is unnamed. */
export interface LargeReference {
  readonly name: string;
  readonly property: LargeProperty;
  readonly target: LargeConcept;
  readonly inverse: string | undefined;
}

/** The definitions that the root of a family of concepts has besides plain properties. */
export interface LargeRoot {
  readonly key: LargeProperty;
  readonly label: LargeProperty;
  readonly above: LargeProperty;
  readonly amount: LargeProperty;
  readonly calculated: string;
  readonly multiValue: string;
  /** A sum, the sum over some rows, and their quotient. */
  readonly measures: readonly [string, string, string];
  readonly partOf: string;
  readonly linkedTo: string;
  /** The root of the next family, which is the target of references and links. */
  next: LargeConcept | undefined;
}

export interface LargeConcept {
  readonly index: number;
  readonly name: string;
  readonly parent: LargeConcept | undefined;
  readonly root: LargeRoot;
  /** Its own properties, without those of `root`. */
  readonly properties: LargeProperty[];
  readonly isLogic: boolean;
  reference?: LargeReference;
  /** Numbers of the mappings INTO it: table `source_<number>` with the ids `<number>0`, `<number>1`, `<number>2`. */
  readonly mappings: number[];
}

/** Reserved words, names with spaces, letters beyond ASCII. */
const CONCEPT_NAMES = ['order', 'group', 'select', 'table', 'key', 'from', 'Café au lait', 'naïve-approach', '従業員'];
const CONCEPT_WORDS = ['site', 'Asset', 'work-order', 'Gebäude teil', 'primary', 'line item'];
const PROPERTY_NAMES = ['where', 'limit', 'desc', 'values', 'date', 'null', 'order by', 'Größe', 'is-active'];
const PROPERTY_WORDS = ['count of', 'Name', 'unit-price', 'Länge', 'interval', 'first used'];
const TYPES = [
  'string',
  'decimal(10,2)',
  'date',
  'boolean',
  'timestamp',
  'double',
  'bigint',
  'smallint',
  'time',
  'float',
];
const CHILDREN = 3;
const CONCEPTS_OF_FAMILY = 50;
/** The number of properties of a root, and of those that all roots share. */
const PROPERTIES_OF_ROOT = 9;
const SHARED_PROPERTIES = 1;

/** A property of every root, and so of every concept. */
export const NOTE: LargeProperty = { name: 'note', type: 'string', column: 'note' };

/** Returns families of concepts, each a tree of several levels whose last leaves are logic concepts; parents come first. */
export function shapeConcepts(size: LargeOntologySize): readonly LargeConcept[] {
  const roots = Math.max(1, Math.round(size.concepts / CONCEPTS_OF_FAMILY));
  const concepts: LargeConcept[] = [];
  for (let index = 0; index < size.concepts; index++) {
    const parent = index < roots ? undefined : concepts[Math.floor((index - roots) / CHILDREN)];
    const isLogic = index >= roots && index >= size.concepts * 0.95;
    const root = parent?.root ?? rootOf(index);
    const name = nameOf(index, CONCEPT_NAMES, CONCEPT_WORDS);
    concepts.push({ index, name, parent, root, properties: [], isLogic, mappings: [] });
  }
  const withData = concepts.filter((concept) => !concept.isLogic);
  addProperties(withData, size.properties - SHARED_PROPERTIES - roots * PROPERTIES_OF_ROOT);
  for (let number = 0; number < size.mappings; number++) at(withData, number).mappings.push(number + 1);
  concepts.slice(0, roots).forEach((concept, index) => {
    concept.root.next = at(concepts, (index + 1) % roots);
  });
  withData.slice(roots).forEach(addReference);
  return concepts;
}

/** Returns the element at an index modulo the length. */
function at<T>(items: readonly T[], index: number): T {
  return items[index % items.length]!;
}

function nameOf(index: number, first: readonly string[], words: readonly string[]): string {
  return first[index] ?? `${at(words, index)} ${index}`;
}

function rootOf(index: number): LargeRoot {
  const property = (name: string, type: string): LargeProperty => ({
    name: `${name} ${index}`,
    type,
    column: `${name}_${index}`,
  });
  return {
    key: property('id', 'integer'),
    label: property('label', 'string'),
    above: property('above', 'integer'),
    amount: property('amount', 'decimal(12,2)'),
    calculated: `twice ${index}`,
    multiValue: `tag ${index}`,
    measures: [`total ${index}`, `large total ${index}`, `share ${index}`],
    partOf: `part of ${index}`,
    linkedTo: `linked to ${index}`,
    next: undefined,
  };
}

/** Distributes properties over the concepts in turn; the first of each concept is an integer, which references need. */
function addProperties(concepts: readonly LargeConcept[], count: number): void {
  for (let number = 0; number < count; number++) {
    const concept = at(concepts, number);
    const type = number < concepts.length ? 'integer' : at(TYPES, number);
    concept.properties.push({ name: nameOf(number, PROPERTY_NAMES, PROPERTY_WORDS), type, column: `c${number}` });
  }
}

function addReference(concept: LargeConcept): void {
  const [property] = concept.properties;
  const target = concept.root.next;
  if (property === undefined || target === undefined || concept.index % 2 === 0) return;
  const inverse = concept.index % 4 === 1 ? `referred by ${concept.index}` : undefined;
  concept.reference = { name: `refers to ${concept.index}`, property, target, inverse };
}

/** Returns the single-valued plain properties: those of the concept first, then those of the concepts above. */
export function propertiesOf(concept: LargeConcept): readonly LargeProperty[] {
  const inherited = concept.parent === undefined ? rootProperties(concept.root) : propertiesOf(concept.parent);
  return [...concept.properties, ...inherited];
}

/** Returns the properties that a root adds to each concept of its family, the key first. */
export function rootProperties(root: LargeRoot): readonly LargeProperty[] {
  return [root.key, root.label, root.above, root.amount, NOTE];
}

/** Returns the concept and all concepts below it. */
export function family(concepts: readonly LargeConcept[], top: LargeConcept): readonly LargeConcept[] {
  const isBelow = (concept: LargeConcept | undefined): boolean =>
    concept !== undefined && (concept === top || isBelow(concept.parent));
  return concepts.filter(isBelow);
}
