import { nameKey, type Expression, type OrderItem, type Query, type Select, type Written } from '../../../model';
import { identifier, isExpression, mapChildren, refer, rewriteChildren, rewriteParts, selectOf } from '../../tree';

type Node = Expression<Written>;
type Qualified = Select<Written> & { readonly qualify: Node };

/**
 * Returns the query of a mapping with a derived table in place of each QUALIFY, for data sources without it: the SELECT with
 * the condition and the sort keys as further columns, and a SELECT of the rows that satisfy the condition. Returns the same
 * query if it contains none.
 */
export function spellOutQualify(query: Query<Written>): Query<Written> {
  const within = rewriteParts(query, { expression: inExpression, query: spellOutQualify });
  if (within.kind === 'set' || within.qualify === undefined) return within;
  return overDerived({ ...within, qualify: within.qualify });
}

function inExpression(node: Node): Node {
  return rewriteChildren(node, { expression: inExpression, query: spellOutQualify });
}

const ALIAS = 'qualified';

function overDerived(select: Qualified): Query<Written> {
  const { with: common, distinct, limit, offset, orderBy, ...inner } = select;
  const named = select.items.map(({ expression, alias }, index) => {
    const column = expression.kind === 'reference' ? expression.reference.parts.at(-1) : undefined;
    return { expression, name: alias ?? column ?? identifier(`column ${index + 1}`) };
  });
  const added = [select.qualify, ...orderBy.map(({ expression }) => expression)].map((expression, index) => ({
    expression: withOutputs(expression, select),
    alias: identifier(`qualify ${index}`),
  }));
  const items = [...named.map(({ expression, name }) => ({ expression, alias: name })), ...added];
  const sorts = orderBy.map((item, index): OrderItem<Written> => ({
    ...item,
    expression: placeOf(item, named.map(({ name }) => name.name)) ?? refer(`qualify ${index + 1}`),
  })); // prettier-ignore
  return {
    ...selectOf<Written>(named.map(({ name }) => ({ expression: refer(name.name), alias: name }))),
    distinct,
    from: {
      kind: 'derived',
      query: { ...inner, items, qualify: undefined, distinct: false, orderBy: [] },
      alias: identifier(ALIAS),
      lateral: false,
    },
    where: refer('qualify 0'),
    orderBy: sorts,
    ...(common && { with: common }),
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
  };
}

/** Returns an item of ORDER BY that names an output column, or its position, unchanged. */
function placeOf({ expression }: OrderItem<Written>, names: readonly string[]): Node | undefined {
  if (expression.kind === 'literal') return expression;
  const [name, ...others] = expression.kind === 'reference' ? expression.reference.parts : [];
  return name !== undefined && others.length === 0 && names.some((known) => nameKey(known) === nameKey(name.name))
    ? refer(name.name)
    : undefined;
}

/** Replaces the names of output columns by their expressions, as a clause after SELECT reads them. */
function withOutputs(node: Node, select: Select<Written>): Node {
  if (node.kind === 'literal') return node;
  if (node.kind === 'reference') {
    const [name, ...others] = node.reference.parts;
    const item = select.items.find(({ alias }) => alias && nameKey(alias.name) === nameKey(name?.name ?? ''));
    return item === undefined || others.length > 0 || !isExpression(item.expression) ? node : item.expression;
  }
  return mapChildren<Written, Written>(node, {
    expression: (child) => withOutputs(child, select),
    query: (query) => query,
  });
}
