import {
  nameKey,
  type Expression,
  type OrderItem,
  type Query,
  type Reference,
  type Select,
  type SelectItem,
  type Written,
} from '../../model';
import { parsePath, type Path } from '../plan';
import { isExpression, mapChildren } from '../tree';

/** Where the value of one output column goes in a nested row (spec 3, section 5). */
export interface NestedColumn {
  /** The steps `rel` of its path, outermost first; none for a column of the entity itself. */
  readonly steps: readonly string[];
  /** Its key in the object at the end of the steps; undefined for an identity that only tells objects apart. */
  readonly key: string | undefined;
  /** Whether the value is part of the identity of that object. */
  readonly isIdentity: boolean;
  /** Collected into an array of its distinct values. */
  readonly isMultiValue: boolean;
}

/** A statement whose flat rows can be grouped into nested ones: ordered so that the rows of an entity stand together. */
export interface NestedStatement {
  readonly query: Query<Written>;
  /** What a name of the flat result means; names that the statement did not ask for carry identities. */
  readonly describe: (names: readonly string[]) => readonly NestedColumn[];
}

/** The table that a statement reads: a view has just its listed `columns`, a concept any path. */
export interface NestingSource {
  readonly columns?: readonly string[];
  readonly isMultiValue: (property: string) => boolean;
}

const IDENTITY = ['entity_type', 'entity_id'] as const;

/**
 * The flat statement behind `nested=true`, or undefined where the flag changes nothing: no entity, no paths, grouping.
 * Adds the identities of the entity and of every path prefix, and an order by entity: by an order over a path each
 * entity stands where its first row would.
 */
export function nestStatement(query: Query<Written>, source: NestingSource): NestedStatement | undefined {
  if (query.kind !== 'select' || !readsEntities(query)) return undefined;
  const listed = source.columns && new Set(source.columns.map(nameKey));
  const isThere = (name: string): boolean => listed?.has(nameKey(name)) ?? true;
  const identity = IDENTITY.filter(isThere);
  const star = query.items.some((item) => !isExpression(item.expression));
  const paths = collectPaths(query, source, star);
  if (paths.length === 0 || !identity.includes('entity_id')) return undefined;
  const asked = new Set(query.items.flatMap(namesOf));
  const shown = paths.filter((path) => !asked.has(nameKey(path)));
  const hidden = [...identity, ...identitiesOf(paths)].filter((name) => isThere(name) && !asked.has(nameKey(name)));
  const added = [...shown, ...hidden].filter((name) => !star || (listed === undefined && !isIdentity(name)));
  const visible = new Set([...asked, ...[...paths, ...(star ? (source.columns ?? []) : [])].map(nameKey)]);
  return {
    query: {
      ...query,
      items: [...query.items, ...added.map(item)],
      orderBy: orderByEntity(query, identity),
      limit: undefined,
      offset: undefined,
    },
    describe: (names) =>
      names.map((name) =>
        describeColumn(name, source, visible.has(nameKey(name)) || (star && parsePath(name) === undefined)),
      ),
  };
}

function orderByEntity(query: Select<Written>, identity: readonly string[]): readonly OrderItem<Written>[] {
  return [
    ...query.orderBy.map((order) => byEntity(order, identity)),
    ...identity.map((name) => ascending(refer(name))),
    ...query.orderBy.filter(isOverPath),
  ];
}

/** The identities at the end of every prefix of the paths. */
function identitiesOf(paths: readonly string[]): readonly string[] {
  const prefixes = new Set(paths.flatMap((path) => prefixesOf(parsePath(path))));
  return [...prefixes].flatMap((prefix) => IDENTITY.map((column) => `${prefix}.${column}`));
}

function readsEntities(query: Select<Written>): boolean {
  return (
    query.from?.kind === 'table' &&
    !query.distinct &&
    query.groupBy.length === 0 &&
    query.having === undefined &&
    query.with === undefined
  );
}

function isIdentity(name: string): boolean {
  return (IDENTITY as readonly string[]).includes(name);
}

/** The paths and multi-values of the statement in order of first use: SELECT, WHERE, ORDER BY; for the star of a view also those it lists. */
function collectPaths(query: Select<Written>, source: NestingSource, star: boolean): readonly string[] {
  const paths = new Map<string, string>();
  const note = (name: string): void => {
    const isNested = parsePath(name) !== undefined || source.isMultiValue(name);
    if (isNested && !paths.has(nameKey(name))) paths.set(nameKey(name), name);
  };
  for (const { expression, alias } of query.items) {
    if (alias === undefined && isExpression(expression) && expression.kind === 'reference')
      collectNames(expression, note);
  }
  if (query.where !== undefined) collectNames(query.where, note);
  for (const order of query.orderBy) collectNames(order.expression, note);
  if (star) source.columns?.forEach(note);
  return [...paths.values()];
}

/** The names of an expression; those of its sub-queries belong to other tables. */
function collectNames(expression: Expression<Written>, note: (name: string) => void): void {
  if (expression.kind === 'literal') return;
  if (expression.kind === 'reference') {
    note(expression.reference.parts.at(-1)?.name ?? '');
    return;
  }
  mapChildren<Written, Written>(expression, {
    expression: (child) => {
      collectNames(child, note);
      return child;
    },
    query: (query) => query,
  });
}

function prefixesOf(path: Path | undefined): readonly string[] {
  const steps = (path?.hops ?? []).map(
    (hop) => `${hop.relationship}[${hop.concept}${hop.steps === undefined ? '' : `*${hop.steps}`}]`,
  );
  return steps.map((_, index) => steps.slice(0, index + 1).join('.'));
}

function namesOf(written: SelectItem<Written>): readonly string[] {
  if (written.alias !== undefined) return [nameKey(written.alias.name)];
  const { expression } = written;
  return isExpression(expression) && expression.kind === 'reference'
    ? [nameKey(expression.reference.parts.at(-1)?.name ?? '')]
    : [];
}

function item(name: string): SelectItem<Written> {
  return { expression: refer(name) };
}

function refer(name: string): Reference<Written> {
  return { kind: 'reference', reference: { parts: [{ name }] } };
}

function ascending(expression: Expression<Written>): OrderItem<Written> {
  return { expression, descending: false };
}

function isOverPath({ expression }: OrderItem<Written>): boolean {
  return expression.kind === 'reference' && parsePath(expression.reference.parts.at(-1)?.name ?? '') !== undefined;
}

function byEntity(order: OrderItem<Written>, identity: readonly string[]): OrderItem<Written> {
  if (!isOverPath(order)) return order;
  const over = { partitionBy: identity.map(refer), orderBy: [] };
  return {
    ...order,
    expression: {
      kind: 'call',
      name: order.descending ? 'MAX' : 'MIN',
      arguments: [order.expression],
      distinct: false,
      over,
    },
  };
}

function describeColumn(name: string, source: NestingSource, isVisible: boolean): NestedColumn {
  const path = parsePath(name);
  const property = path?.property ?? name;
  const ofLink = path?.ofLink === true;
  return {
    steps: path?.hops.map((hop) => hop.relationship) ?? [],
    key: isVisible ? property : undefined,
    isIdentity: isIdentity(property) && !ofLink,
    isMultiValue: source.isMultiValue(property) && !ofLink,
  };
}
