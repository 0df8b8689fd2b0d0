import { type Expression, nameKey, type Ontology, type Select, type SelectItem, type Written } from '../../model';
import { binary, conjunction, conjuncts, isExpression, isNull, refer } from '../tree';
import { isGrouped } from './collect-references';
import type { Filter } from './filter.ast';
import type { FilterTarget } from './lower-filter';
import { decodeCursor, fingerprintRequest, type Key, type OrderColumn, type Place, unreadable } from './page-cursor';

/** The part of the rows of a statement that a request selects. */
export interface Page {
  readonly limit: number | undefined;
  readonly from: Place;
  /** Returns the same string only for requests whose pages continue each other. */
  readonly fingerprint: () => string;
  /** The columns of its order; empty if a key cannot identify its rows. */
  readonly order: readonly OrderColumn[];
}

export const WHOLE: Page = { limit: undefined, from: { offset: 0 }, fingerprint: () => '', order: [] };

/** Returns the page that a filter selects, for rows in this order. Rejects the cursor of another request. */
export function readPage(
  ontology: Ontology,
  target: FilterTarget,
  filter: Filter,
  order: readonly OrderColumn[],
): Page {
  if ((filter.limit ?? filter.after ?? filter.offset) === undefined) return WHOLE;
  const fingerprint = (): string => fingerprintRequest(ontology.name, target, filter, order);
  const from = filter.after === undefined ? { offset: filter.offset ?? 0 } : decodeCursor(filter.after, fingerprint());
  return { limit: filter.limit, from, fingerprint, order };
}

/** Returns the statement for the rows of the page, or the statement itself if the page contains all rows. */
export function selectPage(ordered: Select<Written>, page: Page): Select<Written> {
  const statement = seek(ordered, page);
  const { limit, from } = page;
  if (limit === undefined && from.offset === 0) return statement;
  return { ...statement, limit, offset: from.offset || undefined };
}

/** Returns the statement for the rows after the key of the page. */
function seek(ordered: Select<Written>, { from, order }: Page): Select<Written> {
  if (from.key === undefined) return ordered;
  const sought = from.key.length === order.length ? seekBehind(ordered, order, from.key) : undefined;
  if (sought === undefined) throw unreadable();
  return sought;
}

/** Returns the columns of the order, each once, or none if the rows are groups. */
export function orderColumns(select: Select<Written>): readonly OrderColumn[] {
  if (isGrouped(select)) return [];
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
