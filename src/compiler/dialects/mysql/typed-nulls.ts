import type { CastType, ScalarTypeName } from '../../../model';
import type { Resolved } from '../../values';
import { isExpression, mapItems, NULL, rebuildQuery, rewriteChildren, rewriteSource, type Rewrite } from '../../tree';
import type { Expression, Query, Select } from '../../emit';

/** The cast for a NULL of each property type. Without a cast, MariaDB makes it a string. */
const CASTS: Readonly<Partial<Record<ScalarTypeName, CastType['name']>>> = {
  boolean: 'signed',
  smallint: 'signed',
  integer: 'signed',
  bigint: 'signed',
  decimal: 'decimal',
  float: 'double',
  double: 'double',
  date: 'date',
  time: 'time',
  timestamp: 'datetime',
};

/**
 * Returns the query with a type for each column of a derived table that is NULL in all rows, where a set operation
 * combines it with others. Otherwise, MariaDB converts numbers and times to strings there, and sorts and returns them
 * as strings.
 */
export function typeNulls(query: Query): Query {
  return typeIn(query, false);
}

const WITHIN_VALUES: Rewrite<Resolved> = {
  expression: (node) => rewriteChildren(node, WITHIN_VALUES),
  query: typeNulls,
};

/** Rewrites a query; `isUnited` if it is part of a set operation. */
function typeIn(query: Query, isUnited: boolean): Query {
  const within = isUnited || query.kind === 'set';
  const { expression } = WITHIN_VALUES;
  const part = (inner: Query): Query => typeIn(inner, within);
  const derived = (inner: Query): Query => (within ? typeColumns(part(inner)) : part(inner));
  return rebuildQuery<Resolved, Resolved>(query, {
    expression,
    query: part,
    source: (source) => rewriteSource(source, { expression, query: derived }),
  });
}

/** Adds the types to all arms of a query, because the first arm determines the types of a set operation. */
function typeColumns(query: Query): Query {
  const arms = armsOf(query);
  const [first] = arms;
  const types = first?.items.map((_, index) => typeOfNulls(arms, index)) ?? [];
  if (types.every((type) => type === undefined)) return query;
  return mapItems(query, (value, index) => {
    const name = types[index];
    return name === undefined || value.kind !== 'literal' ? value : { kind: 'cast', operand: NULL, type: { name } };
  });
}

function armsOf(query: Query): readonly Select[] {
  return query.kind === 'select' ? [query] : [...armsOf(query.left), ...armsOf(query.right)];
}

function typeOfNulls(arms: readonly Select[], index: number): CastType['name'] | undefined {
  const types = arms.map(({ items }) => nullType(items[index]?.expression));
  const [type] = types;
  return types.every((other) => other === type) ? type : undefined;
}

function nullType(value: Select['items'][number]['expression'] | undefined): CastType['name'] | undefined {
  if (value === undefined || !isExpression(value)) return undefined;
  return isTypedNull(value) ? CASTS[value.of] : undefined;
}

function isTypedNull(value: Expression): value is Expression & { readonly of: ScalarTypeName } {
  return value.kind === 'literal' && value.type === 'null' && value.of !== undefined;
}
