import { ServiceError } from '../../errors';
import { type Concept, nameKey, type Ontology, quoteName, schemaNames } from '../../model';
import {
  type AgentTool,
  CONCEPT_NAME,
  listSchema,
  objectSchema,
  ONTOLOGY_NAME,
  type OpenOntology,
  TEXT,
} from './agent-tool';
import { getConcept } from './model-tools';
import type { StatementRunnerService } from './statement-runner.service';

const MOST_ROWS = 1000;
const DEFAULT_ROWS = 100;
const ROWS = objectSchema({ rows: listSchema({ type: 'object' }), truncated: { type: 'boolean' } });
const SCALAR = { type: ['string', 'number', 'boolean'] };

/** What the tools use. */
interface ToolContext {
  readonly open: OpenOntology;
  readonly runner: StatementRunnerService;
  /** Returns the name of a concept for a FROM. */
  readonly tableOf: (concept: Concept) => string;
}

/** Returns the tools that run statements, each with the rights of the caller. */
export function dataTools(
  open: OpenOntology,
  runner: StatementRunnerService,
  serviceName: string,
): readonly AgentTool[] {
  const [, , deep = ''] = schemaNames(serviceName);
  const tableOf = (concept: Concept): string => `${quoteName(deep)}.${quoteName(concept.name)}`;
  const context = { open, runner, tableOf };
  return [describeConceptTool, propertyValuesTool, getEntityTool, validateSqlTool, executeSqlTool].map((create) =>
    create(context),
  );
}

function describeConceptTool({ open, runner, tableOf }: ToolContext): AgentTool {
  return {
    name: 'describe_concept',
    description:
      'Lists the columns of a concept with their types and descriptions; with depth 1 or more also the columns of related concepts as paths.',
    input: objectSchema(
      { ontology: ONTOLOGY_NAME, concept: CONCEPT_NAME, depth: { type: 'integer', minimum: 0, maximum: 3 } },
      ['depth'],
    ),
    output: objectSchema({ name: TEXT, description: TEXT, ...(ROWS.properties as object) }),
    run: async (request, { ontology: name, concept: named, depth = 0 }) => {
      const ontology = await open(request, name);
      const concept = getConcept(ontology, String(named));
      const text = `DESCRIBE CONCEPT ${tableOf(concept)} OPTIONS (graph_depth = '${Number(depth)}')`;
      const described = await runner.run(request, { ontology: ontology.name, text, most: MOST_ROWS });
      return { name: concept.name, description: concept.description, ...described };
    },
  };
}

function propertyValuesTool({ open, runner, tableOf }: ToolContext): AgentTool {
  return {
    name: 'property_values',
    description:
      'Lists the different values of a property of a concept, in order; with a prefix only those that begin with it.',
    input: objectSchema(
      { ontology: ONTOLOGY_NAME, concept: CONCEPT_NAME, property: TEXT, prefix: { ...TEXT, maxLength: 200 } },
      ['prefix'],
    ),
    output: objectSchema({ values: { type: 'array' }, truncated: { type: 'boolean' } }),
    run: async (request, { ontology: name, concept, property, prefix = '' }) => {
      const ontology = await open(request, name);
      const column = quoteName(String(property));
      const where = prefix === '' ? '' : ` WHERE ${column} LIKE ?`;
      const text = `SELECT DISTINCT ${column} AS \`value\` FROM ${tableOf(getConcept(ontology, String(concept)))}${where} ORDER BY ${column}`;
      const parameters = prefix === '' ? undefined : [`${String(prefix).replaceAll(/[\\%_[]/g, '\\$&')}%`];
      const read = await runner.run(request, {
        ontology: ontology.name,
        text,
        most: DEFAULT_ROWS,
        ...(parameters && { parameters }),
      });
      return { values: read.rows.map((row) => (row as { value: unknown }).value), truncated: read.truncated };
    },
  };
}

