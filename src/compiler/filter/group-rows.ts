import { ServiceError } from '../../errors';
import {
  type Call,
  type Expression,
  nameKey,
  type OutputColumn,
  type Ontology,
  type Query,
  type Select,
  type SelectItem,
  type Written,
} from '../../model';
import { call, isExpression, mapChildren, refer } from '../tree';
import { readsManyRows } from '../values';
import { isMeasureName } from './collect-references';
import { malformed, show } from './filter-refusals';
import type { FilterSource } from './paged-statement';

interface GroupingContext {
  readonly ontology: Ontology;
  readonly columnsOf: (query: Query<Written>) => readonly OutputColumn[];
}

type Node = Expression<Written>;

const AGGREGATE = /^(?<name>count|sum|avg|min|max)\((?<of>[^]*)\)$/i;
const STAR = { kind: 'star', qualifier: [] } as const;

/**
 * Returns the statement of a filter with the aggregates of `_select_` in place of the columns with their names, grouped by its
 * other columns, and with the condition of `_having_` (docs/filters.md). Returns the statement itself if there are neither.
 */
export function groupRows(source: FilterSource, lowered: Select<Written>, context: GroupingContext): Select<Written> {
  const { select = [], having, nested } = source.filter;
  const aggregates = findAggregates(source, select, lowered, context);
  if (aggregates.size === 0 && having === undefined) return lowered;
  if (nested) throw malformed(having === undefined ? '_select_' : '_having_', 'groups cannot be nested', 'omit nested');
  if (aggregates.size === 0 && !select.some(isMeasureName))
    throw malformed('_having_', 'there are no groups', 'add an aggregate such as count() to _select_');
  const items = select.map((name): SelectItem<Written> => {
    const expression = aggregates.get(name);
    return expression === undefined ? { expression: refer(name) } : { expression, alias: { name } };
  });
  const isPlainView = source.kind === 'view' && context.ontology.views.get(nameKey(source.name))?.isCube !== true;
  const keys = select.filter((name) => !aggregates.has(name) && (isPlainView || !isMeasureName(name)));
  return {
    ...lowered,
    items,
    groupBy: aggregates.size === 0 ? [] : keys.map(refer),
    ...(having && { having: lowerHaving(having.expression, items) }),
  };
}

/** Returns the aggregates among the names of `_select_`. A column of this name is not an aggregate. */
function findAggregates(
  { kind }: FilterSource,
  select: readonly string[],
  lowered: Select<Written>,
  { ontology, columnsOf }: GroupingContext,
): ReadonlyMap<string, Node> {
  const written = select.filter((name) => name.endsWith(')') && AGGREGATE.test(name));
  if (written.length === 0) return new Map();
  const columns = (): readonly string[] =>
    columnsOf({ ...lowered, items: [{ expression: STAR }], where: undefined, orderBy: [] }).map(({ name }) => name);
  const own = new Set(kind === 'view' ? columns().map(nameKey) : ontology.properties.keys());
  const others = written.filter((name) => !own.has(nameKey(name)));
  return new Map(others.map((name) => [name, parseAggregate(name)]));
}

function parseAggregate(text: string): Node {
  const { name = '', of: written = '' } = AGGREGATE.exec(text)?.groups ?? {};
  const key = name.toUpperCase();
  const of = written.trim();
  if (of === '' && key === 'COUNT') return { kind: 'call', name: key, arguments: [STAR], distinct: false };
  if (of !== '' && of !== '*') return call(key, refer(of));
  const hint = 'count() counts the rows, and count(name) those with a name';
  throw malformed('_select_', `${show(text)} needs a property or a path`, hint);
}

/** Returns the condition with references to the columns of the answer in place of their aggregates. Rejects everything else that is not such a column. */
function lowerHaving(condition: Node, items: readonly SelectItem<Written>[]): Node {
  const names = new Set(items.map((item) => nameKey(nameOf(item))));
  const aggregates = new Map(items.map((item) => [keyOf(item.expression), nameOf(item)]));
  const lower = (node: Node): Node => {
    if (node.kind === 'reference') {
      const { parts, quote, at } = node.reference;
      const name = parts.at(-1)?.name ?? '';
      // in double quotes it may be a string
      if (quote === undefined && !names.has(nameKey(name))) throw notSelected(show(name), items, at);
      return node;
    }
    if (node.kind === 'literal') return node;
    if (!readsManyRows(node)) return mapChildren(node, { expression: lower, query: (query) => query });
    const name = aggregates.get(keyOf(node) ?? '');
    if (name === undefined) throw notSelected(`this ${node.name}`, items, node.at);
    return refer(name);
  };
  return lower(condition);
}

function nameOf({ expression, alias }: SelectItem<Written>): string {
  return alias?.name ?? (expression.kind === 'reference' ? (expression.reference.parts.at(-1)?.name ?? '') : '');
}

/** Returns the same string for aggregates of the same values, and undefined for all other values. */
function keyOf(node: SelectItem<Written>['expression']): string | undefined {
  if (!isExpression(node) || !readsManyRows(node)) return undefined;
  const { name, arguments: written, distinct, over, orderBy }: Call<Written> = node;
  const [of] = written;
  if (distinct || over !== undefined || orderBy !== undefined || written.length > 1) return undefined;
  if (of === undefined || of.kind === 'star') return name;
  return of.kind === 'reference' ? `${name} ${nameKey(of.reference.parts.at(-1)?.name ?? '')}` : undefined;
}

function notSelected(what: string, items: readonly SelectItem<Written>[], offset: number | undefined): ServiceError {
  return new ServiceError('filter_malformed', `${what} is not a column of the answer`, {
    hint: `_having_ can name the columns of _select_: ${items.map(nameOf).join(', ')}`,
    ...(offset !== undefined && { offset }),
  });
}
