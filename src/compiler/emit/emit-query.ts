import type { PlanTable } from '../values';
import { isExpression, NULL } from '../tree';
import type { Expression, Query, Select, SetOperation, Source } from './emit.ast';
import type { Identifier, Star } from '../../model';
import { emitExpression, emitOrder, emitWindow, type EmitContext } from './emit-expression';
import { join, sql, type Fragment } from './fragment';
import { isConstant, sortKeys } from './sort-keys';

/** Emits the whole statement in the dialect, clause by clause. */
export function emitQuery(query: Query, context: EmitContext): Fragment {
  const body = query.kind === 'select' ? emitSelect(query, context) : emitSetOperation(query, context);
  const parts: Fragment[] = [...emitWith(query, context), body];
  const orderBy = sortKeys(query.orderBy);
  if (orderBy.length > 0) parts.push(sql`ORDER BY ${emitOrder(orderBy, context)}`);
  const slice = context.dialect.slice(query.limit, query.offset);
  if (slice !== '') parts.push([slice]);
  return join(parts, ' ');
}

function emitWith(query: Query, context: EmitContext): readonly Fragment[] {
  if (query.with === undefined) return [];
  const tables = query.with.tables.map((table) => {
    const columns = table.columns === undefined ? '' : ` (${quoteNames(table.columns, context)})`;
    return sql`${context.dialect.quoteName(table.name.name)}${columns} AS (${emitQuery(table.query, context)})`;
  });
  return [sql`WITH ${query.with.recursive ? 'RECURSIVE ' : ''}${join(tables, ', ')}`];
}

function emitSelect(select: Select, context: EmitContext): Fragment {
  const items = select.items.map((item) => {
    if (!isExpression(item.expression)) return [emitStar(item.expression, context)];
    const value = emitExpression(item.expression, context);
    return item.alias === undefined ? value : sql`${value} AS ${context.dialect.quoteName(item.alias.name)}`;
  });
  const parts: Fragment[] = [sql`SELECT ${select.distinct ? 'DISTINCT ' : ''}${join(items, ', ')}`];
  if (select.from !== undefined) parts.push(sql`FROM ${emitSource(select.from, context)}`);
  if (select.where !== undefined) parts.push(sql`WHERE ${emitExpression(select.where, context, 'condition')}`);
  if (select.groupBy.length > 0) {
    const keys = join(
      groupKeys(select).map((key) => emitExpression(key, context)),
      ', ',
    );
    parts.push(select.rollup ? context.dialect.rollup(keys) : sql`GROUP BY ${keys}`);
  }
  if (select.having !== undefined) parts.push(sql`HAVING ${emitExpression(select.having, context, 'condition')}`);
  if (select.windows.length > 0) {
    const windows = select.windows.map(
      ({ name, window }) => sql`${context.dialect.quoteName(name.name)} AS ${emitWindow(window, context)}`,
    );
    parts.push(sql`WINDOW ${join(windows, ', ')}`);
  }
  return join(parts, ' ');
}

function emitStar({ qualifier }: Star, { dialect }: EmitContext): string {
  return [...qualifier.map(({ name }) => dialect.quoteName(name)), '*'].join('.');
}

/** Returns the keys that distinguish groups, without constants. If all keys are constants, they form one group of all rows. */
function groupKeys({ groupBy, rollup }: Select): readonly Expression[] {
  const keys = groupBy.filter((key) => !isConstant(key));
  return rollup || keys.length === 0 ? groupBy.map((key) => (isConstant(key) ? NULL : key)) : keys;
}

function emitSetOperation(query: SetOperation, context: EmitContext): Fragment {
  const operator = `${query.operator.toUpperCase()}${query.all ? ' ALL' : ''}`;
  const chain = query.operator === 'union' && query.all ? query : undefined;
  return sql`${emitSide(query.left, query, context)} ${operator} ${emitSide(query.right, chain, context)}`;
}

/**
 * Emits a side of a set operation. It needs no parentheses if it is a plain SELECT or a chain of the same operator: on
 * the left, or of UNION ALL, whose order of evaluation does not matter.
 */
function emitSide(side: Query, chain: SetOperation | undefined, context: EmitContext): Fragment {
  const hasTail =
    side.orderBy.length > 0 || side.limit !== undefined || side.offset !== undefined || side.with !== undefined;
  const isChain = side.kind === 'set' && side.operator === chain?.operator && side.all === chain.all;
  const emitted = emitQuery(side, context);
  return !hasTail && (side.kind === 'select' || isChain) ? emitted : sql`(${emitted})`;
}

function emitSource(source: Source, context: EmitContext): Fragment {
  const { dialect } = context;
  switch (source.kind) {
    case 'table': {
      const table = emitTable(source.table, context);
      const alias = source.alias?.name;
      return [
        alias === undefined || alias === tableName(source.table) ? table : `${table} AS ${dialect.quoteName(alias)}`,
      ];
    }
    case 'derived':
      return sql`${source.lateral ? 'LATERAL ' : ''}(${emitQuery(source.query, context)}) AS ${dialect.quoteName(source.alias.name)}`;
    case 'join': {
      const right = emitSource(source.right, context);
      const side = source.right.kind === 'join' ? sql`(${right})` : right;
      const word = source.join === 'inner' ? 'JOIN' : `${source.join.toUpperCase()} JOIN`;
      const natural = source.natural ? 'NATURAL ' : '';
      return sql`${emitSource(source.left, context)} ${natural}${word} ${side}${emitCondition(source, context)}`;
    }
  }
}

function emitCondition({ on, using }: Extract<Source, { kind: 'join' }>, context: EmitContext): Fragment {
  if (using !== undefined) return [` USING (${quoteNames(using, context)})`];
  return on === undefined ? [] : sql` ON ${emitExpression(on, context, 'condition')}`;
}

function quoteNames(names: readonly Identifier[], { dialect }: EmitContext): string {
  return names.map(({ name }) => dialect.quoteName(name)).join(', ');
}

function tableName(table: PlanTable): string | undefined {
  if (table.kind === 'opaque') return undefined;
  return table.kind === 'common' ? table.name : table.parts.at(-1);
}

function emitTable(table: PlanTable, { dialect }: EmitContext): string {
  if (table.kind === 'opaque') return `(${table.text})`;
  return table.kind === 'common'
    ? dialect.quoteName(table.name)
    : table.parts.map((part) => dialect.quoteName(part)).join('.');
}
