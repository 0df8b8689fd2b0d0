import { ANY_REFUSALS, describeRefusal, KEYED_REFUSALS, listOf, objectOf, refersTo, rowsOf, type Schema, SCHEMAS, STRING } from '../../http'; // prettier-ignore
import { type Cell, type Ontology, type OutputColumn, schemaNames } from '../../model';
import { describe } from '../../ontologies';
import { FILTER_PARAMETERS } from './filter-parameters';
import type { TableKind } from './queryable-kinds';

/** A concept or a view: the columns of its rows. */
interface Table {
  readonly kind: TableKind;
  readonly name: string;
  readonly description: string;
  readonly columns: readonly (readonly Cell[])[];
}

const REFUSALS = [...ANY_REFUSALS, ...KEYED_REFUSALS, 403, 404, 422, 502, 504] as const;
/** The parameters that name properties. */
const OF_PROPERTIES: ReadonlySet<string> = new Set(['_subj_', '_select_', '_order_']);

/** The JSON types of a column: those of `_typed_=true`, besides the string that is returned without it. */
const JSON_TYPES: Readonly<Record<OutputColumn['type'], Schema>> = {
  string: { type: ['string', 'null'] },
  boolean: { type: ['boolean', 'string', 'null'] },
  integer: { type: ['integer', 'string', 'null'] },
  smallint: { type: ['integer', 'string', 'null'] },
  bigint: { type: ['integer', 'string', 'null'] },
  float: { type: ['number', 'string', 'null'] },
  double: { type: ['number', 'string', 'null'] },
  decimal: { type: ['string', 'null'] },
  date: { type: ['string', 'null'], format: 'date' },
  time: { type: ['string', 'null'] },
  timestamp: { type: ['string', 'null'] },
  unknown: { type: ['string', 'number', 'boolean', 'null'] },
};

/** Returns the OpenAPI document of all tables of these kinds (docs/http-api.md). */
export function describeOntology(ontology: Ontology, serviceName: string, kinds: readonly TableKind[]): object {
  const tables = kinds.flatMap((kind) => tablesOf(ontology, serviceName, kind));
  const prefix = `/${serviceName}/api/q/${encodeURIComponent(ontology.name)}`;
  return {
    openapi: '3.1.0',
    info: { title: ontology.name, description: ontology.description, version: ontology.version },
    servers: [{ url: '/' }],
    security: [{ 'x-api-key': [] }, { token: [] }],
    paths: Object.fromEntries(tables.map((table) => [pathOf(prefix, table), { get: operationOf(table) }])),
    components: {
      securitySchemes: {
        'x-api-key': { type: 'apiKey', in: 'header', name: 'x-api-key' },
        token: { type: 'http', scheme: 'bearer' },
      },
      parameters: Object.fromEntries(FILTER_PARAMETERS.map((each) => [each.name, { ...each, in: 'query' }])),
      responses: Object.fromEntries(REFUSALS.map((status) => [String(status), refusalOf(status)])),
      schemas: SCHEMAS,
    },
  };
}

function tablesOf(ontology: Ontology, serviceName: string, kind: TableKind): readonly Table[] {
  const [, , concepts = '', views = ''] = schemaNames(serviceName);
  const [found, schema] = kind === 'concept' ? [ontology.concepts, concepts] : [ontology.views, views];
  return [...found.values()].map(({ name, description }) => {
    const { rows } = describe(ontology, serviceName, { schema: { name: schema }, name: { name } });
    return { kind, name, description, columns: rows };
  });
}

function pathOf(prefix: string, { kind, name }: Table): string {
  return `${prefix}/${kind}/${encodeURIComponent(name)}`;
}

function refusalOf(status: (typeof REFUSALS)[number]): object {
  const { description, content } = describeRefusal(status);
  return { description, content };
}

function operationOf(table: Table): object {
  const { kind, name, description, columns } = table;
  const names = columns.map(([column]) => String(column));
  const content = {
    'application/json': { schema: { anyOf: [answerOf(table), refersTo('Explanation')] } },
    'application/x-ndjson': { schema: STRING },
    'text/csv': { schema: STRING },
  };
  return {
    operationId: `${kind}_${encodeURIComponent(name)}`,
    summary: `Query the ${kind} ${name}`,
    ...(description !== '' && { description }),
    tags: [kind],
    parameters: FILTER_PARAMETERS.map((each) =>
      OF_PROPERTIES.has(each.name)
        ? { ...each, in: 'query', schema: { anyOf: [{ type: 'string', enum: names }, STRING] } }
        : { $ref: `#/components/parameters/${each.name}` },
    ),
    responses: {
      200: { description: `Rows of the ${kind}`, content },
      ...Object.fromEntries(REFUSALS.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
  };
}

/** Returns the schema of an answer: any column may be missing, with `_select_`, and paths are further members. */
function answerOf({ columns }: Table): Schema {
  const properties = columns.map(([name, type, comment]) => {
    const scalar = JSON_TYPES[baseType(String(type))];
    const described = { anyOf: [scalar, listOf(refersTo('Value'))], ...(comment && { description: String(comment) }) };
    return [String(name), described] as const;
  });
  const row: Schema = { ...objectOf(Object.fromEntries(properties), ...properties.map(([name]) => name)), additionalProperties: refersTo('Value') }; // prettier-ignore
  return rowsOf(row);
}

/** Returns the name of a type without its precision. */
function baseType(type: string): OutputColumn['type'] {
  const name = type.split('(', 1)[0] ?? '';
  return name in JSON_TYPES ? (name as OutputColumn['type']) : 'unknown';
}
