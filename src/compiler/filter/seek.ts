import { nameKey, type Expression, type Select, type SelectItem, type Written } from '../../model';
import { binary, conjunction, conjuncts, isExpression, isNull, refer } from '../tree';
import { namesMeasure } from './collect-references';

/** One column of the order of a page. */
export interface OrderColumn {
  readonly name: string;
  readonly descending: boolean;
  /** What has no value comes last; false where every row has one. */
  readonly isNullable: boolean;
}

/** A row by the values of the order columns, as text. */
export type Key = readonly (string | null)[];

/** The columns of the order, each once; none where measures make groups of the rows. */
export function orderColumns(select: Select<Written>): readonly OrderColumn[] {
  if (namesMeasure(select)) return [];
  const columns = new Map<string, OrderColumn>();
  for (const { expression, descending, nulls } of select.orderBy) {
    const name = expression.kind === 'reference' ? (expression.reference.parts.at(-1)?.name ?? '') : '';
    if (!columns.has(nameKey(name))) columns.set(nameKey(name), { name, descending, isNullable: nulls === 'last' });
  }
  return [...columns.values()];
}

/** The statement with the order columns that it does not give put behind its own; a `*` gives what it orders by. */
export function withOrderColumns(select: Select<Written>, columns: readonly OrderColumn[]): Select<Written> {
  if (columns.length === 0 || !select.items.every((item) => isExpression(item.expression))) return select;
  const named = new Set(select.items.map(nameOf));
  const added = columns.filter((column) => !named.has(nameKey(column.name)));
  return { ...select, items: [...select.items, ...added.map(({ name }) => ({ expression: refer(name) }))] };
}

function nameOf({ expression }: SelectItem<Written>): string | undefined {
  return expression.kind === 'reference' ? nameKey(expression.reference.parts.at(-1)?.name ?? '') : undefined;
}

/** The statement for the rows behind `key` in the order of the columns; undefined where no row can be. */
export function seekBehind(
  select: Select<Written>,
  columns: readonly OrderColumn[],
  key: Key,
): Select<Written> | undefined {
  const behind = isBehind(columns, key);
  return behind && { ...select, where: conjunction([select.where, behind]) };
}

/** `(a, b) > (x, y)` taken apart, since the columns differ in direction and some have no value. */
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
