import { nameKey, type Expression, type Select, type SelectItem, type Written } from '../../model';
import { binary, conjunction, conjuncts, isExpression, isNull, refer } from '../tree';
import { namesMeasure } from './collect-references';

/** A column of the order of a page. */
export interface OrderColumn {
  readonly name: string;
  readonly descending: boolean;
  /** Whether the column may be NULL; NULLs sort last. */
  readonly isNullable: boolean;
}

/** The values of the order columns in a row, as strings. */
export type Key = readonly (string | null)[];

/** Returns the columns of the order, each once, or none if measures group the rows. */
export function orderColumns(select: Select<Written>): readonly OrderColumn[] {
  if (namesMeasure(select)) return [];
  const columns = new Map<string, OrderColumn>();
  for (const { expression, descending, nulls } of select.orderBy) {
    const name = expression.kind === 'reference' ? (expression.reference.parts.at(-1)?.name ?? '') : '';
    if (!columns.has(nameKey(name))) columns.set(nameKey(name), { name, descending, isNullable: nulls === 'last' });
  }
  return [...columns.values()];
}

/** Returns the statement with the missing order columns added after its own. A `*` already returns the columns of the order. */
export function withOrderColumns(select: Select<Written>, columns: readonly OrderColumn[]): Select<Written> {
  if (columns.length === 0 || !select.items.every((item) => isExpression(item.expression))) return select;
  const named = new Set(select.items.map(nameOf));
  const added = columns.filter((column) => !named.has(nameKey(column.name)));
  return { ...select, items: [...select.items, ...added.map(({ name }) => ({ expression: refer(name) }))] };
}

function nameOf({ expression }: SelectItem<Written>): string | undefined {
  return expression.kind === 'reference' ? nameKey(expression.reference.parts.at(-1)?.name ?? '') : undefined;
}

/** Returns the statement for the rows after `key` in the order of the columns, or undefined if there can be none. */
export function seekBehind(
  select: Select<Written>,
  columns: readonly OrderColumn[],
  key: Key,
): Select<Written> | undefined {
  const behind = isBehind(columns, key);
  return behind && { ...select, where: conjunction([select.where, behind]) };
}

/** Returns `(a, b) > (x, y)` as separate comparisons, because the columns differ in direction and may be NULL. */
function isBehind(
  [column, ...others]: readonly OrderColumn[],
  [value, ...values]: Key,
): Expression<Written> | undefined {
  if (column === undefined || value === undefined) return undefined;
  const place = refer(column.name);
  const rest = isBehind(others, values);
  if (value === null) return rest && conjunction([isNull(place), ...conjuncts(rest)]);
  const text = { kind: 'literal', type: 'string', text: value } as const;
  const beyond = binary<Written>(place, column.descending ? '<' : '>', text);
  const either = column.isNullable ? binary(beyond, 'or', isNull(place)) : beyond;
  const same = rest && conjunction([binary(place, '=', text), ...conjuncts(rest)]);
  return same === undefined ? either : binary(either, 'or', same);
}
