import { viewValues } from '../../compiler/nest';
import { COLUMN_SCHEMAS, listOf, objectOf, refersTo, type Schema } from '../../http';
import { type Concept, nameKey, type Ontology, type OutputColumn, type View } from '../../model';
import { viewColumns } from '../../ontologies';
import type { TableKind } from './queryable-kinds';

/** A concept or a view: its columns, and for a concept the relationships that nested answers follow. */
export interface DescribedTable {
  readonly kind: TableKind;
  readonly name: string;
  readonly description: string;
  readonly columns: readonly DescribedColumn[];
  readonly relationships: readonly DescribedRelationship[];
}

interface DescribedColumn extends OutputColumn {
  readonly description: string;
  readonly isMultiValue: boolean;
}

interface DescribedRelationship {
  readonly name: string;
  readonly description: string;
  /** The name of the concept that it leads to. */
  readonly target: string;
}

const SYSTEM_COLUMNS = ['entity_id', 'entity_type', 'entity_label'].map((name) => single(name, 'string'));

function single(name: string, type: OutputColumn['type'], description = ''): DescribedColumn {
  return { name, type, description, isMultiValue: false };
}

/** Returns a concept with its columns: properties, also the inherited ones, and measures. */
export function describedConcept(ontology: Ontology, concept: Concept): DescribedTable {
  const { name, description } = concept;
  const properties = concept.properties.flatMap((key) => ontology.properties.get(key) ?? []);
  const columns = properties.map((property): DescribedColumn => {
    const { isMeasure, isMultiValue, type } = property;
    const column = isMeasure ? `measure.${property.name}` : property.name;
    return { name: column, type: type.name, description: property.description, isMultiValue };
  });
  const relationships = [...concept.relationships.values()].map(({ name, description, target }) => ({
    name,
    description,
    target: ontology.concepts.get(target)?.name ?? target,
  }));
  return { kind: 'concept', name, description, columns: [...SYSTEM_COLUMNS, ...columns], relationships };
}

/** Returns a view with its columns, which have no type if its statement cannot be planned. */
export function describedView(ontology: Ontology, view: View, serviceName: string): DescribedTable {
  const { name, description } = view;
  const values = viewValues(ontology, serviceName, view);
  const columns = viewColumns(ontology, view, serviceName).map((column) => ({
    ...single(column.name, column.type),
    isMultiValue: values.has(nameKey(column.name)),
  }));
  return { kind: 'view', name, description, columns, relationships: [] };
}

/** Returns the name of the schema of a row: `concept_city`. Names of schemas have few characters; others become `.<hexadecimal>.`. */
export function rowSchemaName(kind: TableKind, name: string): string {
  return `${kind}_${name.replace(/[^\w-]/gu, (character) => `.${character.codePointAt(0)?.toString(16) ?? ''}.`)}`;
}

/**
 * Returns the schema of a row: any column may be missing, with `_select_`, and paths and aggregates are further members. These are
 * `unevaluatedProperties`, so that generated clients have types that reject a misspelled property.
 */
export function rowSchema({ kind, name, columns, relationships }: DescribedTable): object {
  const related = new Set(relationships.map((relationship) => relationship.name));
  const members = {
    'count()': { ...COLUMN_SCHEMAS.bigint, description: 'The rows of a group, with `count()` in `_select_`' },
    ...Object.fromEntries([...related].map((own) => [own, relatedSchema(relationships, own)])),
    ...Object.fromEntries(columns.map((column) => [column.name, columnSchema(column)])),
  };
  return {
    description: `A row of the ${kind} ${name}; paths and aggregates of \`_select_\` are further members`,
    ...objectOf(members, ...Object.keys(members)),
    unevaluatedProperties: refersTo('Value'),
  };
}

function columnSchema({ type, description, isMultiValue }: DescribedColumn): Schema & { readonly 'x-type': string } {
  const scalar = COLUMN_SCHEMAS[type];
  const own = isMultiValue ? { anyOf: [scalar, listOf(scalar)] } : scalar;
  return { ...own, ...(description !== '' && { description }), 'x-type': type };
}

/** Returns the schema of the entities that relationships of one name lead to, which nested answers contain. */
function relatedSchema(relationships: readonly DescribedRelationship[], name: string): Schema {
  const own = relationships.filter((relationship) => relationship.name === name);
  const rows = own.map(({ target }) => ({ $ref: `#/components/schemas/${rowSchemaName('concept', target)}` }));
  const description = ['With `nested=true`', ...own.map((each) => each.description)].filter((text) => text !== '');
  const [only] = rows;
  const items = only !== undefined && rows.length === 1 ? only : { anyOf: rows };
  return { ...listOf(items), description: description.join('. ') };
}
