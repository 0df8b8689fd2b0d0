import { call, identifier, isExpression, rebuildQuery } from '../../compiler/tree';
import { nameKey, type Query, type Select, type SelectItem, type Written } from '../../model';

/**
 * Returns a statement on metadata in which a column that is neither grouped nor in an aggregate has one of its values in the group, as in MySQL
 * without ONLY_FULL_GROUP_BY, which clients switch off before such statements.
 */
export function looseGroups(query: Query<Written>): Query<Written> {
  const rebuilt = rebuildQuery<Written, Written>(query, {
    expression: (expression) => expression,
    query: looseGroups,
    source: (source) => source,
  });
  return rebuilt.kind === 'select' && rebuilt.groupBy.length > 0 ? looseItems(rebuilt) : rebuilt;
}

function looseItems(select: Select<Written>): Select<Written> {
  const grouped = new Set(select.groupBy.map((expression) => nameKey(columnName(expression) ?? '')));
  const loose = (item: SelectItem<Written>): SelectItem<Written> => {
    const { expression, alias } = item;
    const name = isExpression(expression) ? columnName(expression) : undefined;
    if (name === undefined || !isExpression(expression) || grouped.has(nameKey(name))) return item;
    if (alias !== undefined && grouped.has(nameKey(alias.name))) return item;
    return { expression: call('MIN', expression), alias: alias ?? identifier(name) };
  };
  return { ...select, items: select.items.map(loose) };
}

/** Returns the name of a column without its table; undefined for any other expression. */
function columnName(expression: Select<Written>['groupBy'][number]): string | undefined {
  return expression.kind === 'reference' ? expression.reference.parts.at(-1)?.name : undefined;
}
