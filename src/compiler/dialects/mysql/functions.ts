import type { OrderItem } from '../../../model';
import { typeOf, type Resolved } from '../../values';
import { constant, isExpression } from '../../tree';
import { type Call, type EmitChild, type Fragment, join, sql } from '../../emit';

type Writer = (values: readonly Fragment[], node: Call, emit: EmitChild) => Fragment;

/** The server counts fractions of a second too, as many digits as a column has: whole seconds are alike everywhere. */
const wholeSeconds: Writer = (values, { name }) => sql`FLOOR(${name}(${join(values, ', ')}))`;

const WRITERS: Readonly<Partial<Record<string, Writer>>> = {
  GROUP_CONCAT: ordered,
  JSON_ARRAYAGG: (values, node, emit) => ordered(numbersOf(values, node), node, emit),
  JSON_OBJECTAGG: (values, node) => sql`JSON_OBJECTAGG(${join(numbersOf(values, node), ', ')})`,
  UNIX_TIMESTAMP: wholeSeconds,
  TIME_TO_SEC: wholeSeconds,
  TIME: ([value = []], { arguments: [node] }) =>
    node && isExpression(node) && typeOf(node) === 'string' ? sql`CAST(${value} AS TIME(6))` : sql`TIME(${value})`,
  SEC_TO_TIME: ([seconds = []]) => sql`CAST(SEC_TO_TIME(CAST(${seconds} AS SIGNED)) AS CHAR)`,
};

/** A call that is not the plain form on servers of the MySQL family; undefined where it is. */
export function emitMySqlCall(node: Call, emit: EmitChild): Fragment | undefined {
  return WRITERS[node.name]?.(
    node.arguments.filter((argument) => isExpression(argument)).map((argument) => emit.value(argument)),
    node,
    emit,
  );
}

/** MySQL has no NULLS LAST. */
export function orderItem(item: OrderItem<Resolved>, value: Fragment): Fragment {
  const sorted = item.descending ? sql`${value} DESC` : value;
  return item.nulls === 'last' ? sql`${value} IS NULL, ${sorted}` : sorted;
}

/** MariaDB writes a condition into JSON as true or false. A boolean property is 1 or 0 there, also where it is read by a condition. */
function numbersOf(values: readonly Fragment[], { arguments: nodes }: Call): readonly Fragment[] {
  const types = nodes.filter(isExpression).map(typeOf);
  return values.map((value, index) => (types[index] === 'boolean' ? sql`(${value} + 0)` : value));
}

/** An aggregate with DISTINCT, an order and a separator. */
function ordered(values: readonly Fragment[], node: Call, emit: EmitChild): Fragment {
  const items = (node.orderBy ?? []).map((item) => orderItem(item, emit.value(item.expression)));
  const order = items.length === 0 ? [] : sql` ORDER BY ${join(items, ', ')}`;
  const separator =
    node.separator === undefined ? [] : sql` SEPARATOR ${emit.value(constant('string', node.separator))}`;
  return sql`${node.name}(${node.distinct ? 'DISTINCT ' : ''}${join(values, ', ')}${order}${separator})`;
}
