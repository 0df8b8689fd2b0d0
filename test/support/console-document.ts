/** An OpenAPI document, as far as `consoleDocument` reads it. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, object>> }>>;
}

/** The endpoints that the console calls. */
const OPERATIONS = [
  ['post', '/svc/api/log_in'],
  ['post', '/svc/api/log_in_once'],
  ['post', '/svc/api/log_out'],
  ['get', '/svc/api/get_ontologies'],
  ['get', '/svc/api/get_ontology/{ontology_name}'],
  ['post', '/svc/api/query'],
  ['get', '/svc/api/q/{ontology_name}/concept/{concept_name}'],
] as const;
const SCHEMAS: readonly string[] = ['LogInDto', 'LogInOnceDto', 'RunQueryDto', 'Error', 'Value', 'JsonObject', 'Row', 'Rows', 'Explanation', 'Result']; // prettier-ignore
const JSON_TYPE = 'application/json';

/** Returns the part of the document that the console uses, without descriptions: its endpoints and their successful answers in JSON. */
export function consoleDocument({ paths, components }: ApiDocument): object {
  const schemas = Object.fromEntries(Object.entries(components.schemas).filter(([name]) => SCHEMAS.includes(name)));
  const used = OPERATIONS.map(([method, path]) => {
    const operation = paths[path]?.[method];
    if (operation === undefined) throw new Error(`the document has no operation ${method} ${path}`);
    return [path, { [method]: shorten(operation) }] as const;
  });
  const info = { title: 'What the console uses', version: '1' };
  return withoutWords({ openapi: '3.1.0', info, paths: Object.fromEntries(used), components: { schemas } }) as object;
}

function shorten({ operationId, parameters, requestBody, responses }: Operation): object {
  const answer = responses['200']?.content?.[JSON_TYPE];
  const content = answer === undefined ? {} : { [JSON_TYPE]: answer };
  return {
    operationId,
    parameters,
    ...(requestBody && { requestBody }),
    responses: { 200: { description: '', content } },
  };
}

/** Returns the value without the descriptions and examples at any depth. */
function withoutWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name, member]) => !isWords(name, member));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutWords(member)]));
}

function isWords(name: string, member: unknown): boolean {
  return (
    (['description', 'summary'].includes(name) && typeof member === 'string' && member !== '') ||
    /^examples?$/.test(name)
  );
}
