import type { Expression, JoinKind, Query, SetOperation, Source, Written } from '../../../src/model';

type ExpressionKind = Expression<Written>['kind'];
type SourceKind = Exclude<Source<Written>['kind'], 'join'>;
type Operator = SetOperation<Written>['operator'];

/** All: what both engines write and read alike. The others: what MySQL's family alone, or DuckDB alone, reads as the language does. */
interface Forms {
  readonly all: readonly string[];
  readonly mysql: readonly string[];
  readonly duckdb: readonly string[];
}

/** Every kind of node of the grammar, by the engines over which it is generated: a new kind has to be added here. */
const EXPRESSIONS: Readonly<Record<ExpressionKind, keyof Forms>> = {
  literal: 'all',
  reference: 'all',
  unary: 'all',
  binary: 'all',
  is: 'all',
  between: 'all',
  'in-list': 'all',
  'in-query': 'all',
  like: 'all',
  regexp: 'mysql',
  exists: 'all',
  quantified: 'all',
  'scalar-query': 'all',
  row: 'all',
  case: 'all',
  cast: 'mysql',
  transcode: 'mysql',
  collate: 'mysql',
  interval: 'all',
  extract: 'all',
  trim: 'all',
  call: 'all',
};
const SOURCES: Readonly<Record<SourceKind, keyof Forms>> = { table: 'all', derived: 'all' };
const JOINS: Readonly<Record<JoinKind, readonly string[]>> = {
  inner: ['on', 'using', 'natural'],
  left: ['on', 'using', 'natural'],
  right: ['on', 'using', 'natural'],
  cross: ['alone'],
};
const SET_OPERATIONS: Readonly<Record<Operator, readonly string[]>> = {
  union: ['', ' all'],
  except: [''],
  intersect: [''],
};

/** What may stand in a node or be missing. Frames of ROWS are not generated: rows of equal keys come in any order. */
const PARTS: Forms = {
  all: [
    ...['select.distinct', 'select.where', 'select.groupBy', 'select.having', 'select.windows', 'select.with'],
    ...['select.orderBy', 'select.limit', 'select.offset', 'set.with', 'set.orderBy', 'set.limit', 'set.offset'],
    ...['with.recursive', 'common.columns', 'item.alias', 'item.text', 'star', 'star.qualifier', 'order.descending'],
    ...['table.alias', 'call.distinct', 'call.over', 'window.partitionBy', 'window.orderBy', 'window.base'],
    ...['window.frame', 'frame.end', 'like.escape', 'like.negated', 'case.operand', 'case.otherwise', 'trim.remove'],
    ...['is.negated', 'between.negated', 'in-list.negated', 'in-query.negated'],
  ],
  mysql: ['select.rollup', 'call.orderBy', 'call.separator', 'regexp.negated'],
  duckdb: ['derived.columns', 'derived.lateral'],
};

/** The forms that random SELECTs for an engine must hold. */
export function wantedForms(engine: 'mysql' | 'duckdb'): readonly string[] {
  const kinds = Object.entries({ ...EXPRESSIONS, ...SOURCES }).filter(
    ([, where]) => where === 'all' || where === engine,
  );
  const joins = Object.entries(JOINS).flatMap(([kind, conditions]) => conditions.map((on) => `join ${kind} ${on}`));
  const sets = Object.entries(SET_OPERATIONS).flatMap(([operator, alls]) => alls.map((all) => `set ${operator}${all}`));
  return [...kinds.map(([kind]) => kind), ...joins, ...sets, ...PARTS.all, ...PARTS[engine]];
}

/** The forms that a query holds. */
export function formsOf(query: Query<Written>): ReadonlySet<string> {
  const forms = new Set<string>();
  visit(query, forms);
  return forms;
}

export type Node = Readonly<Record<string, unknown>>;

function visit(value: unknown, forms: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) visit(item, forms);
  else if (value !== null && typeof value === 'object') {
    const node = value as Node;
    addForms(node, forms);
    for (const child of Object.values(node)) visit(child, forms);
  }
}

function addForms(node: Node, forms: Set<string>): void {
  const kind = kindOf(node);
  forms.add(kind);
  for (const [field, value] of Object.entries(node)) if (isSet(value)) forms.add(`${kind}.${field}`);
  if (kind === 'set') forms.add(`set ${String(node.operator)}${node.all === true ? ' all' : ''}`);
  if (kind === 'join') {
    const condition = node.natural === true ? 'natural' : node.using !== undefined ? 'using' : node.on !== undefined ? 'on' : 'alone'; // prettier-ignore
    forms.add(`join ${String(node.join)} ${condition}`);
  }
}

/** Parts of nodes have no kind of their own: they are told by what they always hold. */
const PARTS_WITHOUT_KIND: readonly (readonly [string, string])[] = [
  ['recursive', 'with'],
  ['partitionBy', 'window'],
  ['descending', 'order'],
  ['unit', 'frame'],
  ['expression', 'item'],
  ['query', 'common'],
];

/** What a node is called in the census. */
export function kindOf(node: Node): string {
  if (typeof node.kind === 'string') return node.kind;
  return PARTS_WITHOUT_KIND.find(([field]) => field in node)?.[1] ?? 'name';
}

/** Whether something stands in a place that may be empty. */
export function isSet(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
}