function getEntityTool({ open, runner, tableOf }: ToolContext): AgentTool {
  return {
    name: 'get_entity',
    description:
      'Reads all columns of one entity by its key: a value, or an object with a value for each column of the key.',
    input: objectSchema({
      ontology: ONTOLOGY_NAME,
      concept: CONCEPT_NAME,
      id: { anyOf: [SCALAR, { type: 'object', additionalProperties: SCALAR }] },
    }),
    output: objectSchema({ found: { type: 'boolean' }, entity: { type: 'object' } }),
    run: async (request, { ontology: name, concept: named, id }) => {
      const ontology = await open(request, name);
      const concept = getConcept(ontology, String(named));
      const keys = keyOf(ontology, concept, id);
      const where = keys.map(([column]) => `${quoteName(column)} = ?`).join(' AND ');
      const text = `SELECT * FROM ${tableOf(concept)} WHERE ${where}`;
      const parameters = keys.map(([, value]) => value);
      const { rows } = await runner.run(request, { ontology: ontology.name, text, parameters, most: 1 });
      return { found: rows.length > 0, entity: rows[0] ?? {} };
    },
  };
}

function validateSqlTool({ open, runner }: ToolContext): AgentTool {
  return {
    name: 'validate_sql',
    description: 'Checks a SELECT without running it, and returns how it would run. Errors have a position and a hint.',
    input: objectSchema({ ontology: ONTOLOGY_NAME, query: TEXT }),
    output: objectSchema({ valid: { type: 'boolean' }, plan: TEXT }),
    run: async (request, { ontology: name, query }) => {
      const ontology = await open(request, name);
      request.context.audit.statement = String(query);
      runner.checkReads(String(query), false);
      const { rows } = await runner.run(request, {
        ontology: ontology.name,
        text: `EXPLAIN ${String(query)}`,
        most: 1,
      });
      return { valid: true, plan: String((rows[0] as { PLAN?: unknown } | undefined)?.PLAN) };
    },
  };
}

function executeSqlTool({ open, runner }: ToolContext): AgentTool {
  return {
    name: 'execute_sql',
    description: `Runs one SELECT, SHOW or DESCRIBE on an ontology. Concepts are tables, and \`path[concept].column\` in backticks reads related concepts without a JOIN. Returns ${DEFAULT_ROWS} rows, or max_results up to ${MOST_ROWS}; truncated says whether there are more.`,
    input: objectSchema(
      { ontology: ONTOLOGY_NAME, query: TEXT, max_results: { type: 'integer', minimum: 1, maximum: MOST_ROWS } },
      ['max_results'],
    ),
    output: ROWS,
    run: async (request, { ontology: name, query, max_results: most = DEFAULT_ROWS }) => {
      const ontology = await open(request, name);
      request.context.audit.statement = String(query);
      runner.checkReads(String(query), true);
      return { ...(await runner.run(request, { ontology: ontology.name, text: String(query), most: Number(most) })) };
    },
  };
}

/** Returns the columns of the key of a concept, with the values that the agent sent for them. */
function keyOf(ontology: Ontology, concept: Concept, id: unknown): readonly (readonly [string, unknown])[] {
  const columns = concept.primaryKey.map((key) => ontology.properties.get(key)?.name ?? key);
  const given = typeof id === 'object' && id !== null ? Object.entries(id) : columns.slice(0, 1).map((one) => [one, id] as const); // prettier-ignore
  const values = new Map<string, unknown>(given.map(([column, value]) => [nameKey(column), value]));
  if (columns.length > 0 && values.size === columns.length && columns.every((column) => values.has(nameKey(column))))
    return columns.map((column) => [column, values.get(nameKey(column))] as const);
  const hint = columns.length === 0 ? 'read it with execute_sql' : `the key is ${columns.join(', ')}`;
  throw new ServiceError('plan_invalid', `"id" is not a key of concept "${concept.name}"`, { hint });
}
