import { ServiceError } from '../../../errors';
import { identifier, refer } from '../../tree';
import {
  type Expression,
  type Identifier,
  type JoinSource,
  type Query,
  type Select,
  type Source,
  type TableSource,
  type Written,
  type View,
  type WrittenTable,
} from '../../../model';
import { ConceptSource } from '../entities/concept-source';
import { refuseMeasures } from '../scope/find-measures';
import { type PlannedQuery, type Resolved, type SystemTable, type Nesting, asCondition } from '../../values';
import type { Planning, SchemaKind } from '../scope/planning';
import { locate } from '../scope/locate';
import { equalColumns, hide, mergedColumns } from '../scope/merged-columns';
import { resolveExpression } from '../scope/resolve-expression';
import { ColumnSource, ItemSource, Scope, type CommonSource, type NamedSource } from '../scope/scope';
import { getView, planView } from './plan-view';
import { resolveItems } from './select-items';

/** A source of FROM that resolves names and is built after all of them are resolved. */
export interface OpenSource {
  readonly named: readonly NamedSource[];
  readonly build: () => Source<Resolved>;
  /** For a cube, which is the only source of its FROM: the sources and the condition that it reads. */
  readonly cube?: {
    readonly sources: readonly NamedSource[];
    readonly where: Expression<Resolved> | undefined;
    readonly at: number | undefined;
  };
}

/** The context of a FROM: the enclosing scope, and the common tables that it can read. */
export interface Surroundings {
  readonly planning: Planning;
  readonly outer: Scope | undefined;
  readonly common: ReadonlyMap<string, CommonSource>;
  /** For the outermost statement: how its rows are nested. */
  readonly nesting?: Nesting | undefined;
}

/**
 * Opens a FROM: concepts, views, common tables, derived tables and joins of them. `before` contains the sources to its
 * left, which LATERAL can read.
 */
export function openSource(around: Surroundings, source: Source<Written>, before: readonly NamedSource[]): OpenSource {
  switch (source.kind) {
    case 'table':
      return openTable(around, source);
    case 'derived': {
      const outer = source.lateral ? new Scope(before, around.outer, around.common) : withoutSources(around);
      const planned = around.planning.stages.planQuery(around.planning, source.query, outer);
      return openDerived(around.planning, renamed(planned, source.columns), {
        name: source.alias.name,
        lateral: source.lateral,
      });
    }
    case 'join':
      return openJoin(around, source, before);
  }
}

function withoutSources(around: Surroundings): Scope {
  return new Scope([], around.outer, around.common);
}

function openTable(around: Surroundings, source: TableSource<Written>): OpenSource {
  const { planning } = around;
  const { schema, table } = splitName(source.table);
  const common = schema === undefined ? withoutSources(around).findCommon(table) : undefined;
  if (common !== undefined) return openCommon(planning, source.alias?.name ?? table, common);
  const opened = locate(source.table.at, () => openNamed(around, source, { schema, table }));
  return { ...opened, build: () => locate(source.table.at, opened.build) };
}

interface TableName {
  readonly schema: string | undefined;
  readonly table: string;
}

function openNamed(around: Surroundings, source: TableSource<Written>, { schema, table }: TableName): OpenSource {
  const { planning } = around;
  const kind: SchemaKind = schema === undefined ? 'dsvc' : planning.schemaKind(schema);
  const system = kind === 'svc' ? planning.context.findSystemTable?.(table) : undefined;
  if (system !== undefined) return openSystemTable(planning, system, source.alias?.name);
  planning.requireQuery(kind);
  if (kind === 'vsvc') return openView(around, table, source);
  const concept = planning.concept(table);
  const name = source.alias?.name ?? concept.name;
  const opened = new ConceptSource(planning, concept, {
    name,
    alias: planning.alias(name),
    schema: kind,
    hasAlias: source.alias !== undefined,
    raw: planning.isInsideCondition,
  });
  return { named: [opened], build: () => opened.build() };
}

function splitName(table: WrittenTable): TableName {
  const [first, second, ...others] = table.parts.map((part) => part.name);
  if (others.length > 0) {
    throw new ServiceError(
      'plan_unknown_table',
      `there is no table "${table.parts.map((part) => part.name).join('.')}"`,
      { offset: table.at },
    );
  }
  return second === undefined ? { schema: undefined, table: first ?? '' } : { schema: first, table: second };
}

function openSystemTable(planning: Planning, table: SystemTable, as: string | undefined): OpenSource {
  planning.useSystemTable(table.name);
  const alias = planning.alias(as ?? table.name);
  const schema = as === undefined ? planning.schemaName('svc') : undefined;
  return {
    named: [new ColumnSource(as ?? table.name, alias, table.columns, schema)],
    build: () => ({ kind: 'table', table: { kind: 'physical', parts: [table.name] }, alias: identifier(alias) }),
  };
}

function openCommon(planning: Planning, name: string, common: CommonSource): OpenSource {
  const alias = planning.alias(name);
  return {
    named: [new ColumnSource(name, alias, common.columns)],
    build: () => ({ kind: 'table', table: { kind: 'common', name: common.alias }, alias: identifier(alias) }),
  };
}

function openView({ planning, nesting }: Surroundings, name: string, source: TableSource<Written>): OpenSource {
  const view = withColumns(getView(planning, name), nesting?.identities ?? []);
  if (view.isCube) return openCube(planning, view, source);
  const alias = source.alias?.name;
  const planned = planView(planning, view);
  if (alias !== undefined) return openDerived(planning, planned, { name: alias, lateral: false });
  return openDerived(planning, planned, { name: view.name, lateral: false, schema: planning.schemaName('vsvc') });
}

