import { ServiceError } from '../../../errors';
import type { Expression, Select, Written, WrittenName } from '../../../model';
import { isExpression, mapExpression, someNode } from '../../tree';
import { type MeasureUse, readsManyRows, type Resolved } from '../../values';
import { firstOffset, locate } from './locate';

type Value = Expression<Resolved>;

/** An expression of a statement, resolved and as written, and the resolution of its names. */
interface Clause {
  readonly value: Value | undefined;
  readonly written: Expression<Written> | undefined;
  readonly find: (name: WrittenName) => Value | undefined;
}

/** Rejects measures in conditions, joins and group keys, which are evaluated before grouping. */
export function refuseMeasures(clause: Clause, place: string): void {
  const { value } = clause;
  if (value !== undefined)
    locate(
      () => placeOfMeasure(clause),
      () => {
        refuseMeasuresIn(value, place);
      },
    );
}

function refuseMeasuresIn(expression: Value, place: string): void {
  mapExpression<Resolved, Resolved>(expression, {
    reference: (column) => {
      if (column.measure === undefined) return { kind: 'reference', reference: column };
      throw new ServiceError(
        'plan_invalid',
        `the measure "${column.measure.property.name}" is not allowed in ${place}`,
        {
          hint: 'use HAVING to filter groups by a measure',
        },
      );
    },
    source: (source) => source,
  });
}

/** Returns the offset of the first measure, or else of the expression. */
function placeOfMeasure({ written, find }: Clause): number | undefined {
  if (written === undefined) return undefined;
  let at: number | undefined;
  const isFound = someNode(written, (node) => {
    if (node.kind !== 'reference') return false;
    at = node.reference.at;
    const value = find(node.reference);
    return value !== undefined && findMeasure(value) !== undefined;
  });
  return isFound ? at : firstOffset(written);
}

/** Returns a measure that the expression reads outside of sub-queries. */
export function findMeasure(expression: Value): MeasureUse | undefined {
  let found: MeasureUse | undefined;
  someNode(expression, (node) => {
    if (node.kind === 'reference') found ??= node.reference.measure;
    return found !== undefined;
  });
  return found;
}

/** Reports whether a SELECT reads measures outside of its WHERE. */
export function readsMeasures(select: Select<Resolved>): boolean {
  const items = select.items.map((item) => item.expression).filter(isExpression);
  const windows = select.windows.flatMap(({ window }) => [
    ...window.partitionBy,
    ...window.orderBy.map((item) => item.expression),
  ]);
  return [...items, select.having, ...select.orderBy.map((item) => item.expression), ...windows].some(
    (part) => part !== undefined && findMeasure(part) !== undefined,
  );
}

/** Reports whether the value of a node depends on several rows: a measure, an aggregate or a window function. */
function isOfManyRows(node: Value): boolean {
  return node.kind === 'reference' ? node.reference.measure !== undefined : readsManyRows(node);
}

/**
 * Reports whether an expression is part of the grouping: it reads a column, and contains no measures, aggregates or
 * windows.
 */
export function isGrouping(expression: Value): boolean {
  return !someNode(expression, isOfManyRows) && someNode(expression, (node) => node.kind === 'reference');
}
