import { type Dialect, type Fragment, join, printConstant, sql } from '../../../src/compiler/emit';
import type { Literal } from '../../../src/model';
import { boundValue } from '../../../src/compiler/trace';

const quoteText = (text: string): string => `N'${text.replaceAll("'", "''")}'`;
const constant = (literal: Literal): string =>
  printConstant(literal, { text: quoteText, hex: (digits) => `0x${digits}`, bit: (digits) => `0b${digits}` });
const calls: Readonly<Partial<Record<string, string>>> = { CHAR_LENGTH: 'LEN', IFNULL: 'ISNULL' };

/** SQL with names in brackets, `+` for strings and FETCH for pages. */
export const emitter: Dialect = {
  name: 'toy',
  placeholders: 'positional',
  quoteName: (name) => `[${name.replaceAll(']', ']]')}]`,
  prepare: (query) => query,
  constant,
  bound: (literal) => {
    const { type } = literal;
    return type === 'hex' || type === 'bit' ? [constant(literal)] : [boundValue(literal, type)];
  },
  truthValue: (condition) => sql`IIF(${condition}, 1, 0)`,
  condition: (value) => value,
  binary: ({ operator }, left, right) => sql`${left} ${operator.toUpperCase()} ${right}`,
  cast: (node, emit) => sql`CAST(${emit.bare(node.operand)} AS ${node.type.name.toUpperCase()})`,
  alike: (value) => value,
  exact: (value) => value,
  text: (value) => value,
  byteLength: (value) => sql`ISNULL(DATALENGTH(${value}), 0)`,
  hasRoom: (bytes) => sql`${bytes} < 1000000`,
  number: (value) => value,
  collate: (node, emit) => sql`${emit.value(node.operand)} COLLATE ${node.collation}`,
  transcode: (node, emit) => emit.bare(node.operand),
  interval: (node, emit) => sql`INTERVAL ${emit.value(node.value)} ${node.unit}`,
  addInterval: (date, operator, { unit, value }, emit) =>
    sql`DATEADD(${unit}, ${operator === '-' ? '-' : ''}${emit.value(value)}, ${emit.bare(date)})`,
  extract: (node, emit) => sql`DATEPART(${node.unit}, ${emit.bare(node.operand)})`,
  like: (node, emit) => sql`${emit.value(node.operand)} ${node.negated ? 'NOT ' : ''}LIKE ${emit.value(node.pattern)}`,
  regexp: (node, emit) => sql`REGEXP_LIKE(${emit.bare(node.operand)}, ${emit.bare(node.pattern)})`,
  call: (node, emit): Fragment | undefined => {
    const values = node.arguments.flatMap((argument) =>
      argument.kind === 'star' || argument.kind === 'unit' ? [] : [emit.value(argument)],
    );
    if (node.name === 'CONCAT') return sql`(${join(values, ' + ')})`;
    const name = calls[node.name];
    return name === undefined ? undefined : sql`${name}(${join(values, ', ')})`;
  },
  orderItem: (item, value) => sql`${value}${item.descending ? ' DESC' : ''}`,
  rollup: (keys) => sql`GROUP BY ROLLUP (${keys})`,
  slice: (limit, offset) => {
    if (limit === undefined && offset === undefined) return '';
    return `OFFSET ${offset ?? 0} ROWS${limit === undefined ? '' : ` FETCH NEXT ${limit} ROWS ONLY`}`;
  },
};
