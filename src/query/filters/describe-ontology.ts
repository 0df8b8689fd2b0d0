import type { Environment } from '../../config';
import {
  ANY_REFUSALS,
  describeHead,
  describeRefusal,
  KEYED_REFUSALS,
  ROW_MEDIA,
  rowsOf,
  type Schema,
  SCHEMAS,
  STRING,
} from '../../http';
import type { Ontology } from '../../model';
import { type DescribedTable, describedConcept, describedView, rowSchema, rowSchemaName } from './describe-rows';
import { FILTER_PARAMETERS } from './filter-parameters';
import type { TableKind } from './queryable-kinds';

const REFUSALS = [...ANY_REFUSALS, ...KEYED_REFUSALS, 403, 404, 422, 502, 504] as const;

/** The parameters that read rows. Generated clients have one type for the answer of a path, so the one that explains is not among them. */
const PARAMETERS = FILTER_PARAMETERS.filter(({ name }) => name !== '_explain_');
const OF_COLUMNS: ReadonlySet<string> = new Set(['_subj_', '_select_', '_order_']);
/** Those that are the same for each table: they name no column. */
const SHARED = PARAMETERS.filter(({ name }) => !OF_COLUMNS.has(name));

/** Returns the OpenAPI document of all tables of these kinds (docs/http-api.md). */
export function describeOntology(
  ontology: Ontology,
  { serviceName, basePath }: Pick<Environment, 'serviceName' | 'basePath'>,
  kinds: readonly TableKind[],
): object {
  const tables = kinds.flatMap((kind) => tablesOf(ontology, serviceName, kind));
  const prefix = `/${serviceName}/api/q/${encodeURIComponent(ontology.name)}`;
  const { Error, Row, Value } = SCHEMAS;
  return {
    openapi: '3.1.0',
    info: { title: ontology.name, description: ontology.description, version: ontology.version },
    servers: [{ url: basePath || '/', description: 'The server of this document' }],
    security: [{ 'x-api-key': [] }, { 'x-jwt-token': [] }, { token: [] }],
    tags: kinds.map((kind) => ({ name: kind, description: `The ${kind}s of the ontology` })),
    paths: Object.fromEntries(tables.map((table) => [pathOf(prefix, table), pathItemOf(table)])),
    components: {
      securitySchemes: {
        'x-api-key': { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The token of a user' },
        'x-jwt-token': { type: 'apiKey', in: 'header', name: 'x-jwt-token', description: 'A JWT' },
        token: { type: 'http', scheme: 'bearer', description: 'The token of a user, as in x-api-key, or a JWT' },
      },
      parameters: Object.fromEntries(SHARED.map((each) => [each.name, { ...each, in: 'query' }])),
      responses: Object.fromEntries(REFUSALS.map((status) => [String(status), refusalOf(status)])),
      schemas: { Error, Row, Value, ...Object.fromEntries(tables.map((table) => [nameOf(table), rowSchema(table)])) },
    },
  };
}

function tablesOf(ontology: Ontology, serviceName: string, kind: TableKind): readonly DescribedTable[] {
  return kind === 'concept'
    ? [...ontology.concepts.values()].map((concept) => describedConcept(ontology, concept))
    : [...ontology.views.values()].map((view) => describedView(ontology, view, serviceName));
}

function nameOf({ kind, name }: DescribedTable): string {
  return rowSchemaName(kind, name);
}

function pathOf(prefix: string, { kind, name }: DescribedTable): string {
  return `${prefix}/${kind}/${encodeURIComponent(name)}`;
}

function refusalOf(status: (typeof REFUSALS)[number]): object {
  const { description, content } = describeRefusal(status);
  return { description, content };
}

/** Returns the path item of a table: GET, and HEAD, which checks the request. */
function pathItemOf(table: DescribedTable): object {
  const { kind, name, description } = table;
  const content = {
    'application/json': { schema: rowsOf({ $ref: `#/components/schemas/${nameOf(table)}` }) },
    ...Object.fromEntries(Object.entries(ROW_MEDIA).map(([type, schema]) => [type, { schema }])),
  };
  const get = {
    operationId: nameOf(table),
    summary: `Query the ${kind} ${name}`,
    ...(description !== '' && { description }),
    tags: [kind],
    responses: {
      200: { description: `Rows of the ${kind}`, content },
      ...Object.fromEntries(REFUSALS.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
  };
  return { parameters: parametersOf(table), get, head: describeHead(get) };
}

function parametersOf({ columns }: DescribedTable): readonly object[] {
  const names: Schema = { type: 'string', enum: columns.map(({ name }) => name) };
  return PARAMETERS.map((each) =>
    OF_COLUMNS.has(each.name)
      ? { ...each, in: 'query', schema: { anyOf: [names, STRING] } }
      : { $ref: `#/components/parameters/${each.name}` },
  );
}