/** Returns the view with additional columns, by names that its statement can read. */
function withColumns(view: View, names: readonly string[]): View {
  const { query } = view;
  if (query.kind === 'set' || names.length === 0) return view;
  const more = names.map((name) => ({ expression: refer(name) }));
  return { ...view, query: { ...query, items: [...query.items, ...more] } };
}

/**
 * Opens a cube: its FROM and WHERE. The columns that a statement reads are the grouping, and measures are computed over
 * it (docs/language.md).
 */
function openCube(planning: Planning, cube: View, { alias, table }: TableSource<Written>): OpenSource {
  const { query } = cube;
  if (query.kind !== 'select' || query.from === undefined || !isUngrouped(query)) {
    throw new ServiceError(
      'plan_invalid',
      `the cube "${cube.name}" is not a SELECT of concepts with no clause but WHERE`,
    );
  }
  const { from } = query;
  const around = { planning, outer: undefined, common: new Map<string, CommonSource>() };
  return planning.insideView(cube.name, () => {
    const opened = openSource(around, from, []);
    const scope = new Scope(opened.named, undefined, new Map());
    const columns = resolveItems(planning, scope, query);
    const schema = alias === undefined ? planning.schemaName('vsvc') : undefined;
    const where = query.where && resolveExpression(planning, scope, query.where);
    return {
      named: [new ItemSource(alias?.name ?? cube.name, columns, schema)],
      build: opened.build,
      cube: { sources: opened.named, where, at: table.at },
    };
  });
}

function isUngrouped(query: Select<Written>): boolean {
  const { groupBy, having, qualify, limit, offset } = query;
  return groupBy.length === 0 && [having, qualify, limit, offset, query.with].every((clause) => clause === undefined);
}

/** The name of a derived table and, for a view, the schema that may qualify it. */
interface DerivedName {
  readonly name: string;
  readonly lateral: boolean;
  readonly schema?: string;
}

function openDerived(planning: Planning, planned: PlannedQuery, source: DerivedName): OpenSource {
  const { name, schema, lateral } = source;
  const alias = planning.alias(name);
  return {
    named: [new ColumnSource(name, alias, planned.columns, schema)],
    build: () => ({ kind: 'derived', query: planned.query, alias: identifier(alias), lateral }),
  };
}

/** Returns a query with other names for its columns. */
export function renamed(planned: PlannedQuery, columns: readonly Identifier[] | undefined): PlannedQuery {
  if (columns === undefined) return planned;
  const names = columns.map((column) => column.name);
  if (names.length !== planned.columns.length) {
    throw new ServiceError(
      'plan_invalid',
      `the list names ${names.length} columns, the query has ${planned.columns.length}`,
      { offset: columns[0]?.at },
    );
  }
  const known = planned.columns.map((column, index) => ({ ...column, name: names[index] ?? column.name }));
  return { columns: known, query: renameItems(planned, names) };
}

function renameItems({ query, columns }: PlannedQuery, names: readonly string[]): Query<Resolved> {
  const after = new Map(columns.map((column, index) => [column.name, names[index] ?? column.name]));
  const rename = (inner: Query<Resolved>): Query<Resolved> => {
    const orderBy = inner.orderBy.map((item) => ({ ...item, expression: renameOutput(item.expression, after) }));
    if (inner.kind === 'set') return { ...inner, orderBy, left: rename(inner.left) };
    const items = inner.items.map((item, index) => ({ ...item, alias: identifier(names[index] ?? '') }));
    return { ...inner, orderBy, items };
  };
  return rename(query);
}

/** Renames a reference to an output column in ORDER BY. */
function renameOutput(value: Expression<Resolved>, after: ReadonlyMap<string, string>): Expression<Resolved> {
  if (value.kind !== 'reference' || value.reference.source !== '') return value;
  const name = after.get(value.reference.name) ?? value.reference.name;
  return { ...value, reference: { ...value.reference, name } };
}

function openJoin(around: Surroundings, join: JoinSource<Written>, before: readonly NamedSource[]): OpenSource {
  const left = openSource(around, join.left, before);
  const right = openSource(around, join.right, [...before, ...left.named]);
  const cube = left.cube ?? right.cube;
  if (cube !== undefined) {
    throw new ServiceError('plan_unsupported', 'a cube must be the only table of a FROM', {
      hint: 'join it as a derived table: (SELECT ... FROM cube) AS c',
      offset: cube.at,
    });
  }
  const merged = mergedColumns(join, left.named, right.named);
  const on =
    merged.length > 0
      ? equalColumns(merged, left.named, right.named)
      : resolveOn(around, join.on, [...left.named, ...right.named]);
  const keepsRight = join.join === 'right';
  return {
    named: [
      ...(keepsRight ? hide(left.named, merged) : left.named),
      ...(keepsRight ? right.named : hide(right.named, merged)),
    ],
    build: () => ({
      kind: 'join',
      join: on === undefined ? 'cross' : join.join === 'cross' ? 'inner' : join.join,
      natural: false,
      left: left.build(),
      right: right.build(),
      ...(on && { on }),
    }),
  };
}

function resolveOn(
  around: Surroundings,
  on: Expression<Written> | undefined,
  named: readonly NamedSource[],
): Expression<Resolved> | undefined {
  const scope = new Scope(named, around.outer, around.common);
  const condition = on && resolveExpression(around.planning, scope, on);
  refuseMeasures({ value: condition, written: on, find: (name) => scope.find(name) }, 'ON');
  return condition && asCondition(condition);
}
