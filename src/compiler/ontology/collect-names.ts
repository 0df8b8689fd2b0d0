import {
  nameKey,
  type Expression,
  type Identifier,
  type Ontology,
  type Query,
  type SelectItem,
  type View,
  type Written,
  type WrittenName,
  type WrittenTable,
} from '../../model';
import type { OntologyDefinitions } from './ontology-definitions';
import { isViewSchema } from './schema-names';

type Tree = Expression<Written> | Query<Written>;

/**
 * The names in a tree, as written: references (including the columns of USING), tables, and the common table
 * expressions that a table name may refer to instead.
 */
export interface NamesOfTree {
  readonly references: readonly WrittenName[];
  readonly tables: readonly WrittenTable[];
  readonly commonTables: ReadonlySet<string>;
  /** Whether the tree reads columns without naming them, through a star or a NATURAL join. The star of EXISTS reads none. */
  readonly readsUnnamed: boolean;
}

interface Collector {
  readonly references: WrittenName[];
  readonly tables: WrittenTable[];
  readonly commonTables: Set<string>;
  readsUnnamed: boolean;
}

/** Returns all names of an expression or query, including its subqueries, in written order. */
export function collectNames(tree: Tree): NamesOfTree {
  const collector: Collector = { references: [], tables: [], commonTables: new Set(), readsUnnamed: false };
  visit(tree, collector);
  return collector;
}

function visit(node: unknown, collector: Collector, isOfExists = false): void {
  if (Array.isArray(node)) {
    for (const item of node) visit(item, collector);
    return;
  }
  if (node === null || typeof node !== 'object') return;
  const record = node as Record<string, unknown>;
  if (record.kind === 'reference') {
    collector.references.push(record.reference as WrittenName);
    return;
  }
  note(record, collector, isOfExists);
  for (const value of Object.values(record)) visit(value, collector, record.kind === 'exists');
}

function note(record: Record<string, unknown>, collector: Collector, isOfExists: boolean): void {
  if (record.kind === 'table') collector.tables.push(record.table as WrittenTable);
  if (record.kind === 'join') noteMerged(record, collector);
  if (record.kind === 'select' && !isOfExists) noteStars(record, collector);
  if ('recursive' in record) noteCommonTables(record, collector);
}

/** Collects the columns that a join compares without an expression. */
function noteMerged(join: Record<string, unknown>, collector: Collector): void {
  if (join.natural === true) collector.readsUnnamed = true;
  const columns = (join.using as readonly Identifier[] | undefined) ?? [];
  for (const column of columns) collector.references.push({ parts: [column] });
}

function noteCommonTables(clause: Record<string, unknown>, collector: Collector): void {
  const tables = clause.tables as readonly { readonly name: Identifier }[];
  for (const { name } of tables) collector.commonTables.add(nameKey(name.name));
}

function noteStars(select: Record<string, unknown>, collector: Collector): void {
  const items = select.items as readonly SelectItem<Written>[];
  if (items.some(({ expression }) => expression.kind === 'star')) collector.readsUnnamed = true;
}

/**
 * Returns the queries of all views that a tree reads, directly or through other views. `serviceName` determines the
 * schema of the views.
 */
export function viewQueriesOf(
  tree: Tree,
  views: ReadonlyMap<string, Pick<View, 'query'>>,
  serviceName: string,
): ReadonlySet<Query<Written>> {
  const found = new Set<Query<Written>>();
  const follow = (reader: Tree): void => {
    for (const { parts } of collectNames(reader).tables) {
      const [schema, table] = parts.map((part) => nameKey(part.name));
      const view = isViewSchema(schema, serviceName) ? views.get(table ?? '') : undefined;
      if (view === undefined || found.has(view.query)) continue;
      found.add(view.query);
      follow(view.query);
    }
  };
  follow(tree);
  return found;
}

/** The keys of the concepts that relationships of a name lead to, anywhere in an ontology, by the key of the name. */
export type TargetsByName = ReadonlyMap<string, readonly string[]>;

const linked = new WeakMap<Ontology, TargetsByName>();

/** Returns the targets of the relationships of an ontology. */
export function relationshipTargets(ontology: Ontology): TargetsByName {
  const targets = linked.get(ontology) ?? linkedTargets(ontology);
  linked.set(ontology, targets);
  return targets;
}

function linkedTargets({ concepts }: Ontology): TargetsByName {
  const all = [...concepts.values()].flatMap(({ relationships }) => [...relationships.values()]);
  return groupTargets(
    all.flatMap(({ name, inverseName, target }) => [
      [name, target],
      [`~${inverseName}`, target],
    ]),
  );
}

/** Returns the targets of the relationships that definitions declare, in both directions. */
export function declaredTargets({ concepts }: Pick<OntologyDefinitions, 'concepts'>): TargetsByName {
  const pairs = [...concepts].flatMap(([source, { constraints }]) =>
    constraints.flatMap((constraint): readonly (readonly [string, string])[] => {
      if (constraint.kind === 'multi-value') return [];
      const { name, inverse } = constraint;
      const target = nameKey(constraint.target.name);
      const back = inverse?.name ?? `~${name.name}`;
      return [
        [name.name, target],
        [back, source],
        [`~${back}`, target],
        [`~${name.name}`, source],
      ];
    }),
  );
  return groupTargets(pairs);
}

function groupTargets(pairs: readonly (readonly [string, string])[]): TargetsByName {
  const targets = new Map<string, string[]>();
  for (const [name, target] of pairs) {
    const own = targets.get(nameKey(name)) ?? [];
    if (!own.includes(target)) own.push(target);
    targets.set(nameKey(name), own);
  }
  return targets;
}

/** The parts of a reference: the property at its end and the concepts on its path. */
export interface NamedByReference {
  readonly property: string;
  readonly concepts: readonly string[];
  readonly isPath: boolean;
}

const STEP_TARGET = /\[([^\]*]+)(?:\*\d+)?\]/g;

/**
 * Splits a reference without resolving it: `made_by[artist].name` passes through `artist` and ends at `name`. A step without its concept
 * passes through every concept that a relationship of its name leads to.
 */
export function readReference(reference: WrittenName, targets: TargetsByName): NamedByReference {
  const text = (reference.parts.at(-1)?.name ?? '').replace(/^measure\./i, '');
  const named = [...text.matchAll(STEP_TARGET)].map((match) => nameKey(match[1] ?? ''));
  const end = text.slice(Math.max(text.lastIndexOf('.'), text.lastIndexOf(']')) + 1);
  if (!text.includes('.')) return { property: nameKey(end), concepts: named, isPath: named.length > 0 };
  const short = text
    .split('.')
    .slice(0, -1)
    .flatMap((step) => targets.get(nameKey(step)) ?? []);
  return { property: nameKey(end), concepts: [...named, ...short], isPath: true };
}
