import { type DefinitionStatement, parseStatements, printStatement } from '../../src/compiler/statement';

/** The names of a model by kind, which replace each other. */
export interface NamesOfModel {
  readonly concepts: readonly string[];
  readonly properties: readonly string[];
  readonly relationships: readonly string[];
  readonly views: readonly string[];
  readonly mappings: readonly string[];
  readonly dataSources: readonly string[];
}

type Node = Record<string, unknown>;

/**
 * Prints every definition of a script with one change anywhere in it: one element or optional part removed, another name of the same
 * kind, another value, type or operator, or the opposite.
 */
export function mutateDefinitions(script: string, names: NamesOfModel): readonly string[] {
  const found = new Set<string>();
  for (const statement of parseStatements(script)) {
    if (!('orReplace' in statement)) continue;
    for (const variant of variantsOf(statement as unknown as Node, names, '')) {
      const text = printed({ ...variant, orReplace: true });
      if (text !== undefined) found.add(text);
    }
  }
  return [...found];
}

/** Prints a statement; undefined when the language has none of this form. */
function printed(statement: Node): string | undefined {
  try {
    const text = printStatement(statement as unknown as DefinitionStatement);
    parseStatements(text);
    return text;
  } catch {
    return undefined;
  }
}

function variantsOf(node: Node, names: NamesOfModel, role: string): Node[] {
  const variants: Node[] = [...valuesInsteadOf(node, names, role)];
  for (const [key, value] of Object.entries(node)) {
    if (key === 'at' || key === 'end' || key === 'kind') continue;
    variants.push(...othersFor(value, names, key).map((other) => ({ ...node, [key]: other })));
    if (value !== null && typeof value === 'object' && !Array.isArray(value) && !NEEDED.has(key)) {
      variants.push(Object.fromEntries(Object.entries(node).filter(([other]) => other !== key)));
    }
  }
  return variants;
}

const NEEDED: ReadonlySet<string> = new Set(['name', 'query', 'type', 'expression', 'left', 'right', 'operand']);
const OPPOSITES: Readonly<Record<string, string>> = {
  '=': '<>',
  '<>': '=',
  and: 'or',
  or: 'and',
  '<': '>=',
  '>': '<=',
};

function othersFor(value: unknown, names: NamesOfModel, key: string): unknown[] {
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'string') return key === 'operator' && value in OPPOSITES ? [OPPOSITES[value]] : [];
  if (value === null || typeof value !== 'object') return [];
  if (!Array.isArray(value)) return variantsOf(value as Node, names, key);
  const elements = value as readonly unknown[];
  return elements.flatMap((element, index) => [
    elements.toSpliced(index, 1),
    ...othersFor(element, names, key).map((other) => elements.with(index, other)),
    ...(index > 0 ? [elements.with(index, elements[0]).with(0, element)] : []),
  ]);
}

/** Returns variants of a node with another name, value or type. */
function valuesInsteadOf(node: Node, names: NamesOfModel, role: string): Node[] {
  if (node.kind === 'literal' && typeof node.text === 'string') {
    const text = node.type === 'integer' ? String(Number(node.text) + 1) : `${node.text}x`;
    return [{ ...node, text }];
  }
  if (typeof node.name !== 'string') return [];
  if (role === 'type')
    return ['string', 'integer'].filter((name) => name !== node.name).map((name) => ({ ...node, name }));
  const { name } = node;
  return Object.values(names)
    .filter((known: readonly string[]) => known.includes(name))
    .flatMap((known: readonly string[]) => known.filter((other) => other !== name))
    .map((other) => ({ ...node, name: other }));
}
