import type { DialectName, Expression, JoinKind, Query, SetOperation, Source, Written } from '../../../src/model';

type ExpressionKind = Expression<Written>['kind'];
type SourceKind = Exclude<Source<Written>['kind'], 'join'>;
type Operator = SetOperation<Written>['operator'];

/** The forms that all engines interpret as the language does, and those that only MySQL's family or only the others do. */
interface Forms {
  readonly all: readonly string[];
  readonly mysql: readonly string[];
  readonly duckdb: readonly string[];
}

/** Every kind of node of the grammar, by the engines for which it is generated. A new kind must be added here. */
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

/** The optional parts of nodes. Frames of ROWS are not generated, because rows of equal keys have no order. */
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

/** Returns the forms that random SELECTs for an engine must contain. */
export function wantedForms(dialect: DialectName): readonly string[] {
  const engine = dialect === 'mysql' ? 'mysql' : 'duckdb';
  const kinds = Object.entries({ ...EXPRESSIONS, ...SOURCES }).filter(
    ([, where]) => where === 'all' || where === engine,
  );
  const joins = Object.entries(JOINS).flatMap(([kind, conditions]) => conditions.map((on) => `join ${kind} ${on}`));
  const sets = Object.entries(SET_OPERATIONS).flatMap(([operator, alls]) => alls.map((all) => `set ${operator}${all}`));
  return [...kinds.map(([kind]) => kind), ...joins, ...sets, ...PARTS.all, ...PARTS[engine]];
}

/** Returns the forms that a query contains. */
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

/** Parts of nodes without a kind, which are recognized by a field that they always have. */
const PARTS_WITHOUT_KIND: readonly (readonly [string, string])[] = [
  ['recursive', 'with'],
  ['partitionBy', 'window'],
  ['descending', 'order'],
  ['unit', 'frame'],
  ['expression', 'item'],
  ['query', 'common'],
];

/** Returns the name of a node in the census. */
export function kindOf(node: Node): string {
  if (typeof node.kind === 'string') return node.kind;
  return PARTS_WITHOUT_KIND.find(([field]) => field in node)?.[1] ?? 'name';
}

/** Returns whether an optional part is present. */
export function isSet(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
}
