import type { Cell } from '../../model';

/** How INFORMATION_SCHEMA describes a type. */
export interface DescribedType {
  readonly dataType: string;
  readonly columnType: string;
  readonly characters: Cell;
  readonly precision: Cell;
  readonly scale: Cell;
  readonly fraction: Cell;
}

/** The characters of strings of a key: the most that MySQL can index. */
const KEY_CHARACTERS = 768;
/** The characters of names of concepts. */
const NAME_CHARACTERS = 128;
/** Other strings are `text`, since nobody declares their lengths, and a row of MySQL has room for few long `varchar`. */
const TEXT_CHARACTERS = 65_535;
const ANY_DECIMAL = { precision: 65, scale: 30 } as const;
const NOTHING = { characters: null, precision: null, scale: null, fraction: null } as const;

const NUMBERS: Readonly<Record<string, readonly [string, string, number, number | null]>> = {
  boolean: ['tinyint', 'tinyint(1)', 3, 0],
  smallint: ['smallint', 'smallint', 5, 0],
  integer: ['int', 'int', 10, 0],
  bigint: ['bigint', 'bigint', 19, 0],
  float: ['float', 'float', 12, null],
  double: ['double', 'double', 22, null],
};
const MOMENTS: Readonly<Record<string, readonly [string, string, number | null]>> = {
  date: ['date', 'date', null],
  time: ['time', 'time(6)', 6],
  timestamp: ['datetime', 'datetime(6)', 6],
};

/** A column of a table, and what decides its type. */
interface TypedColumn {
  readonly name: string;
  /** As DESCRIBE prints it: `decimal(10,2)`, `string`. An unknown type is that of a string. */
  readonly type: string;
}

/** Returns the type of MySQL for a column; `inKey` says whether it is part of a key. */
export function columnOfType({ name, type: printed }: TypedColumn, inKey: boolean): DescribedType {
  const number = NUMBERS[printed];
  if (number !== undefined) {
    const [dataType, columnType, precision, scale] = number;
    return { ...NOTHING, dataType, columnType, precision, scale };
  }
  const moment = MOMENTS[printed];
  if (moment !== undefined) return { ...NOTHING, dataType: moment[0], columnType: moment[1], fraction: moment[2] };
  if (printed.startsWith('decimal')) return decimalOf(printed);
  const characters =
    name === 'entity_type' ? NAME_CHARACTERS : inKey || name === 'entity_id' ? KEY_CHARACTERS : undefined;
  if (characters === undefined)
    return { ...NOTHING, dataType: 'text', columnType: 'text', characters: TEXT_CHARACTERS };
  return { ...NOTHING, dataType: 'varchar', columnType: `varchar(${characters})`, characters };
}

function decimalOf(printed: string): DescribedType {
  const [, digits, places] = /\((\d+),(\d+)\)/.exec(printed) ?? [];
  const precision = digits === undefined ? ANY_DECIMAL.precision : Number(digits);
  const scale = places === undefined ? ANY_DECIMAL.scale : Number(places);
  return { ...NOTHING, dataType: 'decimal', columnType: `decimal(${precision},${scale})`, precision, scale };
}
