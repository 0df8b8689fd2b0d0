import { ServiceError } from '../../../errors';
import { nameKey, type CommonTable, type Query, type SetOperation, type With, type Written } from '../../../model';
import { call, mapItems, mapOrderItem, refer } from '../../tree';
import { planCondition } from '../entities/plan-condition';
import { guardRows, CallerMasks } from '../../rights';
import { renamed, type Surroundings } from './open-source';
import {
  explainWaiting,
  type Nesting,
  refuseLongTimes,
  sharedType,
  typeOf,
  type Plan,
  type PlannedColumn,
  type PlannedQuery,
  type Resolved,
  type ValueType,
} from '../../values';
import { planQualified } from './plan-qualified';
import { itemAt, planSelect, slice } from './plan-select';
import { Planning, type PlanContext } from '../scope/planning';
import { planExpression, resolveExpression } from '../scope/resolve-expression';
import { ColumnSource, Scope, type CommonSource } from '../scope/scope';

/**
 * Resolves every name of the statement against the ontology for the caller: checks rights and applies masks. With
 * `nesting`, the plan may return fewer rows that nest into the same result. Throws plan_* (400, 404, 422) and
 * auth_forbidden, with the offset of the error.
 */
export function planStatement(context: PlanContext, query: Query<Written>, nesting?: Nesting): Plan {
  const planning = openPlanning(context);
  const planned = explainWaiting(context.ontology, () =>
    planWithin({ planning, outer: undefined, common: new Map(), nesting }, query, true),
  );
  if (planning.readsLongTimes && !planning.traits.hasLongTimes) refuseLongTimes(planned.query);
  return {
    query: guardRows(planned.query, planning.hidden, planning.traits),
    columns: planned.columns.map((column) => ({ name: column.name, type: outputType(column.type) })),
    isPage: planned.isPage === true,
    dataSource: planning.dataSource,
    systemTables: planning.systemTables,
    mappings: planning.mappings,
    isFiltered: planning.isFiltered,
  };
}

/** Returns the state for planning a statement, or a part of the model that is compiled separately. */
export function openPlanning(context: PlanContext): Planning {
  const masks = new CallerMasks(context.ontology, context.caller, context.maskColumns);
  return new Planning(context, masks, { planQuery, planCondition, planExpression });
}

function outputType(type: ValueType): Plan['columns'][number]['type'] {
  if (type === 'truth') return 'integer';
  return type === 'null' || type === 'binary' ? 'unknown' : type;
}

function planQuery(planning: Planning, query: Query<Written>, outer: Scope | undefined): PlannedQuery {
  return planWithin({ planning, outer, common: new Map() }, query, false);
}

function planWithin(around: Surroundings, query: Query<Written>, outermost: boolean): PlannedQuery {
  if (query.with === undefined) return planBody(around, query, outermost);
  const common = new Map(around.common);
  const tables = query.with.tables.map((table) => planCommon({ ...around, common }, table, query.with));
  const within = { ...around, common };
  const planned = planBody(within, { ...query, with: undefined }, outermost);
  return { ...planned, query: { ...planned.query, with: { recursive: query.with.recursive, tables } } };
}

function planBody(around: Surroundings, query: Query<Written>, outermost: boolean): PlannedQuery {
  if (query.kind === 'set') return planSetOperation(around, query, () => undefined);
  const { qualify } = query;
  return qualify === undefined
    ? planSelect(around, query, outermost)
    : planQualified(around, { ...query, qualify }, outermost);
}

/** Plans one table of WITH. The following tables can read it and, if WITH is recursive, so can the table itself. */
function planCommon(
  around: Surroundings & { readonly common: Map<string, CommonSource> },
  table: CommonTable<Written>,
  clause: With<Written> | undefined,
): CommonTable<Resolved> {
  const { planning } = around;
  const alias = planning.alias(table.name.name);
  const names = table.columns?.map((column) => column.name);
  const publish = (columns: readonly PlannedColumn[]): void => {
    around.common.set(nameKey(table.name.name), {
      alias,
      columns: columns.map((column, index) => ({ ...column, name: names?.[index] ?? column.name })),
    });
  };
  const planned =
    clause?.recursive === true && table.query.kind === 'set' && table.query.with === undefined
      ? planSetOperation(around, table.query, publish)
      : planWithin(around, table.query, false);
  publish(planned.columns);
  return { name: { name: alias }, query: renamed(planned, table.columns).query };
}

/**
 * Plans a set operation. `onLeft` receives the columns of the left side before the right side is planned, for a
 * recursive table that reads itself.
 */
function planSetOperation(
  around: Surroundings,
  query: SetOperation<Written>,
  onLeft: (columns: readonly PlannedColumn[]) => void,
): PlannedQuery {
  const left = planWithin(around, query.left, false);
  onLeft(left.columns);
  const right = planWithin(around, query.right, false);
  if (left.columns.length !== right.columns.length) {
    throw new ServiceError(
      'plan_invalid',
      `${query.operator.toUpperCase()} joins ${left.columns.length} columns with ${right.columns.length}`,
      { offset: query.at },
    );
  }
  const columns = left.columns.map((column, index) => ({
    name: column.name,
    type: sharedType([column.type, right.columns[index]?.type ?? 'null']),
    scale: column.scale === right.columns[index]?.scale ? column.scale : undefined,
  }));
  const isText = columns.map(({ type }) => type === 'string');
  const outputs = new Scope([new ColumnSource('', '', columns)], undefined, new Map());
  const orderBy = query.orderBy.map((item) => {
    const column = itemAt(item.expression, columns);
    const expression = column === undefined ? item.expression : refer(column.name);
    return mapOrderItem<Written, Resolved>(
      { ...item, expression },
      {
        expression: (node) => resolveExpression(around.planning, outputs, node),
        query: (node) => planQuery(around.planning, node, outputs).query,
      },
    );
  });
  const { operator, all } = query;
  return {
    columns,
    query: {
      kind: 'set',
      operator,
      all,
      left: withTexts(left, isText),
      right: withTexts(right, isText),
      orderBy,
      ...slice(query),
    },
  };
}

/**
 * Returns the query with the marked columns converted to strings. Returns the query unchanged if they are strings in
 * all arms.
 */
function withTexts({ query, columns }: PlannedQuery, isText: readonly boolean[]): Query<Resolved> {
  if (columns.every(({ type }, index) => isText[index] !== true || isTextOrNull(type))) return query;
  return mapItems(query, (item, index) => {
    return isText[index] !== true || isTextOrNull(typeOf(item)) ? item : call('CONCAT', item);
  });
}

function isTextOrNull(type: ValueType): boolean {
  return type === 'string' || type === 'null';
}
