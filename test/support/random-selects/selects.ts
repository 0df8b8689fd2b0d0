import { bareColumns, type Joined, type NamedSource, type Scope } from './scope';
import { TABLES, type Column } from './tables';
import type { Writer } from './writer';

/** The columns of every random query: two numbers and a string. */
export const OUTPUTS: readonly Column[] = [
  { name: 'x1', type: 'number' },
  { name: 'x2', type: 'number' },
  { name: 'x3', type: 'text' },
];

/** Generates a query with these output columns, in a random form of the grammar. */
export function writeQuery(writer: Writer, outputs: readonly Column[], depth: number): string {
  const { dice } = writer;
  if (depth > 1 && dice.chance(20)) return writeWith(writer, outputs, depth);
  const body = depth > 0 && dice.chance(20) ? writeSet(writer, outputs, depth) : writeSelect(writer, outputs, depth);
  return dice.chance(25) ? `${body} ${writeTail(writer, outputs)}` : body;
}

function writeWith(writer: Writer, outputs: readonly Column[], depth: number): string {
  const { dice } = writer;
  const name = dice.chance(20) ? dice.pick(TABLES).name : writer.alias('w');
  const columns = derivedColumns(writer);
  const inner = dice.chance(30)
    ? `(${columns.map((column) => column.name).join(', ')}) AS (${writeQuery(writer, renamed(columns), depth - 2)})`
    : ` AS (${writeQuery(writer, columns, depth - 2)})`;
  const common = dice.chance(25) ? writeRecursive(writer) : { sql: `WITH ${name}${inner}`, source: { name, columns } };
  writer.common.push(common.source);
  const sql = `${common.sql} ${writeQuery(writer, outputs, Math.min(depth - 1, 1))}`;
  writer.common.pop();
  return sql;
}

function writeRecursive(writer: Writer): { readonly sql: string; readonly source: NamedSource } {
  const name = writer.alias('w');
  const sql = `WITH RECURSIVE ${name} (k) AS (SELECT 1 UNION ALL SELECT ${name}.k + 1 FROM ${name} WHERE ${name}.k < 4)`;
  return { sql, source: { name, columns: [{ name: 'k', type: 'number' }] } };
}

function renamed(columns: readonly Column[]): readonly Column[] {
  return columns.map((column, index) => ({ ...column, name: `y${index + 1}` }));
}

function writeSet(writer: Writer, outputs: readonly Column[], depth: number): string {
  const { dice } = writer;
  const side = (): string =>
    dice.chance(30)
      ? `(${writeQuery(writer, outputs, depth - 1)})`
      : writeSelect(writer, outputs, Math.min(depth - 1, 1));
  const operators = ['UNION', 'UNION ALL', 'EXCEPT', 'INTERSECT', 'UNION DISTINCT'];
  const others = dice.times(dice.int(1, 2), () => `${dice.pick(operators)} ${side()}`);
  return `${side()} ${others.join(' ')}`;
}

/** Generates an order of whole rows, so that LIMIT cuts between different rows. */
function writeTail({ dice }: Writer, outputs: readonly Column[]): string {
  const keys = dice
    .shuffle(outputs)
    .map((column) => (dice.chance(50) ? column.name : String(outputs.indexOf(column) + 1)));
  const order = keys.map((key) => `${key}${dice.pick(['', ' ASC', ' DESC'])}`).join(', ');
  const limit = dice.chance(80) ? ` LIMIT ${dice.int(1, 9)}${dice.chance(40) ? ` OFFSET ${dice.int(0, 3)}` : ''}` : '';
  return `ORDER BY ${order}${limit}`;
}

function writeSelect(writer: Writer, outputs: readonly Column[], depth: number): string {
  const { dice } = writer;
  if (dice.chance(4)) return `SELECT ${constants(outputs)}`;
  const { sql, ...scope } = writeFrom(writer, depth);
  const from = `FROM ${sql}${dice.chance(40) ? ` WHERE ${writer.condition(scope, 2)}` : ''}`;
  if (dice.chance(25)) return writeGrouped(writer, outputs, { scope, from });
  if (dice.chance(20)) return writeWindowed(writer, outputs, { scope, from });
  const items = outputs.map((output) => `${value(writer, scope, output)} AS ${output.name}`);
  return `SELECT ${dice.chance(20) ? 'DISTINCT ' : ''}${items.join(', ')} ${from}`;
}

function constants(outputs: readonly Column[]): string {
  return outputs.map(({ name, type }, index) => `${type === 'number' ? index : "'x'"} AS ${name}`).join(', ');
}

function value(writer: Writer, scope: Scope, { type }: Column): string {
  return type === 'number' ? writer.number(scope, 2) : writer.text(scope, 1);
}

interface Rows {
  readonly scope: Scope;
  readonly from: string;
}

