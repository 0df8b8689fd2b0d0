import { type Option } from '../../compiler/statement';
import { ServiceError, suggest } from '../../errors';
import { type Concept, nameKey, type Ontology, type OutputColumn } from '../../model';
import { type DescribedColumn, describeConceptColumns, type DescribeScope } from './describe-concept-columns';
import { modelRows, type ModelRows } from './model-rows';
import { schemaKind } from './schema-kind';
import { viewColumns } from '../change/view-columns';

const DEEPEST = 4;
const MOST_COLUMNS = 50_000;

/** The table or concept in DESC and DESCRIBE CONCEPT. */
export interface Described {
  readonly schema?: { readonly name: string };
  readonly name: { readonly name: string; readonly at?: number };
}

/** Returns the columns of a system table, or undefined if no system table has the name. */
type FindColumns = (table: string) => readonly OutputColumn[] | undefined;

/** Returns the result of DESC [schema.]x: the columns of the table that SELECT reads. */
export function describe(
  ontology: Ontology,
  serviceName: string,
  { schema, name }: Described,
  findSystemColumns: FindColumns = () => undefined,
): ModelRows {
  const columns = { col_name: 'string', data_type: 'string', comment: 'string' } as const;
  const kind = schemaKind(serviceName, schema?.name);
  if (kind === 'views') {
    const view = ontology.views.get(nameKey(name.name));
    if (view === undefined) throw unknownTable('view', name, ontology.views.values());
    const found = viewColumns(ontology, view, serviceName);
    return modelRows(
      columns,
      found.map((column) => [column.name, column.type, '']),
    );
  }
  const ofSystem = kind === 'plain' ? findSystemColumns(name.name) : undefined;
  const found =
    ofSystem?.map((column) => ({ ...column, comment: '' })) ??
    describeConceptColumns(ontology, getConcept(ontology, name), { schema: kind, graphDepth: 0 });
  return modelRows(
    columns,
    found.map((column) => [column.name, column.type, column.comment]),
  );
}

/**
 * Returns the result of DESCRIBE CONCEPT [schema.]x: columns with keys and inheritance, and in the deep schema all
 * columns reachable within `graph_depth` relationships.
 */
export function describeConcept(
  ontology: Ontology,
  serviceName: string,
  { schema, name, options }: Described & { readonly options: readonly Option[] },
  findTable?: DescribeScope['findTable'],
): ModelRows {
  const kind = schemaKind(serviceName, schema?.name);
  if (kind === 'views') throw unknownTable('concept', name, ontology.concepts.values());
  const scope: DescribeScope = { schema: kind, graphDepth: graphDepth(options), findTable };
  const found = describeConceptColumns(ontology, getConcept(ontology, name), scope);
  if (found.length > MOST_COLUMNS) {
    throw new ServiceError('plan_bad_value', `there are ${found.length} columns within this graph_depth`, {
      hint: 'ask for a smaller graph_depth',
    });
  }
  const columns = {
    col_name: 'string',
    data_type: 'string',
    comment: 'string',
    key: 'string',
    inheritance_marker: 'string',
  } as const;
  return modelRows(columns, found.map(conceptRow));
}

function conceptRow({ name, type, comment, key, inherited }: DescribedColumn): string[] {
  return [name, type, comment, key, inherited ? 'inherited' : ''];
}

function getConcept(ontology: Ontology, name: Described['name']): Concept {
  const concept = ontology.concepts.get(nameKey(name.name));
  if (concept === undefined) throw unknownTable('concept', name, ontology.concepts.values());
  return concept;
}

function unknownTable(
  kind: string,
  { name, at }: Described['name'],
  known: Iterable<{ readonly name: string }>,
): ServiceError {
  const hint = suggest(
    name,
    [...known].map((table) => table.name),
  );
  return new ServiceError('plan_unknown_table', `there is no ${kind} "${name}" in this ontology`, { hint, offset: at });
}

function graphDepth(options: readonly Option[]): number {
  let depth = 1;
  for (const { name, value } of options) {
    if (nameKey(name.name) !== 'graph_depth') {
      const hint = suggest(name.name, ['graph_depth']);
      throw new ServiceError('plan_bad_value', `unknown option "${name.name}"`, { hint, offset: name.at });
    }
    depth = Number(value);
    if (!/^\d+$/.test(value) || depth > DEEPEST) {
      throw new ServiceError('plan_bad_value', `graph_depth is a number from 0 to ${DEEPEST}`, { offset: name.at });
    }
  }
  return depth;
}
