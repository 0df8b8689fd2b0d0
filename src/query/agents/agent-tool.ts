import type { Ontology, Caller } from '../../model';
import type { RequestContext } from '../../http';

/** A JSON Schema of an object. */
export type ObjectSchema = Readonly<Record<string, unknown>> & { readonly type: 'object' };

/** What the input schema of a tool has accepted. */
export type ToolInput = Readonly<Record<string, unknown>>;

/** The request of an agent. */
export interface AgentRequest {
  readonly caller: Caller;
  readonly context: RequestContext;
}

/** A tool for agents: it reads, and changes nothing. */
export interface AgentTool {
  readonly name: string;
  readonly description: string;
  readonly input: ObjectSchema;
  readonly output: ObjectSchema;
  readonly run: (request: AgentRequest, input: ToolInput) => Promise<Readonly<Record<string, unknown>>>;
}

/** Returns an ontology that the caller may see, and notes it for the audit log. */
export type OpenOntology = (request: AgentRequest, name: unknown) => Promise<Ontology>;

/** Returns the schema of an object with these members; those that are not listed as optional are required. */
export function objectSchema(
  properties: Readonly<Record<string, unknown>>,
  optional: readonly string[] = [],
): ObjectSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

export const TEXT = { type: 'string' };
export const ONTOLOGY_NAME = { type: 'string', description: 'Name of an ontology, from list_ontologies' };
export const CONCEPT_NAME = { type: 'string', description: 'Name of a concept, from search_model' };

/** Returns the schema of a list. */
export function listSchema(items: object): object {
  return { type: 'array', items };
}
