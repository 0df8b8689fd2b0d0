import { type Option } from '../../compiler/statement';
import { findWaiting } from '../../compiler/values';
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
    const found = describeView(ontology, serviceName, name);
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

const CONCEPT_COLUMNS = {
  col_name: 'string',
  data_type: 'string',
  comment: 'string',
  key: 'string',
  inheritance_marker: 'string',
} as const;

function describeView(ontology: Ontology, serviceName: string, name: Described['name']): readonly OutputColumn[] {
  const view = ontology.views.get(nameKey(name.name));
  if (view === undefined) throw unknownTable(ontology, 'view', name);
  return viewColumns(ontology, view, serviceName);
}

/**
 * Returns the result of DESCRIBE CONCEPT [schema.]x: columns with keys and inheritance, and in the deep schema all
 * columns reachable within `graph_depth` relationships. The columns of a view have neither.
 */
export function describeConcept(
  ontology: Ontology,
  serviceName: string,
  { schema, name, options }: Described & { readonly options: readonly Option[] },
  findTable?: DescribeScope['findTable'],
): ModelRows {
  const kind = schemaKind(serviceName, schema?.name);
  if (kind === 'views') {
    const described = describeView(ontology, serviceName, name);
    return modelRows(
      CONCEPT_COLUMNS,
      described.map((column) => [column.name, column.type, '', '', '']),
    );
  }
  const scope: DescribeScope = { schema: kind, graphDepth: graphDepth(options), findTable };
  const found = describeConceptColumns(ontology, getConcept(ontology, name), scope);
  if (found.length > MOST_COLUMNS) {
    throw new ServiceError(
      'plan_bad_value',
      `this graph_depth yields ${found.length} columns, more than ${MOST_COLUMNS}`,
      {
        hint: 'use a smaller graph_depth',
      },
    );
  }
  return modelRows(CONCEPT_COLUMNS, found.map(conceptRow));
}

function conceptRow({ name, type, comment, key, inherited }: DescribedColumn): string[] {
  return [name, type, comment, key, inherited ? 'inherited' : ''];
}

function getConcept(ontology: Ontology, name: Described['name']): Concept {
  const concept = ontology.concepts.get(nameKey(name.name));
  if (concept === undefined) throw unknownTable(ontology, 'concept', name);
  return concept;
}

function unknownTable(ontology: Ontology, kind: 'concept' | 'view', { name, at }: Described['name']): ServiceError {
  const waiting = findWaiting(ontology, name, at);
  if (waiting !== undefined) return waiting;
  const known = kind === 'view' ? ontology.views : ontology.concepts;
  const hint = suggest(
    name,
    [...known.values()].map((table) => table.name),
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
      throw new ServiceError('plan_bad_value', `graph_depth must be a number from 0 to ${DEEPEST}`, {
        offset: name.at,
      });
    }
  }
  return depth;
}
