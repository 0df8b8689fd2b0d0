import type { Literal, Query, Written } from '../../model';
import { mapQuery } from '../tree';
import { type Trace, traceLiteral } from './trace';

/** A query without the texts of its literals: queries of equal keys differ in those alone. */
export interface QueryShape {
  readonly key: string;
  /** The literals, in the order of the tree; their indexes are the slots of a trace. */
  readonly literals: readonly Literal[];
}

/** The shape of a query. Whatever is not a literal of the query is in the key: LIMIT, names, types, the number of values in a list. */
export function shapeOf(query: Query<Written>): QueryShape {
  const writer = new ShapeWriter();
  writer.write(query);
  return { key: writer.key, literals: writer.literals };
}

class ShapeWriter {
  readonly literals: Literal[] = [];
  /** Joined in the end: a text that grew piece by piece is walked anew by each look-up that it is part of. */
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

  /** One that stands in several places of the tree is one literal. */
  private writeLiteral(literal: Literal): void {
    const known = this.slots.get(literal);
    this.pieces.push(known === undefined ? `?${literal.type}` : `=${known}`);
    if (known !== undefined) return;
    this.slots.set(literal, this.literals.length);
    this.literals.push(literal);
  }
}

/** Texts without what JSON escapes, which need no look at each character for it. */
const PLAIN = /^[^"\\\u0000-\u001f]*$/;

/** The query with traced literals. Those that the walk of trees does not reach are looked at as they stand. */
export function traceQuery(query: Query<Written>, { literals }: QueryShape, trace: Trace): Query<Written> {
  const traced = new Map(literals.map((literal, slot) => [literal, traceLiteral(literal, trace, slot)]));
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

function isLiteral(node: object): node is Literal {
  return 'kind' in node && node.kind === 'literal' && 'text' in node;
}
