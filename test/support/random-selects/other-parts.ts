import type { Query, Written } from '../../../src/model';
import { kindOf, type Node } from './census';

interface Other {
  /** The kind of the node and its field. */
  readonly part: string;
  readonly node: Node;
}

/**
 * Generates the trees in which one part is removed or changed: a clause, a flag such as DISTINCT, or a keyword. Not all of them are
 * valid.
 */
export function othersOf(tree: Query<Written>): Iterable<Other> {
  return changed(tree as unknown as Node);
}

/** Parts that can be removed without a change of meaning: the position of a node, a qualifier, an alias that repeats a name. */
const REDUNDANT: ReadonlySet<string> = new Set(['at', 'text', 'parts', 'alias']);
/** Keywords whose other values change the meaning. */
const WORDS: ReadonlySet<string> = new Set(['collation', 'charset', 'separator', 'unit', 'side', 'quantifier', 'test', 'join', 'operator']); // prettier-ignore

function* changed(node: Node): Generator<Other> {
  for (const [field, value] of Object.entries(node)) {
    const part = `${kindOf(node)}.${field}`;
    for (const other of REDUNDANT.has(field) ? [] : valuesFor(field, value))
      yield { part, node: { ...node, [field]: other } };
    for (const inner of within(value)) yield { part: inner.part, node: { ...node, [field]: inner.value } };
  }
}

function valuesFor(field: string, value: unknown): readonly unknown[] {
  if (WORDS.has(field)) return OTHER_WORDS.filter((word) => word !== value);
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [value + 1, undefined];
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return items.map((_, index) => items.filter((__, other) => other !== index));
  }
  return typeof value === 'object' ? [undefined] : [];
}

const OTHER_WORDS = ['utf8mb4_unicode_ci', 'latin1', '|', 'MONTH', 'leading', 'all', 'true', 'left', 'right', 'inner', '<', '+', 'except']; // prettier-ignore

function* within(value: unknown): Generator<{ readonly part: string; readonly value: unknown }> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const inner of within(item)) yield { part: inner.part, value: value.with(index, inner.value) };
    }
  } else if (value !== null && typeof value === 'object') {
    for (const inner of changed(value as Node)) yield { part: inner.part, value: inner.node };
  }
}