function writeGrouped(writer: Writer, outputs: readonly Column[], { scope, from }: Rows): string {
  const { dice } = writer;
  const isKey = outputs.map(() => dice.chance(40));
  const keys = outputs.map(({ type }) => writer.column(scope, type));
  const items = outputs.map(({ name, type }, index) => {
    const item = isKey[index] === true ? keys[index] : aggregate(writer, scope, type);
    return `${item} AS ${name}`;
  });
  const places = outputs.flatMap((_, index) => (isKey[index] === true ? [index] : []));
  const group = places.map((index) => (dice.chance(30) ? String(index + 1) : keys[index]));
  const rollup = writer.grammar.isMySql && group.length > 0 && dice.chance(20) ? ' WITH ROLLUP' : '';
  const by = group.length === 0 ? '' : ` GROUP BY ${group.join(', ')}${rollup}`;
  const having = dice.chance(30) ? ` HAVING ${aggregate(writer, scope, 'number')} > ${dice.int(0, 2)}` : '';
  return `SELECT ${items.join(', ')} ${from}${by}${having}`;
}

function aggregate(writer: Writer, scope: Scope, type: Column['type']): string {
  const { dice } = writer;
  const number = (): string => writer.number(scope, 1);
  if (type === 'text') {
    return writer.oneOf(
      [() => `${dice.pick(['MIN', 'MAX'])}(${writer.column(scope, 'text')})`],
      [() => `GROUP_CONCAT(DISTINCT ${writer.column(scope, 'text')} ORDER BY 1 DESC SEPARATOR ';')`],
    );
  }
  return writer.oneOf([
    () => 'COUNT(*)',
    () => `COUNT(DISTINCT ${number()})`,
    () => `${dice.pick(['SUM', 'MIN', 'MAX', 'COUNT'])}(${number()})`,
    () => `${dice.pick(['COUNT(*)', `SUM(${number()})`])} FILTER (WHERE ${number()} > ${dice.int(0, 3)})`,
  ]);
}

function writeWindowed(writer: Writer, outputs: readonly Column[], { scope, from }: Rows): string {
  const { dice } = writer;
  const column = (): string => writer.column(scope, 'number');
  const partition = (): string => (dice.chance(60) ? `PARTITION BY ${column()}` : '');
  const order = `ORDER BY ${column()}${dice.chance(30) ? ' DESC' : ''}`;
  const frame = dice.pick(['', ' RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW', ' RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING', ' RANGE UNBOUNDED PRECEDING']); // prettier-ignore
  const call = dice.pick([`SUM(${column()})`, `MAX(${column()})`, 'COUNT(*)', 'RANK()', 'DENSE_RANK()']);
  const [over, window] = writer.dice.chance(40)
    ? [dice.chance(50) ? 'w' : `(w ${order})`, ` WINDOW w AS (${partition()})`]
    : [`(${partition()} ${order}${call.endsWith('K()') ? '' : frame})`, ''];
  const [first, ...others] = outputs;
  const items = others.map((output) => `${value(writer, scope, output)} AS ${output.name}`);
  const windowed = first?.type === 'number' ? `${call.endsWith('K()') && over === 'w' ? 'COUNT(*)' : call} OVER ${over}` : writer.column(scope, 'text'); // prettier-ignore
  return `SELECT ${windowed} AS ${first?.name}${items.map((item) => `, ${item}`).join('')} ${from}${window}`;
}

/** Generates the sources after FROM. */
function writeFrom(writer: Writer, depth: number): Joined {
  const { dice } = writer;
  const count = dice.pick([1, 1, 2, 2, 2, 3]);
  let joined = writeFactor(writer, depth);
  for (let index = 1; index < count; index++) joined = writeJoin(writer, joined, writeFactor(writer, depth));
  if (!dice.chance(12)) return joined;
  const right = !writer.grammar.isMySql && dice.chance(30) ? writeLateral(writer, joined) : writeFactor(writer, depth);
  return { ...together(joined, right), sql: `${joined.sql}, ${right.sql}` };
}

function writeFactor(writer: Writer, depth: number): Joined {
  const { dice } = writer;
  if (dice.chance(10) && depth > 0) {
    const joined = writeJoin(writer, writeFactor(writer, depth - 1), writeFactor(writer, depth - 1));
    return { ...joined, sql: `(${joined.sql})` };
  }
  if (depth > 0 && dice.chance(30)) return writeDerived(writer, depth);
  const common = dice.chance(70) ? dice.find(writer.common) : undefined;
  const table = common ?? dice.pick(TABLES.filter(({ name }) => !writer.common.some((other) => other.name === name)));
  const name = writer.alias('t_');
  return { sql: `${table.name} ${dice.pick(['', 'AS '])}${name}`, ...rowsOf(name, table.columns) };
}

