import { type Expression, nameKey, type OrderItem, type SelectItem, type Written } from '../../model';
import { ServiceError } from '../../errors';
import { conjunction, constant, disjunction, isNull, refer } from '../tree';
import { parsePath, printHop } from '../values';
import { allPrefixes, isMultiValue, isOfLink } from './element-names';
import { conditionOfRows, type ListContext, stepOf, valueOfRows } from './element-values';
import { findLists, getList, type NestedList } from './find-lists';
import type { Identities } from './identities';
import type { ListOption } from './list-option.ast';
import type { NestedColumn } from './nested-column';

type Node = Expression<Written>;

/** The statement whose lists are cut. */
interface CutContext extends ListContext {
  /** The properties and paths of the columns of the answer. */
  readonly columns: readonly string[];
  readonly identities: Identities;
  /** Whether a condition on window functions removes rows after the places are computed. */
  readonly isQualified: boolean;
}

/** How a statement cuts, sorts and filters its lists. */
export interface ListCuts {
  /** Columns to add to the statement: the place of each element in its list, NULL for those that are left out. */
  readonly items: readonly SelectItem<Written>[];
  /** Returns the description of an added column; undefined for other columns. */
  readonly findPlaces: (name: string) => NestedColumn | undefined;
  /** Returns the description of another column, which contains this property or path, with the limits of its lists. */
  readonly withLimits: (column: NestedColumn, meaning: string) => NestedColumn;
}

/** The options of one list. */
interface Cut {
  readonly list: NestedList;
  readonly limit?: number;
  readonly where?: Node;
  readonly order?: readonly OrderItem<Written>[];
}

const NAME = 'place in ';
const WHOLE: ListCuts = { items: [], findPlaces: () => undefined, withLimits: (column) => column };

/** Returns how a statement cuts its lists. Rejects options of members that are no lists, and names that are no values of elements. */
export function cutLists(options: readonly ListOption[] | undefined, context: CutContext): ListCuts {
  if (options === undefined) return WHOLE;
  const cuts = readCuts(options, context);
  const placed = cuts.filter(({ where, order }) => where !== undefined || order !== undefined);
  const limits = new Map(
    cuts.flatMap(({ list, limit }) => (limit === undefined ? [] : [[nameKey(list.name), limit] as const])),
  );
  const places = new Map(placed.map((cut) => [nameKey(NAME + cut.list.name), placesOf(cut)]));
  return {
    items: placed.map((cut) => ({ expression: placeOf(cut, context), alias: { name: NAME + cut.list.name } })),
    findPlaces: (name) => places.get(nameKey(name)),
    withLimits: (column, meaning) => withLimits(column, nameKey(meaning), limits),
  };
}

function withLimits(column: NestedColumn, name: string, limits: ReadonlyMap<string, number>): NestedColumn {
  const steps = column.steps.map((step, index) => {
    const hops = column.steps.slice(0, index + 1).map(({ hop }) => hop);
    return { ...step, limit: limits.get(hops.join('.')) };
  });
  return { ...column, steps, ...(column.isMultiValue && { list: { name, limit: limits.get(name) } }) };
}

function readCuts(options: readonly ListOption[], context: CutContext): readonly Cut[] {
  const lists = findLists(context.paths, context.source);
  const cuts = new Map<NestedList, Cut>();
  for (const option of options) {
    const list = getList(option, lists, context.columns);
    const cut = cuts.get(list) ?? { list };
    if (cut[option.kind] !== undefined)
      throw new ServiceError('plan_invalid', `"${option.parameter}" occurs twice`, { offset: option.at });
    cuts.set(list, { ...cut, ...readOption(option, list, context) });
  }
  return [...cuts.values()];
}

function readOption(option: ListOption, list: NestedList, context: CutContext): Omit<Cut, 'list'> {
  switch (option.kind) {
    case 'limit':
      return { limit: option.limit };
    case 'where':
      return { where: conditionOfRows(option.condition, list, context) };
    case 'order':
      if (context.isQualified)
        throw new ServiceError('plan_invalid', 'lists cannot be sorted in a statement with QUALIFY', {
          hint: 'write the condition in WHERE, or sort the rows by ORDER BY',
          offset: option.at,
        });
      return {
        order: option.order.map(({ subject, descending }) => ({
          expression: valueOfRows(subject, list, context, option.at),
          descending,
          nulls: 'last',
        })),
      };
  }
}

function placesOf({ list, order }: Cut): NestedColumn {
  const path = parsePath(list.isOfValues ? list.name : `${list.name}.entity_id`);
  return {
    steps: path?.hops.map((hop) => ({ hop: nameKey(printHop(hop)), key: hop.relationship })) ?? [],
    key: undefined,
    isIdentity: false,
    isOfLink: false,
    isMultiValue: false,
    places: { of: list.isOfValues ? nameKey(list.name) : undefined, isOrdered: order !== undefined },
  };
}

/**
 * Returns the place of the element of a row in its list, from 1, or 1 for all if the list keeps its order. Elements that are absent or
 * left out are NULL, and have no place.
 */
function placeOf({ list, where, order }: Cut, context: CutContext): Node {
  const shown = conjunction([isPresent(list, context), where]) ?? constant('boolean', 'true');
  if (order === undefined) return when(shown, constant('integer', '1'));
  const isLeftOut = when(shown, constant('integer', '0'), constant('integer', '1'));
  const own = list.isOfValues ? [list.name] : elementIdentity(list.name, context);
  const over = {
    partitionBy: parentIdentity(list, context),
    orderBy: [ascending(isLeftOut), ...order, ...own.map((name) => ascending(refer(name)))],
  };
  return when(shown, { kind: 'call', name: 'DENSE_RANK', arguments: [], distinct: false, over });
}

function when(condition: Node, then: Node, otherwise?: Node): Node {
  return { kind: 'case', branches: [{ when: condition, then }], ...(otherwise && { otherwise }) };
}

function ascending(expression: Node): OrderItem<Written> {
  return { expression, descending: false };
}

/** Returns the condition that a row has an element of the list. */
function isPresent({ name, isOfValues }: NestedList, { paths, identities }: CutContext): Node | undefined {
  const identity = isOfValues ? [name] : identities.at(name).slice(-1);
  const isBelow = (path: string): boolean => `${nameKey(path)}.`.startsWith(`${nameKey(name)}.`);
  const marks = identity.length > 0 ? identity : paths.filter(isBelow);
  return disjunction(marks.map((mark) => isNull(refer(mark), true)));
}

/** Returns the values that identify the object that contains a list. */
function parentIdentity(list: NestedList, context: CutContext): readonly Node[] {
  const prefixes = allPrefixes([list.isOfValues ? list.name : `${list.name}.entity_id`]);
  const outer = list.isOfValues ? prefixes : prefixes.slice(0, -1);
  const names = [...context.identities.own, ...outer.flatMap((prefix) => elementIdentity(prefix, context))];
  // rows without a key are entities of their own
  return [...names.map(refer), ...(context.source.keyless ?? []).map(({ expression }) => expression)];
}

/** Returns the columns that identify the elements at the end of a step, as `shapeOf` of nested rows does. */
function elementIdentity(step: string, { paths, source, identities }: CutContext): readonly string[] {
  const own = paths.filter((path) => nameKey(stepOf(path)) === nameKey(step));
  const entity = identities.at(step);
  if (entity.length === 0) return own.filter((path) => !isMultiValue(path, source));
  return [...entity, ...own.filter((path) => isOfLink(parsePath(path)))];
}
