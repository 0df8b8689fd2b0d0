import { nameKey, schemaNames } from '../../model';

/** The service name in stored and printed definitions, so that they mean the same on a service of any name. */
const COMMON = 'svc';

/** A node of a tree of statements, expressions and names. */
type Node = Readonly<Record<string, unknown>>;

/** Reports whether the schema of that name, in any letter case, is the schema of the views. */
export function isViewSchema(schema: string | undefined, serviceName: string): boolean {
  return schema !== undefined && nameKey(schema) === nameKey(`v${serviceName}`);
}

/** Returns the definition with `svc`, `esvc`, `dsvc` and `vsvc` replaced by the schema names of this service. */
export function withOwnSchemas<S extends { readonly kind: string }>(statement: S, serviceName: string): S {
  return renameSchemas(statement, COMMON, serviceName);
}

/** Returns the definition with the schema names of this service replaced by `svc`, `esvc`, `dsvc` and `vsvc`. */
export function withCommonSchemas<S extends { readonly kind: string }>(statement: S, serviceName: string): S {
  return renameSchemas(statement, serviceName, COMMON);
}

/** Replaces schema names, except in mappings, whose schemas are those of the data source. */
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

/** Replaces a schema name: the first of two parts of a table, of three parts of a column, or of two parts before a star. */
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
