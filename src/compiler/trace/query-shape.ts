import type { Literal, Query, Written } from '../../model';
import { mapQuery } from '../tree';
import { type Trace, traceLiteral } from './trace';

/** A query without the values of its literals. Queries with equal keys differ only in these values. */
export interface QueryShape {
  readonly key: string;
  /** The literals in the order of the tree. Their indexes are the slots of a trace. */
  readonly literals: readonly Literal[];
}

/** Returns the shape of a query. The key contains everything except literals: LIMIT, names, types, and the number of values in a list. */
export function shapeOf(query: Query<Written>): QueryShape {
  const writer = new ShapeWriter();
  writer.write(query);
  return { key: writer.key, literals: writer.literals };
}

class ShapeWriter {
  readonly literals: Literal[] = [];
  /** The parts of the key, joined only once at the end, because each lookup would traverse a string that was built incrementally. */
  private readonly pieces: string[] = [];
  private readonly slots = new Map<Literal, number>();

  get key(): string {
    return this.pieces.join('');
  }

  write(node: unknown): void {
    if (typeof node === 'string') this.pieces.push(PLAIN.test(node) ? `"${node}"` : JSON.stringify(node));
    else if (typeof node !== 'object' || node === null) this.pieces.push(String(node));
    else if (Array.isArray(node)) this.writeList(node);
    else if (isLiteral(node)) this.writeLiteral(node);
    else this.writeObject(node as Readonly<Record<string, unknown>>);
  }

  private writeList(list: readonly unknown[]): void {
    this.pieces.push('[');
    for (const item of list) {
      this.write(item);
      this.pieces.push(',');
    }
    this.pieces.push(']');
  }

  private writeObject(node: Readonly<Record<string, unknown>>): void {
    this.pieces.push('{');
    for (const name in node) {
      const value = node[name];
      if (name === 'at' || value === undefined) continue;
      this.pieces.push(`${name}:`);
      this.write(value);
      this.pieces.push(',');
    }
    this.pieces.push('}');
  }

  /** Writes a literal. One that occurs in several places of the tree is a single literal. */
  private writeLiteral(literal: Literal): void {
    const known = this.slots.get(literal);
    this.pieces.push(known === undefined ? `?${literal.type}` : `=${known}`);
    if (known !== undefined) return;
    this.slots.set(literal, this.literals.length);
    this.literals.push(literal);
  }
}

/** Strings without characters that JSON escapes, which can be written unchanged. */
const PLAIN = /^[^"\\\u0000-\u001f]*$/;

/**
 * Returns the query with traced literals, whose values are those of the trace. Literals that `mapQuery` does not reach
 * are pinned to their values.
 */
export function traceQuery(query: Query<Written>, { literals }: QueryShape, trace: Trace): Query<Written> {
  const traced = new Map(
    literals.map((literal, slot) => [literal, traceLiteral(valueOf(literal, trace, slot), trace, slot)]),
  );
  const reached = new Set<Literal>();
  const result = mapQuery<Written, Written>(query, {
    reference: (reference) => ({ kind: 'reference', reference }),
    source: (source) => source,
    literal: (literal) => {
      reached.add(literal);
      return traced.get(literal) ?? literal;
    },
  });
  literals.forEach((literal, slot) => {
    if (!reached.has(literal)) trace.pin(slot);
  });
  return result;
}

function valueOf(literal: Literal, { texts }: Trace, slot: number): Literal {
  const text = texts[slot];
  return text === undefined || text === literal.text ? literal : { ...literal, text };
}

function isLiteral(node: object): node is Literal {
  return 'kind' in node && node.kind === 'literal' && 'text' in node;
}