/** Generates a derived table that reads the sources before it. */
function writeLateral(writer: Writer, before: Scope): Joined {
  const name = writer.alias('l');
  const columns: readonly Column[] = [{ name: 'n', type: 'number' }];
  const sql = `LATERAL (SELECT ${writer.number({ ...before, visible: [] }, 1)} AS n) AS ${name}`;
  return { sql, ...rowsOf(name, columns) };
}

function rowsOf(name: string, columns: readonly Column[]): Scope {
  return { sources: [{ name, columns }], visible: columns };
}

/** Returns some of the names that the tables share, and one that they do not. */
function derivedColumns({ dice }: Writer): readonly Column[] {
  const names: readonly Column[] = [
    { name: 'k', type: 'number' },
    { name: 'a', type: 'number' },
    { name: 'c', type: 'number' },
    { name: 's', type: 'text' },
    { name: 'n', type: 'number' },
  ];
  return dice.shuffle(dice.some(names, 1, 3));
}

function writeDerived(writer: Writer, depth: number): Joined {
  const { dice, grammar } = writer;
  const name = writer.alias('d');
  if (dice.chance(25)) {
    const inner = grammar.isPhysical ? writeFrom(writer, depth - 1) : writeFactor(writer, 0);
    if (bareColumns(inner.visible).length === inner.visible.length) {
      return { sql: `(SELECT * FROM ${inner.sql}) AS ${name}`, ...rowsOf(name, inner.visible) };
    }
  }
  if (dice.chance(15)) {
    const inner = writeFrom(writer, depth - 1);
    const source = dice.pick(inner.sources);
    return { sql: `(SELECT ${source.name}.* FROM ${inner.sql}) AS ${name}`, ...rowsOf(name, source.columns) };
  }
  const columns = derivedColumns(writer);
  if (grammar.isMySql || !dice.chance(25)) {
    return { sql: `(${writeQuery(writer, columns, depth - 1)}) AS ${name}`, ...rowsOf(name, columns) };
  }
  const inside = dice.chance(50) ? renamed(columns) : columns.toReversed();
  const list = columns.map((column) => column.name).join(', ');
  const typed = columns.map(({ type }, index) => ({ name: inside[index]?.name ?? '', type }));
  return { sql: `(${writeQuery(writer, typed, depth - 1)}) AS ${name} (${list})`, ...rowsOf(name, columns) };
}

function writeJoin(writer: Writer, left: Joined, right: Joined): Joined {
  const { dice } = writer;
  const both = together(left, right);
  const shared = bareColumns(left.visible).filter(({ name }) => bareColumns(right.visible).some((other) => other.name === name)); // prettier-ignore
  const word = dice.pick(['', '', 'INNER ', 'LEFT ', 'LEFT OUTER ', 'RIGHT ', 'RIGHT OUTER ']);
  const all = left.visible.filter(({ name }) => right.visible.some((other) => other.name === name));
  const isNatural = all.length > 0 && all.length === shared.length;
  if (isNatural && dice.chance(25)) {
    return { ...merged(left, right, all), sql: `${left.sql} NATURAL ${word}JOIN ${right.sql}` };
  }
  if (shared.length > 0 && dice.chance(40)) {
    const using = dice.some(shared, 1, 2);
    const names = using.map(({ name }) => name).join(', ');
    return { ...merged(left, right, using), sql: `${left.sql} ${word}JOIN ${right.sql} USING (${names})` };
  }
  if (dice.chance(12)) return { ...both, sql: `${left.sql} CROSS JOIN ${right.sql}` };
  if (writer.grammar.isMySql && dice.chance(8)) return { ...both, sql: `${left.sql} ${dice.pick(['JOIN', 'STRAIGHT_JOIN'])} ${right.sql}` }; // prettier-ignore
  const on = dice.chance(70)
    ? `${writer.column(within(left, both), 'number')} = ${writer.column(within(right, both), 'number')}`
    : writer.condition(both, 1);
  return { ...both, sql: `${left.sql} ${word}JOIN ${right.sql} ON ${on}` };
}

function together(left: Scope, right: Scope): Scope {
  return { sources: [...left.sources, ...right.sources], visible: [...left.visible, ...right.visible] };
}

function merged(left: Scope, right: Scope, columns: readonly Column[]): Scope {
  const isOther = ({ name }: Column): boolean => !columns.some((column) => column.name === name);
  const visible = [...columns, ...left.visible.filter(isOther), ...right.visible.filter(isOther)];
  return { sources: [...left.sources, ...right.sources], visible };
}

/** Returns the scope of one side of a join, in which only the columns that are unique in both sides need no qualifier. */
function within(side: Scope, both: Scope): Scope {
  const bare = new Set(bareColumns(both.visible));
  return { ...side, visible: side.visible.filter((column) => bare.has(column)) };
}
