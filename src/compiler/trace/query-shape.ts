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
  const parts: string[] = [];
  const literals: Literal[] = [];
  const slots = new Map<Literal, number>();
  const write = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) {
      parts.push(JSON.stringify(node));
    } else if (Array.isArray(node)) {
      parts.push('[');
      for (const item of node) {
        write(item);
        parts.push(',');
      }
      parts.push(']');
    } else if (isLiteral(node)) {
      const known = slots.get(node);
      parts.push(known === undefined ? `?${node.type}` : `=${known}`);
      if (known !== undefined) return;
      slots.set(node, literals.length);
      literals.push(node);
    } else {
      parts.push('{');
      for (const [name, value] of Object.entries(node)) {
        if (name === 'at' || value === undefined) continue;
        parts.push(name, ':');
        write(value);
        parts.push(',');
      }
      parts.push('}');
    }
  };
  write(query);
  return { key: parts.join(''), literals };
}

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
