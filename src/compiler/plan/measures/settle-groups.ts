import { ServiceError } from '../../../errors';
import type { Call, Expression, Query, Select, Source } from '../../../model';
import { call, conjunction, rewriteChildren, rewriteParts, someNode } from '../../tree';
import type { Column, Resolved } from '../../values';
import { Grouping, type GroupedRows } from './grouping';
import type { WrittenColumn } from './name-column';

type Value = Expression<Resolved>;

/** The rows of a SELECT, and a function that returns the written names of their columns. */
interface Rows extends GroupedRows {
  readonly nameColumn: (column: Column) => WrittenColumn;
}

/**
 * Returns the SELECT in a form that all engines evaluate alike. With groups, values consist of group keys, aggregates,
 * and MAX of columns with one value in each group. Rejects a column with several values with plan_invalid (400):
 * MariaDB would return any of them, and DuckDB fails. Without groups, HAVING filters rows as WHERE does. Also rejects
 * aggregates and windows in clauses that are evaluated before grouping.
 */
export function settleGroups(select: Select<Resolved>, { nameColumn, ...rows }: Rows): Select<Resolved> {
  const grouping = new Grouping(select, rows);
  refuseMisplaced(grouping, rows.from);
  const { where, groupBy, having, ...ungrouped } = select;
  if (!grouping.isThere) {
    const condition = conjunction([where, having]);
    return having === undefined ? select : { ...ungrouped, groupBy, ...(condition && { where: condition }) };
  }
  const groups = new Groups(grouping, nameColumn);
  const settled = groups.query({ ...ungrouped, groupBy: [] }, 'group');
  return {
    ...(settled.kind === 'select' ? settled : ungrouped),
    groupBy,
    ...(where && { where }),
    ...(having && { having: groups.value(having, 'having') }),
  };
}

/** The place of a value. MariaDB restricts HAVING, and a sub-query has aggregates of its own. */
type Place = 'group' | 'having' | 'sub-query';

class Groups {
  constructor(
    readonly grouping: Grouping,
    readonly nameColumn: Rows['nameColumn'],
  ) {}

  query(query: Query<Resolved>, place: Place): Query<Resolved> {
    return rewriteParts(query, {
      expression: (value) => this.value(value, place),
      query: (inner) => this.query(inner, 'sub-query'),
    });
  }

  value(node: Value, place: Place): Value {
    const { grouping } = this;
    if (grouping.isAggregate(node, place === 'sub-query')) return this.aggregate(node);
    if (grouping.isKey(node)) return place === 'having' ? this.keyInHaving(node) : node;
    if (node.kind === 'reference') return this.column(node.reference);
    return rewriteChildren(node, {
      expression: (child) => this.value(child, place),
      query: (inner) => this.query(inner, 'sub-query'),
    });
  }

  private aggregate(node: Call<Resolved>): Value {
    for (const argument of node.arguments) {
      if (argument.kind === 'star' || argument.kind === 'unit') continue;
      refuseIn(argument, this.grouping, { place: `an argument of ${node.name}`, hint: IN_TABLE });
    }
    return node;
  }

  /**
   * Wraps a computed key in MAX: MariaDB's HAVING finds selected columns and group keys that are columns, but not the
   * columns inside a computed key.
   */
  private keyInHaving(key: Value): Value {
    const isPlain = key.kind === 'reference' || key.kind === 'literal' || this.grouping.select.rollup;
    return isPlain ? key : call('MAX', key);
  }

  private column(column: Column): Value {
    const reference = { kind: 'reference', reference: column } as const;
    if (!this.grouping.isOwn(column)) return reference;
    if (this.grouping.isSettled(column)) return call('MAX', reference);
    const { name, at } = this.nameColumn(column);
    const isGrouped = this.grouping.select.groupBy.length > 0;
    const reason = isGrouped ? 'a group can have' : 'an aggregate makes one group of all rows, which can have';
    throw new ServiceError('plan_invalid', `${reason} several values of "${name}"`, {
      hint: `add "${name}" to GROUP BY, or use an aggregate such as MAX`,
      offset: at,
    });
  }
}

interface Misplaced {
  /** The clause or argument that cannot contain the call. */
  readonly place: string;
  readonly hint: string;
}

const IN_TABLE = 'select it under an alias in a derived table, and use the alias';
const IN_HAVING = 'use HAVING to filter groups';

/** Rejects aggregates and windows in conditions on rows, in joins and in group keys, and windows in HAVING. */
function refuseMisplaced(grouping: Grouping, from: Source<Resolved>): void {
  const { where, groupBy, having } = grouping.select;
  if (where) refuseIn(where, grouping, { place: 'WHERE', hint: IN_HAVING });
  for (const on of conditionsOf(from)) refuseIn(on, grouping, { place: 'ON', hint: IN_HAVING });
  for (const key of groupBy) refuseIn(key, grouping, { place: 'GROUP BY', hint: IN_TABLE });
  if (having) refuseIn(having, undefined, { place: 'HAVING', hint: IN_TABLE });
}

/** Rejects windows in a value and, if a grouping is passed, its aggregates. */
function refuseIn(value: Value, grouping: Grouping | undefined, { place, hint }: Misplaced): void {
  someNode(value, (node) => {
    if (node.kind !== 'call') return false;
    if (node.over === undefined && grouping?.isAggregate(node) !== true) return false;
    const isWindow = node.over !== undefined;
    throw new ServiceError(
      'plan_invalid',
      `the ${isWindow ? 'window function' : 'aggregate'} ${node.name} is not allowed in ${place}`,
      {
        hint: isWindow ? IN_TABLE : hint,
        offset: node.at,
      },
    );
  });
}

function conditionsOf(from: Source<Resolved>): readonly Value[] {
  if (from.kind !== 'join') return [];
  return [...conditionsOf(from.left), ...conditionsOf(from.right), ...(from.on ? [from.on] : [])];
}
