import type { ColumnType } from './values';

export interface PropertyDefinition {
  readonly name: string;
  readonly type: ColumnType;
  /** The expression after `AS` of a calculated property or a measure. */
  readonly calculation?: string;
  readonly isMeasure?: boolean;
}

export interface ConceptDefinition {
  readonly name: string;
  readonly parents: readonly string[];
  /** Its own properties. */
  readonly properties: readonly string[];
  readonly key: readonly string[];
  readonly label: readonly string[];
  /** `CONSTRAINT ...` */
  readonly constraints: readonly string[];
  /** `FROM ... WHERE ...` */
  readonly logic?: string;
}

/** A declaration of a mapping about its rows; `disjoint` and `foreign-key` refer to another mapping by its columns of these names. */
export interface Declaration {
  readonly kind: 'unique' | 'not-null' | 'foreign-key' | 'disjoint';
  readonly columns: readonly string[];
  readonly mapping?: string;
  readonly targetColumns?: readonly string[];
}

export interface MappingDefinition {
  readonly name: string;
  /** The ends of a link mapping. */
  readonly ends: readonly string[];
  readonly declarations: readonly Declaration[];
  readonly into: readonly string[];
  /** Whether it lacks the key, or a part of it. */
  readonly isKeyless?: boolean;
  readonly isOpaque: boolean;
  readonly isDistinct: boolean;
  readonly items: readonly { readonly value: string; readonly name: string }[];
  readonly from: string;
  readonly where: readonly string[];
  readonly groupBy: readonly string[];
}

export interface OntologyDefinition {
  readonly removesDuplicates: boolean;
  readonly allowsKeyless: boolean;
  readonly properties: readonly PropertyDefinition[];
  readonly concepts: readonly ConceptDefinition[];
  readonly mappings: readonly MappingDefinition[];
  /** Whole statements: policies and views. */
  readonly others: readonly string[];
}

const quoted = (name: string): string => `\`${name}\``;
const list = (names: readonly string[]): string => names.map(quoted).join(', ');

/** Prints the script that creates the ontology. */
export function printOntology(ontology: OntologyDefinition): string {
  const types = new Map(ontology.properties.map((property) => [property.name, property]));
  const statements = [
    ...(ontology.removesDuplicates ? ["ALTER ONTOLOGY `test` SET duplicates = 'remove'"] : []),
    ...(ontology.allowsKeyless ? ["ALTER ONTOLOGY `test` SET keyless_mappings = 'allow'"] : []),
    ...ontology.properties.flatMap(printCalculation),
    ...ontology.concepts.map((concept) => printConcept(concept, types)),
    ...ontology.mappings.map(printMapping),
    ...ontology.others,
  ];
  return statements.map((statement) => `${statement};`).join('\n');
}

function printType(type: ColumnType): string {
  return type === 'decimal' ? 'decimal(10,2)' : type;
}

function printCalculation({ name, type, calculation, isMeasure }: PropertyDefinition): readonly string[] {
  if (calculation === undefined) return [];
  return [
    `CREATE ${isMeasure === true ? 'MEASURE' : 'PROPERTY'} ${quoted(name)} ${printType(type)} AS SELECT ${calculation}`,
  ];
}

function printConcept(concept: ConceptDefinition, types: ReadonlyMap<string, PropertyDefinition>): string {
  const properties = concept.properties.map((name) => {
    const property = types.get(name);
    return `${quoted(name)} ${property?.isMeasure === true ? 'measure ' : ''}${printType(property?.type ?? 'string')}`;
  });
  const parts = [
    ...properties,
    ...(concept.key.length > 0 ? [`PRIMARY KEY (${list(concept.key)})`] : []),
    ...(concept.label.length > 0 ? [`LABEL (${list(concept.label)})`] : []),
    ...concept.constraints,
  ];
  const body = parts.length > 0 ? ` (${parts.join(', ')})` : '';
  const parents = concept.parents.length > 0 ? ` INHERITS (${list(concept.parents)})` : '';
  return `CREATE CONCEPT ${quoted(concept.name)}${body}${parents}${concept.logic === undefined ? '' : ` ${concept.logic}`}`;
}

/** Prints the SELECT of a mapping, which is also valid SQL of every data source. */
export function printMappingQuery({ isDistinct, items, from, where, groupBy }: MappingDefinition): string {
  const select = items.map(({ value, name }) => `${value} AS ${name}`).join(', ');
  const condition = where.length > 0 ? ` WHERE ${where.map((part) => `(${part})`).join(' AND ')}` : '';
  const groups = groupBy.length > 0 ? ` GROUP BY ${groupBy.join(', ')}` : '';
  return `SELECT ${isDistinct ? 'DISTINCT ' : ''}${select} FROM ${from}${condition}${groups}`;
}

function printMapping(mapping: MappingDefinition): string {
  const head = [...mapping.ends, ...mapping.declarations.map(printDeclaration)];
  const into = mapping.into.length > 0 ? ` INTO (${list(mapping.into)})` : '';
  return `CREATE MAPPING ${quoted(mapping.name)}${head.length > 0 ? ` (${head.join(', ')})` : ''}${into}${mapping.isOpaque ? ' WITHOUT PARSING' : ''} AS ${printMappingQuery(mapping)}`;
}

function printDeclaration({ kind, columns, mapping = '', targetColumns = [] }: Declaration): string {
  switch (kind) {
    case 'unique':
      return `UNIQUE (${list(columns)})`;
    case 'not-null':
      return `NOT NULL (${list(columns)})`;
    case 'foreign-key':
      return `FOREIGN KEY (${list(columns)}) REFERENCES MAPPING ${quoted(mapping)} (${list(targetColumns)})`;
    case 'disjoint':
      return `DISJOINT FROM ${quoted(mapping)}`;
  }
}
