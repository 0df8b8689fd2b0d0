import { nameKey } from '../../model';
import type { Expression, Query, Written, WrittenName, WrittenTable } from '../../model';

/** Names that stand in a tree, as written: references, tables and the common table names that tables may mean instead. */
export interface NamesOfTree {
  readonly references: readonly WrittenName[];
  readonly tables: readonly WrittenTable[];
  readonly commonTables: ReadonlySet<string>;
}

interface Collector {
  readonly references: WrittenName[];
  readonly tables: WrittenTable[];
  readonly commonTables: Set<string>;
}

/** All names of an expression or query, sub-queries included, in order of writing. */
export function collectNames(tree: Expression<Written> | Query<Written>): NamesOfTree {
  const collector: Collector = { references: [], tables: [], commonTables: new Set() };
  visit(tree, collector);
  return collector;
}

function visit(node: unknown, collector: Collector): void {
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
  if (record.kind === 'table') collector.tables.push(record.table as WrittenTable);
  if ('recursive' in record) {
    for (const table of record.tables as { name: { name: string } }[]) {
      collector.commonTables.add(nameKey(table.name.name));
    }
  }
  for (const value of Object.values(record)) visit(value, collector);
}

/** What a reference names: the property at its end and the concepts that its path goes through. */
export interface NamedByReference {
  readonly property: string;
  readonly concepts: readonly string[];
  readonly isPath: boolean;
}

const STEP_TARGET = /\[([^\]*]+)(?:\*\d+)?\]/g;

/** Takes a reference apart without resolving it: `made_by[artist].name` goes through `artist` and ends at `name`. */
export function readReference(reference: WrittenName): NamedByReference {
  const text = reference.parts.at(-1)?.name ?? '';
  const concepts = [...text.matchAll(STEP_TARGET)].map((match) => nameKey(match[1] ?? ''));
  const end = text.slice(Math.max(text.lastIndexOf('.'), text.lastIndexOf(']')) + 1);
  return { property: nameKey(end), concepts, isPath: concepts.length > 0 };
}
