import { ServiceError } from '../../../errors';
import type { Call, Expression, Query, Select, SelectItem, Source, Written } from '../../../model';
import {
  binary,
  conjunction,
  constant,
  identifier,
  isExpression,
  namesIn,
  referencesIn,
  rewriteChildren,
  rewriteParts,
  selectOf,
} from '../../tree';
import { columnHolding, columnOf, isAggregateCall, type MeasuredEntity, type Resolved } from '../../values';
import { planExpression } from '../scope/resolve-expression';

import type { Planning } from '../scope/planning';
import { asSource } from '../scope/scope';
import { numbersTo } from './numbers-to';

type Value = Expression<Resolved>;

/** Aggregates that give the same however often a row comes. */
const IDEMPOTENT: ReadonlySet<string> = new Set(['MIN', 'MAX', 'BIT_AND', 'BIT_OR']);
/** Aggregates that gather NULLs, too, so that no row can be left out by one. */
const GATHERING_NULLS: ReadonlySet<string> = new Set(['JSON_ARRAYAGG', 'JSON_OBJECTAGG']);

/** An aggregate along paths, and the conditions on the ends of these. */
interface Aggregation {
  readonly call: Call<Written>;
  readonly filters: readonly Expression<Written>[];
}

/** The distinct values of each entity along paths, as a table that is joined to one copy of the rows. */
interface Values {
  readonly alias: string;
  readonly query: Select<Resolved>;
  /** What tells the entity of a row, under the name that the rows give it. */
  readonly keys: readonly (SelectItem<Resolved> & { readonly expression: Value })[];
}

/** Whether the value of an aggregate depends on how often rows come. */
export function countsRows(node: Value): node is Call<Resolved> {
  return isAggregateCall(node) && !node.distinct && !IDEMPOTENT.has(node.name);
}

/** Whether an aggregate cannot pass over rows: it gathers the NULL that stands for them. */
export function gathersNulls({ name }: Pick<Call<Written>, 'name'>): boolean {
  return GATHERING_NULLS.has(name);
}

/**
 * Aggregates of which the parts cannot be put together (COUNT(DISTINCT ...), GROUP_CONCAT, ...) over what each entity has many
 * of, beside others that count rows. The rows are there once for the statement itself and once more for each of these
 * aggregates, and its values are joined to that copy alone: they multiply nothing else.
 */
export class DistinctAggregates {
  readonly #values: Values[] = [];
  readonly #known = new Map<string, Value>();
  #copies: string | undefined;

  constructor(readonly planning: Planning) {}

  /** The aliases that stand beside the FROM of the statement. */
  get aliases(): readonly string[] {
    return this.#copies === undefined ? [] : [this.#copies, ...this.#values.map(({ alias }) => alias)];
  }

  /** What the rows must give for the joins. */
  get items(): readonly SelectItem<Resolved>[] {
    return this.#values.flatMap(({ keys }) => keys);
  }

  /** The aggregate over the rows on which `when` holds. */
  add(entity: MeasuredEntity, aggregation: Aggregation, when: Value): Value {
    const key = JSON.stringify([entity.name, aggregation, when]);
    const known = this.#known.get(key) ?? this.open(entity, aggregation, when);
    this.#known.set(key, known);
    return known;
  }

  /** The SELECT over its rows, which an alias gives, with the values beside them. */
  join(select: Select<Resolved>, rows: string): Select<Resolved> {
    if (this.#values.length === 0 || select.from === undefined) return select;
    const copies = numbersTo(this.#values.length, identifier(COPY), identifier(this.copies));
    const copied: Source<Resolved> = { kind: 'join', join: 'cross', natural: false, left: select.from, right: copies };
    const from = this.#values.reduce<Source<Resolved>>((left, values, index) => {
      const keys = values.keys.map(({ alias }, part) =>
        binary(columnOf(rows, alias?.name ?? ''), '=', columnOf(values.alias, keyName(part))),
      );
      const on = conjunction([...keys, this.isCopy(index + 1)]);
      const right = { kind: 'derived', query: values.query, alias: identifier(values.alias), lateral: false } as const;
      return { kind: 'join', join: 'left', natural: false, left, right, ...(on && { on }) };
    }, copied);
    const own = this.overFirst({ ...select, from: undefined }, rows);
    return own.kind === 'select' ? { ...own, from } : select;
  }

