import type { Call, Expression, Select, SelectItem, Written } from '../../../model';
import { binary, call, conjunction, constant, isExpression, NULL, selectOf, namesIn } from '../../tree';
import { columnHolding, columnOf, type MeasuredEntity, type Resolved } from '../../values';
import type { Planning } from '../scope/planning';
import { planExpression } from '../scope/resolve-expression';
import { asSource } from '../scope/scope';

type Value = Expression<Resolved>;
type Part = 'SUM' | 'COUNT' | 'MIN' | 'MAX';

/** The aggregates of each entity from which the aggregate over many entities is computed. */
const PARTS: ReadonlyMap<string, readonly Part[]> = new Map<string, readonly Part[]>([
  ['SUM', ['SUM']],
  ['COUNT', ['COUNT']],
  ['MIN', ['MIN']],
  ['MAX', ['MAX']],
  ['AVG', ['SUM', 'COUNT']],
]);

/** An aggregate along paths, and the conditions on the ends of those paths. */
interface Aggregation {
  readonly call: Call<Written>;
  readonly filters: readonly Expression<Written>[];
}

/** Reports whether an aggregate along to-many paths can be computed from the aggregates of single entities. */
export function isDecomposable({ name, distinct, arguments: values }: Call<Written>): boolean {
  return PARTS.has(name) && !distinct && values.length === 1;
}

/**
 * Aggregates the several values of each entity in a derived table, which is joined by the entity's identity, so that it
 * does not multiply rows. Returns the aggregate over the rows for which `when` is true.
 */
export function preAggregate(planning: Planning, entity: MeasuredEntity, aggregation: Aggregation, when: Value): Value {
  const alias = planning.alias(`sums_of_${entity.name}`);
  const each = aggregateEach(planning, entity.again(), aggregation);
  entity.attach({
    aliases: [alias],
    isMany: false,
    pairs: entity.identity().map((left, index) => ({ left, own: columnOf(alias, keyName(index)) })),
    open: () => ({ kind: 'derived', query: each.query, alias: { name: alias }, lateral: false }),
    below: [],
  });
  const over = (part: Part): Value => {
    const value = columnHolding(alias, part, each.parts.get(part));
    return call(part === 'COUNT' ? 'SUM' : part, { kind: 'case', branches: [{ when, then: value }] });
  };
  const [first = 'SUM', second] = each.parts.keys();
  if (second !== undefined) return binary(over(first), '/', over(second));
  return first === 'COUNT' ? call('IFNULL', over(first), constant('integer', '0')) : over(first);
}

/** Returns the partial aggregates of each entity, over its distinct path ends. */
function aggregateEach(
  planning: Planning,
  entity: ReturnType<MeasuredEntity['again']>,
  { call: { name, arguments: values }, filters }: Aggregation,
): { readonly query: Select<Resolved>; readonly parts: ReadonlyMap<Part, Value> } {
  const [argument] = values.filter(isExpression);
  const source = asSource(entity);
  const value = argument === undefined ? NULL : planExpression(planning, argument, source);
  const where = conjunction(filters.map((filter) => planExpression(planning, filter, source)));
  const ends = argument === undefined ? [] : namesIn(argument).flatMap((path) => entity.identityAlong(path));
  const keys = entity.identity();
  const rows = planning.alias(`each_of_${entity.name}`);
  const distinct: Select<Resolved> = {
    ...selectOf<Resolved>([
      ...keys.map((expression, index) => named(expression, keyName(index))),
      ...ends.map((expression, index) => named(expression, `end ${index + 1}`)),
      named(value, 'value'),
    ]),
    distinct: true,
    from: entity.build(),
    ...(where && { where }),
  };
  const key = keys.map((part, index) => columnHolding(rows, keyName(index), part));
  const parts = new Map((PARTS.get(name) ?? []).map((part) => [part, call(part, columnHolding(rows, 'value', value))]));
  const query: Select<Resolved> = {
    ...selectOf([
      ...key.map((expression, index) => named(expression, keyName(index))),
      ...[...parts].map(([part, expression]) => named(expression, part)),
    ]),
    from: { kind: 'derived', query: distinct, alias: { name: rows }, lateral: false },
    groupBy: key,
  };
  return { query, parts };
}

function keyName(index: number): string {
  return `key ${index + 1}`;
}

function named(expression: Value, name: string): SelectItem<Resolved> {
  return { expression, alias: { name } };
}
