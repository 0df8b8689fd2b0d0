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

/** Aggregates whose result does not depend on repeated rows. */
const IDEMPOTENT: ReadonlySet<string> = new Set(['MIN', 'MAX', 'BIT_AND', 'BIT_OR']);
/** Aggregates that include NULLs, so that a row cannot be excluded by replacing its value with NULL. */
const GATHERING_NULLS: ReadonlySet<string> = new Set(['JSON_ARRAYAGG', 'JSON_OBJECTAGG']);

/** An aggregate along paths, and the conditions on the ends of those paths. */
interface Aggregation {
  readonly call: Call<Written>;
  readonly filters: readonly Expression<Written>[];
}

/** The distinct values of each entity along paths, as a table that is joined to one copy of the rows. */
interface Values {
  readonly alias: string;
  readonly query: Select<Resolved>;
  /** The identity of a row's entity, under the names of the row's columns. */
  readonly keys: readonly (SelectItem<Resolved> & { readonly expression: Value })[];
}

/** Reports whether the value of an aggregate depends on repeated rows. */
export function countsRows(node: Value): node is Call<Resolved> {
  return isAggregateCall(node) && !node.distinct && !IDEMPOTENT.has(node.name);
}

/** Reports whether an aggregate cannot skip rows, because it includes the NULL that replaces a skipped row. */
export function gathersNulls({ name, filtered }: Pick<Call<Written>, 'name' | 'filtered'>): boolean {
  return filtered !== true && GATHERING_NULLS.has(name);
}

/**
 * Computes aggregates over to-many paths that cannot be combined from the results of single entities (COUNT(DISTINCT
 * ...), GROUP_CONCAT, ...), in a statement that also has aggregates which count rows. The rows are read once for the
 * statement itself and once for each of these aggregates. The values of an aggregate are joined to its copy only, so
 * that they do not multiply other rows.
 */
export class DistinctAggregates {
  readonly #values: Values[] = [];
  readonly #known = new Map<string, Value>();
  #copies: string | undefined;

  constructor(readonly planning: Planning) {}

  /** The aliases that are joined to the FROM of the statement. */
  get aliases(): readonly string[] {
    return this.#copies === undefined ? [] : [this.#copies, ...this.#values.map(({ alias }) => alias)];
  }

  /** The columns that the rows must return for the joins. */
  get items(): readonly SelectItem<Resolved>[] {
    return this.#values.flatMap(({ keys }) => keys);
  }

  /** Returns the aggregate over the rows for which `when` is true. */
  add(entity: MeasuredEntity, aggregation: Aggregation, when: Value): Value {
    const key = JSON.stringify([entity.name, aggregation, when]);
    const known = this.#known.get(key) ?? this.open(entity, aggregation, when);
    this.#known.set(key, known);
    return known;
  }

  /** Returns the SELECT with the values joined to its rows, whose alias is `rows`. */
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

  /**
   * Restricts the aggregates of a query to the first copy of the rows. An aggregate in a sub-query is restricted if it
   * reads the rows.
   */
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

/** Returns the error for an aggregate that cannot skip the rows that a filter excludes or that repeat an entity. */
export function refuseGathering({ name, at }: Pick<Call<Written>, 'name' | 'at'>): ServiceError {
  return new ServiceError('plan_unsupported', `${name} cannot exclude rows, which is necessary here`, {
    hint: 'aggregate a derived table that returns only the rows to aggregate, or use GROUP_CONCAT',
    offset: at,
  });
}

/** Reports whether a value reads columns of these sources. */
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
