import type { Query, Written } from '../../../src/model';
import { kindOf, type Node } from './census';

interface Other {
  /** The kind of the node and its field. */
  readonly part: string;
  readonly node: Node;
}

/**
 * A tree with one part after another left out or written otherwise: a clause, a mark such as DISTINCT, a word that says
 * how. Not all of them are trees of the grammar.
 */
export function othersOf(tree: Query<Written>): Iterable<Other> {
  return changed(tree as unknown as Node);
}

/** Parts that may be left out and mean the same: where a node stood, a qualifier or an alias that says what is known. */
const REDUNDANT: ReadonlySet<string> = new Set(['at', 'text', 'parts', 'alias']);
/** Texts that say how, of which another one means something else. */
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
