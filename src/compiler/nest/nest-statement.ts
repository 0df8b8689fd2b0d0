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
import { isExpression, mapExpression } from '../tree';

/** Where the value of one output column goes in a nested row (spec 3, section 5). */
export interface NestedColumn {
  /** The steps `rel` of its path, outermost first; none for a column of the entity itself. */
  readonly steps: readonly string[];
  /** Its key in the object at the end of the steps; undefined for an identity that only tells objects apart. */
  readonly key: string | undefined;
  /** Whether the value is part of the identity of that object. */
  readonly isIdentity: boolean;
}

/** A statement whose flat rows can be grouped into nested ones: ordered so that the rows of an entity stand together. */
export interface NestedStatement {
  readonly query: Query<Written>;
  /** What a name of the flat result means; names that the statement did not ask for carry identities. */
  readonly describe: (names: readonly string[]) => readonly NestedColumn[];
}

const IDENTITY = ['entity_type', 'entity_id'] as const;

/**
 * The flat statement behind `nested=true`, or undefined where the flag changes nothing: no entity, no paths, grouping.
 * Adds the identities of the entity and of every path prefix, and an order by entity: by an order over a path each
 * entity stands where its first row would.
 */
export function nestStatement(query: Query<Written>): NestedStatement | undefined {
  if (query.kind !== 'select' || !readsEntities(query)) return undefined;
  const paths = pathsOf(query);
  if (paths.size === 0) return undefined;
  const prefixes = [...new Set([...paths.values()].flatMap(prefixesOf))];
  const asked = new Set(query.items.flatMap((item) => namesOf(item)));
  const hidden = [...IDENTITY, ...prefixes.flatMap((prefix) => IDENTITY.map((column) => `${prefix}.${column}`))];
  const star = query.items.some((item) => !isExpression(item.expression));
  const added = [...(star ? [...paths.keys()] : []), ...hidden].filter((name) => !asked.has(nameKey(name)));
  const visible = new Set([...asked, ...(star ? [...paths.keys()].map(nameKey) : [])]);
  const items = [...query.items, ...added.filter((name) => !(star && isIdentity(name))).map(item)];
  const orderBy = [
    ...query.orderBy.map(byEntity),
    ...IDENTITY.map((name) => ascending(refer(name))),
    ...query.orderBy.filter(isOverPath),
  ];
  return {
    query: { ...query, items, orderBy, limit: undefined, offset: undefined },
    describe: (names) => names.map((name) => describeColumn(name, (key) => visible.has(key) || (star && !isPath(key)))),
  };
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

/** The paths of the statement by their text, in order of first use: SELECT, WHERE, ORDER BY. */
function pathsOf(query: Select<Written>): ReadonlyMap<string, Path> {
  const paths = new Map<string, Path>();
  const collect = (expression: Expression<Written>): void => {
    mapExpression<Written, Written>(expression, {
      reference: (reference) => {
        const name = reference.parts.at(-1)?.name ?? '';
        const path = parsePath(name);
        if (path !== undefined && ![...paths.keys()].some((known) => nameKey(known) === nameKey(name)))
          paths.set(name, path);
        return { kind: 'reference', reference };
      },
      source: (source) => source,
    });
  };
  for (const { expression, alias } of query.items) {
    if (alias === undefined && isExpression(expression) && expression.kind === 'reference') collect(expression);
  }
  if (query.where !== undefined) collect(query.where);
  for (const order of query.orderBy) collect(order.expression);
  return paths;
}

function prefixesOf(path: Path): readonly string[] {
  const steps = path.hops.map(
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

function isPath(name: string): boolean {
  return parsePath(name) !== undefined;
}

function isOverPath({ expression }: OrderItem<Written>): boolean {
  return expression.kind === 'reference' && isPath(expression.reference.parts.at(-1)?.name ?? '');
}

function byEntity(order: OrderItem<Written>): OrderItem<Written> {
  if (!isOverPath(order)) return order;
  const over = { partitionBy: IDENTITY.map(refer), orderBy: [] };
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

function describeColumn(name: string, isVisible: (key: string) => boolean): NestedColumn {
  const path = parsePath(name);
  const property = path?.property ?? name;
  return {
    steps: path?.hops.map((hop) => hop.relationship) ?? [],
    key: isVisible(nameKey(name)) ? property : undefined,
    isIdentity: isIdentity(property) && path?.ofLink !== true,
  };
}
