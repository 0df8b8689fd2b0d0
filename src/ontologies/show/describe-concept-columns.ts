import { type Concept, nameKey, type Ontology, printScalarType, type Property, type Relationship } from '../../model';
import { type FindTable, printLinkColumnType } from '../change/view-columns';
import { linkColumnsOf } from './link-columns';
import { type SchemaKind } from './schema-kind';

/** One column of a concept's table, as returned by DESCRIBE. */
export interface DescribedColumn {
  readonly name: string;
  readonly type: string;
  readonly comment: string;
  readonly key: 'PK' | 'FK' | '';
  readonly inherited: boolean;
}

/** The schema to describe and the number of relationships to follow. */
export interface DescribeScope {
  readonly schema: Exclude<SchemaKind, 'views'>;
  readonly graphDepth: number;
  /** The catalogues of the data sources, which contain the types of link columns. Without them these types are `unknown`. */
  readonly findTable?: FindTable | undefined;
}

const MEASURE = 'measure.';

type Columns = readonly DescribedColumn[];

const SYSTEM_COLUMNS: Columns = ['entity_id', 'entity_type', 'entity_label'].map((name) => column(name, 'string'));

function column(name: string, type: string, comment = ''): DescribedColumn {
  return { name, type, comment, key: '', inherited: false };
}

/** Returns the columns of a concept's table: system columns and properties, and in the deep schema all columns reachable from it. */
export function describeConceptColumns(ontology: Ontology, concept: Concept, scope: DescribeScope): Columns {
  const own = propertyColumns(ontology, concept, (property) => !property.isMeasure);
  const plain = [...SYSTEM_COLUMNS, ...own, ...(scope.schema === 'plain' ? [] : columnsBelow(ontology, concept))];
  return scope.schema === 'deep' && scope.graphDepth > 0
    ? [
        ...plain,
        ...concept.descendants.map((key) => column(`_type_of_${ontology.concepts.get(key)?.name ?? key}`, 'integer')),
        ...measureColumns(ontology, concept),
        ...pathColumns(ontology, concept, scope),
      ]
    : plain;
}

function propertyColumns(ontology: Ontology, concept: Concept, wanted: (property: Property) => boolean): Columns {
  return concept.properties.flatMap((key) => {
    const property = ontology.properties.get(key);
    if (property === undefined || !wanted(property)) return [];
    const described = column(property.name, printScalarType(property.type), property.description);
    return [{ ...described, key: keyOf(concept, key), inherited: !concept.ownProperties.includes(key) }];
  });
}

function keyOf(concept: Concept, property: string): DescribedColumn['key'] {
  if (concept.primaryKey.includes(property)) return 'PK';
  const isForeign = [...concept.relationships.values()].some(({ isInverse, join }) => {
    return !isInverse && join.kind === 'key' && join.sourceProperties.includes(property);
  });
  return isForeign ? 'FK' : '';
}

/** Returns the columns that only descendants of the concept have. */
function columnsBelow(ontology: Ontology, concept: Concept): Columns {
  const below = concept.descendants.flatMap((key) => ontology.concepts.get(key)?.properties ?? []);
  return [...new Set(below)].flatMap((key) => {
    const property = ontology.properties.get(key);
    if (property === undefined || property.isMeasure || concept.properties.includes(key)) return [];
    return [column(property.name, printScalarType(property.type), property.description)];
  });
}

function measureColumns(ontology: Ontology, concept: Concept): Columns {
  const measures = propertyColumns(ontology, concept, (property) => property.isMeasure);
  return measures.map((measure) => ({ ...measure, name: `${MEASURE}${measure.name}` }));
}

function pathColumns(ontology: Ontology, concept: Concept, scope: DescribeScope): Columns {
  const { graphDepth } = scope;
  return [...concept.relationships.values()].flatMap((relationship) => {
    const target = ontology.concepts.get(relationship.target);
    if (target === undefined) return [];
    const inherited = relationship.source !== nameKey(concept.name);
    const step = `${relationship.name}[${target.name}]`;
    const ends = endsOf(ontology, relationship, { target, findTable: scope.findTable });
    const further = graphDepth > 1 ? pathColumns(ontology, target, { ...scope, graphDepth: graphDepth - 1 }) : [];
    const properties = propertyColumns(ontology, target, (property) => !property.isMeasure);
    const within = [...properties, ...measureColumns(ontology, target), ...further];
    const paths = within.map((end) => ({ ...end, name: along(step, end.name), key: '' as const }));
    return [...paths, ...ends].map((end) => ({ ...end, inherited }));
  });
}

/** Returns the name of a column at the end of a step; the word for measures remains in front. */
function along(step: string, name: string): string {
  return name.startsWith(MEASURE) ? `${MEASURE}${step}.${name.slice(MEASURE.length)}` : `${step}.${name}`;
}

/** The target of a step. */
type Step = Pick<DescribeScope, 'findTable'> & { readonly target: Concept };

/** Returns the columns of the step itself: those of the link, and the level of a transitive relationship. */
function endsOf(ontology: Ontology, relationship: Relationship, { target, findTable }: Step): Columns {
  const { name, transitivity } = relationship;
  const level = `${name}[${target.name}*${transitivity}]_transitivity_level`;
  const levels = transitivity > 1 ? [column(level, 'integer')] : [];
  const { mappings, names } = linkColumnsOf(ontology, relationship);
  const columns = names.map((link) => {
    return column(`${name}[${target.name}]_${link}`, printLinkColumnType(mappings, link, findTable));
  });
  return [...columns, ...levels];
}
