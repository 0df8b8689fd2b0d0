import type { CastType, ScalarTypeName } from '../../../model';
import type { Resolved } from '../../values';
import { isExpression, mapItems, NULL, rebuildQuery, rewriteChildren, rewriteSource, type Rewrite } from '../../tree';
import type { Expression, Query, Select } from '../../emit';

/** What a NULL is cast to that stands for a property of the type; text is what MariaDB makes of it anyway. */
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
 * The query with a type for each column of a derived table that is NULL in all its rows, where a set operation puts it
 * together with others: MariaDB makes text of numbers and times there, which are then sorted and shown as text.
 */
export function typeNulls(query: Query): Query {
  return typeIn(query, false);
}

const WITHIN_VALUES: Rewrite<Resolved> = {
  expression: (node) => rewriteChildren(node, WITHIN_VALUES),
  query: typeNulls,
};

/** `isUnited` in what a set operation puts together. */
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

/** All rows of a set operation have the type that the first gives. */
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
