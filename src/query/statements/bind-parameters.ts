import { LRUCache } from 'lru-cache';
import type { LiteralValues } from '../../compiler/filter';
import type { Statement } from '../../compiler/statement';
import { rewriteChildren, rewriteParts } from '../../compiler/tree';
import { ServiceError } from '../../errors';
import type { Expression, Literal, Query, Written } from '../../model';
import { checkParameters, type LiteralValue, type Parameters, readParameter } from './parameter-values';

/** A statement whose parameters have values. */
export type BoundStatement = Statement & {
  /** The values of this request, where the statement contains those of an earlier one. */
  readonly values?: LiteralValues;
};

/** A query whose literals replace its placeholders, in their order; each item of a list is a literal. */
interface BoundQuery {
  readonly query: Query<Written>;
  readonly literals: readonly Literal[];
}

/** The values of placeholders, in their order. */
type Values = ReadonlyMap<Literal, LiteralValue | readonly LiteralValue[]>;

/** A statement with more values is rarely repeated with as many. */
const MOST_SHARED = 200;
/** Most forms of one statement, which differ in the types of its parameters. */
const MOST_FORMS = 16;

/** Bound queries by their statement, and the types of the values. */
const forms = new WeakMap<Statement, LRUCache<string, BoundQuery>>();

/**
 * Returns the statements of a request with the values of its parameters. Where `isShared` is true for a statement, it is the same object
 * for all values of the same types, with the values of this request next to it, so that it is not planned again.
 */
export function bindParameters(
  statements: readonly Statement[],
  parameters: Parameters | undefined,
  isShared: (statement: Statement) => boolean,
): readonly BoundStatement[] {
  checkParameters(
    statements.flatMap(({ placeholders = [] }) => placeholders),
    parameters,
  );
  return statements.map((statement) => bindStatement(statement, parameters ?? [], isShared));
}

function bindStatement(
  statement: Statement,
  parameters: Parameters,
  isShared: (statement: Statement) => boolean,
): BoundStatement {
  const { placeholders } = statement;
  if (placeholders === undefined || (statement.kind !== 'query' && statement.kind !== 'explain')) return statement;
  const values = new Map(placeholders.map((literal) => [literal, readParameter(literal, parameters)]));
  const flat = [...values.values()].flat();
  if (flat.length > MOST_SHARED || !isShared(statement))
    return { ...statement, query: bindQuery(statement.query, values).query };
  const known = forms.get(statement) ?? new LRUCache<string, BoundQuery>({ max: MOST_FORMS });
  forms.set(statement, known);
  const key = [...values.values()].map(typesOf).join();
  const form = known.get(key) ?? bindQuery(statement.query, values);
  known.set(key, form);
  const texts = flat.map(({ text }) => text);
  return { ...statement, query: form.query, values: { literals: form.literals, texts } };
}

function typesOf(value: LiteralValue | readonly LiteralValue[]): string {
  return 'text' in value ? value.type : `(${value.map(({ type }) => type).join()})`;
}

function bindQuery(query: Query<Written>, values: Values): BoundQuery {
  const bound = new Map<number | undefined, Literal | readonly Literal[]>();
  for (const [{ at }, value] of values) {
    const literalOf = (one: LiteralValue): Literal => ({ kind: 'literal', ...one, at });
    bound.set(at, 'text' in value ? literalOf(value) : value.map(literalOf));
  }
  const bind = (node: Expression<Written>): Expression<Written> => {
    if (node.kind === 'in-list')
      return rewriteChildren(
        { ...node, items: node.items.flatMap((item) => (isPlaceholder(item) ? (bound.get(item.at) ?? item) : item)) },
        rewrite,
      );
    return isPlaceholder(node) ? single(node, bound.get(node.at)) : rewriteChildren(node, rewrite);
  };
  const rewrite = { expression: bind, query: (inner: Query<Written>): Query<Written> => rewriteParts(inner, rewrite) };
  return { query: rewriteParts(query, rewrite), literals: [...bound.values()].flat() };
}

function isPlaceholder(node: Expression<Written>): node is Literal {
  return node.kind === 'literal' && node.parameter !== undefined;
}

function single({ at }: Literal, value: Literal | readonly Literal[] | undefined): Literal {
  if (value !== undefined && 'kind' in value) return value;
  const hint = 'a list can be the values of IN (:name) only';
  throw new ServiceError('request_malformed', 'the value of the parameter is a list', { hint, offset: at });
}
