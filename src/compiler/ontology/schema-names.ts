import { nameKey, schemaNames } from '../../model';

/** The service whose schemas stand in what is kept and printed, so that it means the same on a service of any name. */
const COMMON = 'svc';

/** A tree of statements, expressions and names: plain data. */
type Node = Readonly<Record<string, unknown>>;

/** Whether views stand in the schema of that name, in any letter case. */
export function isViewSchema(schema: string | undefined, serviceName: string): boolean {
  return schema !== undefined && nameKey(schema) === nameKey(`v${serviceName}`);
}

/** The definition with `svc`, `esvc`, `dsvc` and `vsvc` called as this service calls them. */
export function withOwnSchemas<S extends { readonly kind: string }>(statement: S, serviceName: string): S {
  return renameSchemas(statement, COMMON, serviceName);
}

/** The definition with the schemas of this service called `svc`, `esvc`, `dsvc` and `vsvc`. */
export function withCommonSchemas<S extends { readonly kind: string }>(statement: S, serviceName: string): S {
  return renameSchemas(statement, serviceName, COMMON);
}

/** A mapping names schemas of its data source. */
function renameSchemas<S extends { readonly kind: string }>(statement: S, from: string, to: string): S {
  if (from === to || statement.kind === 'create-mapping') return statement;
  const after = schemaNames(to);
  const names = new Map(schemaNames(from).map((name, index) => [name, after[index] ?? name]));
  return mapNode(statement, names) as S;
}

function mapNode(node: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(node)) return node.map((item) => mapNode(item, names));
  if (node === null || typeof node !== 'object') return node;
  const mapped = Object.entries(node).map(([key, value]) => [key, mapNode(value, names)] as const);
  return renamed(Object.fromEntries(mapped), names);
}

/** A schema is the first of two names of a table, of three names of a column, of two names before a star. */
function renamed(node: Node, names: ReadonlyMap<string, string>): Node {
  const { kind, table, from, reference, qualifier } = node;
  if (kind === 'table') return { ...node, table: inParts(table as Node, 2, names) };
  if (kind === 'reference') return { ...node, reference: inParts(reference as Node, 3, names) };
  if (kind === 'star') return { ...node, qualifier: rename(qualifier, 2, names) };
  const isLogic = kind === undefined && isName(from);
  return isLogic ? { ...node, from: inParts(from, 2, names) } : node;
}

function isName(node: unknown): node is Node {
  return node !== null && typeof node === 'object' && 'parts' in node;
}

function inParts(node: Node, length: number, names: ReadonlyMap<string, string>): Node {
  return { ...node, parts: rename(node.parts, length, names) };
}

function rename(parts: unknown, length: number, names: ReadonlyMap<string, string>): unknown {
  const [first, ...rest] = parts as readonly { readonly name: string }[];
  const name = first && names.get(nameKey(first.name));
  return name === undefined || rest.length !== length - 1 ? parts : [{ ...first, name }, ...rest];
}