  private open(entity: MeasuredEntity, aggregation: Aggregation, when: Value): Value {
    const { planning } = this;
    const again = entity.again();
    const source = asSource(again);
    const planned = planExpression(planning, aggregation.call, source);
    if (planned.kind !== 'call') return planned;
    const where = conjunction(aggregation.filters.map((filter) => planExpression(planning, filter, source)));
    const values = planned.arguments.filter(isExpression);
    const orders = (planned.orderBy ?? []).map(({ expression }) => expression);
    const ends = namesIn(aggregation.call).flatMap((name) => again.identityAlong(name));
    const alias = planning.alias(`values_of_${entity.name}`);
    const items = [
      ...again.identity().map((expression, index) => named(expression, keyName(index))),
      ...ends.map((expression, index) => named(expression, `end ${index + 1}`)),
      ...values.map((expression, index) => named(expression, `value ${index + 1}`)),
      ...orders.map((expression, index) => named(expression, `order ${index + 1}`)),
    ];
    const query: Select<Resolved> = {
      ...selectOf<Resolved>(items),
      distinct: true,
      from: again.build(),
      ...(where && { where }),
    };
    const keys = entity.identity().map((expression, index) => named(expression, `${alias} ${keyName(index)}`));
    this.#values.push({ alias, query, keys });
    const isHere = conjunction([when, this.isCopy(this.#values.length)]) ?? when;
    const { orderBy } = planned;
    return {
      ...planned,
      arguments: values.map((value, index) => marked(isHere, columnHolding(alias, `value ${index + 1}`, value))),
      ...(orderBy && {
        orderBy: orderBy.map((item, index) => ({
          ...item,
          expression: columnHolding(alias, `order ${index + 1}`, item.expression),
        })),
      }),
    };
  }

  /** The query with the aggregates of the rows over the first copy of them; one in a sub-query is of the rows where it reads nothing else. */
  private overFirst(query: Query<Resolved>, rows: string, isWithin = false): Query<Resolved> {
    const replace = (node: Value): Value => {
      const isOfRows = !isWithin || isOver(node, [rows]);
      if (isAggregateCall(node) && isOfRows) return isOver(node, this.aliases) ? node : this.ofFirst(node);
      return rewriteChildren(node, rewrite);
    };
    const rewrite = {
      expression: replace,
      query: (inner: Query<Resolved>) => this.overFirst(inner, rows, true),
    };
    return rewriteParts(query, rewrite);
  }

  private ofFirst(call: Call<Resolved>): Value {
    if (!countsRows(call)) return call;
    if (gathersNulls(call)) throw refuseGathering(call);
    const isFirst = this.isCopy(0);
    const rows = call.arguments.map((argument) =>
      marked(isFirst, isExpression(argument) ? argument : constant('integer', '1')),
    );
    return { ...call, arguments: rows };
  }

  private get copies(): string {
    this.#copies ??= this.planning.alias('copies');
    return this.#copies;
  }

  private isCopy(number: number): Value {
    const copy = columnOf(this.copies, COPY, 'integer');
    return binary(copy, '=', constant('integer', String(number)));
  }
}

const COPY = 'copy';

/** Where rows must be passed over, as those that a filter leaves out or that repeat an entity. */
export function refuseGathering({ name, at }: Pick<Call<Written>, 'name' | 'at'>): ServiceError {
  return new ServiceError('plan_unsupported', `${name} cannot leave out rows, as it would have to here`, {
    hint: 'aggregate a SELECT that gives the wanted rows alone, or use GROUP_CONCAT',
    offset: at,
  });
}

/** Whether a value reads columns of these sources. */
function isOver(value: Value, sources: readonly string[]): boolean {
  return referencesIn(value).some(({ source }) => sources.includes(source));
}

function keyName(index: number): string {
  return `key ${index + 1}`;
}

function named(expression: Value, name: string): SelectItem<Resolved> & { readonly expression: Value } {
  return { expression, alias: identifier(name) };
}

function marked(when: Value, then: Value): Value {
  return { kind: 'case', branches: [{ when, then }] };
}
