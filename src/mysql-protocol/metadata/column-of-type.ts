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

/** The length of strings, whose greatest length nobody declares. */
export const STRING_CHARACTERS = 16_383;
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

/** Returns the type of MySQL for a type as DESCRIBE prints it: `decimal(10,2)`, `string`. An unknown type is that of a string. */
export function columnOfType(printed: string): DescribedType {
  const number = NUMBERS[printed];
  if (number !== undefined) {
    const [dataType, columnType, precision, scale] = number;
    return { ...NOTHING, dataType, columnType, precision, scale };
  }
  const moment = MOMENTS[printed];
  if (moment !== undefined) return { ...NOTHING, dataType: moment[0], columnType: moment[1], fraction: moment[2] };
  if (printed.startsWith('decimal')) return decimalOf(printed);
  const columnType = `varchar(${STRING_CHARACTERS})`;
  return { ...NOTHING, dataType: 'varchar', columnType, characters: STRING_CHARACTERS };
}

function decimalOf(printed: string): DescribedType {
  const [, digits, places] = /\((\d+),(\d+)\)/.exec(printed) ?? [];
  const precision = digits === undefined ? ANY_DECIMAL.precision : Number(digits);
  const scale = places === undefined ? ANY_DECIMAL.scale : Number(places);
  return { ...NOTHING, dataType: 'decimal', columnType: `decimal(${precision},${scale})`, precision, scale };
}
