import type { Dice } from './dice';
import type { Draft } from './draft';
import { tableOf } from './draft';
import type { TableDraft } from './tables';
import { printValue, randomLiteral, randomValue, type ColumnType } from './values';

/** A column that a mapping can read, as the mapping writes it. */
export interface ReadColumn {
  readonly value: string;
  readonly type: ColumnType;
}

/** The FROM of a mapping over a table, and the columns that it can read there. */
export interface MappingFrom {
  readonly from: string;
  readonly columnOf: (name: string) => string;
  readonly columns: readonly ReadColumn[];
}

/** Generates a FROM: the table alone, joined along a reference, or as a derived table. */
export function mappingFrom(draft: Draft, table: TableDraft): MappingFrom {
  const { dice } = draft;
  const reference = dice.chance(20) ? dice.find(table.references) : undefined;
  const target = reference && tableOf(draft, reference.table);
  if (reference !== undefined && target !== undefined && target.key.length > 0) {
    const on = reference.columns.map((column, index) => `x.${column} = y.${target.key[index] ?? ''}`).join(' AND ');
    const join = dice.pick(['JOIN', 'LEFT JOIN']);
    const columns = [...readable(table, 'x.'), ...readable(target, 'y.')];
    return { from: `${table.name} x ${join} ${target.name} y ON ${on}`, columnOf: (name) => `x.${name}`, columns };
  }
  if (dice.chance(10)) {
    const all = table.columns.map(({ name }) => `${name} AS ${name}`).join(', ');
    const check = dice.chance(50) ? ` WHERE ${table.key[0] ?? ''} IS NOT NULL` : '';
    const from = `(SELECT ${all} FROM ${table.name}${check}) x`;
    return { from, columnOf: (name) => `x.${name}`, columns: readable(table, 'x.') };
  }
  const alias = dice.chance(30) ? 'x' : '';
  const prefix = alias === '' ? '' : 'x.';
  return {
    from: `${table.name} ${alias}`.trim(),
    columnOf: (name) => `${prefix}${name}`,
    columns: readable(table, prefix),
  };
}

function readable(table: TableDraft, prefix: string): readonly ReadColumn[] {
  return table.columns.map(({ name, type }) => ({ value: `${prefix}${name}`, type }));
}

const WIDER: Readonly<Partial<Record<ColumnType, readonly ColumnType[]>>> = {
  integer: ['smallint'],
  bigint: ['smallint', 'integer'],
};

/** Returns the value of a mapping for a property of this type: a column, an expression that every engine supports, or undefined. */
export function propertyValue(dice: Dice, type: ColumnType, columns: readonly ReadColumn[]): string | undefined {
  const fitting = columns.filter((column) => column.type === type || WIDER[type]?.includes(column.type) === true);
  const column = dice.find(fitting);
  if (column !== undefined && dice.chance(75)) return column.value;
  return dice.chance(30)
    ? expression(dice, type, { column: column?.value, any: dice.find(columns)?.value })
    : undefined;
}

function expression(
  dice: Dice,
  type: ColumnType,
  { column, any = '' }: { readonly column: string | undefined; readonly any: string | undefined },
): string {
  // prettier-ignore
  const constant = constantOf(dice, type);
  if (column === undefined) return dice.chance(60) ? constant : `CASE WHEN ${any} IS NULL THEN ${constant} END`;
  const isNumber = type === 'integer' || type === 'double';
  return dice.pick([
    constant,
    `COALESCE(${column}, ${constant})`,
    `CASE WHEN ${any} IS NULL THEN ${constant} ELSE ${column} END`,
    ...(isNumber ? [`${column} + 1`] : []),
    ...(type === 'boolean' ? [`${any} IS NULL`] : []),
  ]);
}

const NATIVE: Readonly<Partial<Record<ColumnType, string>>> = { decimal: 'DECIMAL(10,2)', double: 'DOUBLE', bigint: 'BIGINT', smallint: 'SMALLINT' }; // prettier-ignore

function constantOf(dice: Dice, type: ColumnType): string {
  const value = randomValue(dice, type);
  if (type === 'date' || type === 'time' || type === 'timestamp') return `${type.toUpperCase()} ${printValue(value)}`;
  return NATIVE[type] === undefined ? printValue(value) : String(value);
}

/** Generates a condition on the rows of a table: on its discriminator, or on other columns. */
export function mappingCondition(dice: Dice, table: TableDraft, { columnOf }: MappingFrom): string {
  const kind = table.columns.find(({ name }) => name === table.kind);
  if (kind !== undefined && dice.chance(75)) {
    const kinds = kind.type === 'string' ? ["'x'", "'y'", "'z'"] : ['1', '2', '3'];
    const column = columnOf(kind.name);
    const [one, two] = dice.shuffle(kinds);
    return dice.pick([`${column} = ${one ?? ''}`, `${column} = ${one ?? ''}`, `${column} IN (${one ?? ''}, ${two ?? ''})`, `${column} <> ${one ?? ''}`, `${column} IS NULL`]); // prettier-ignore
  }
  const { name, type } = dice.pick(table.columns);
  const column = columnOf(name);
  const literal = type === 'date' || type === 'time' || type === 'timestamp' ? constantOf(dice, type) : randomLiteral(dice, type); // prettier-ignore
  return dice.pick([`${column} IS NOT NULL`, `${column} IS NULL`, `${column} = ${literal}`, `NOT (${column} = ${literal})`, `${column} > ${literal}`]); // prettier-ignore
}
