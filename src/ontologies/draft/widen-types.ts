import { printScalarType, type ScalarType } from '../../model';

/** The digits of the integer types, from narrow to wide. */
const DIGITS: ReadonlyMap<string, number> = new Map([
  ['smallint', 5],
  ['integer', 10],
  ['bigint', 19],
]);
/** The longest decimal that every engine has. */
const LONGEST = 38;

/** Returns the same string for types that one type contains without a change of their values: integers of all widths, or decimals. */
export function familyOf(type: ScalarType): string {
  if (DIGITS.has(type.name)) return 'integers';
  if (type.name !== 'decimal' || type.precision === undefined) return printScalarType(type);
  return type.scale === 0 ? 'integers' : 'decimals';
}

/** Returns whether the values of a type are values of the wider one. */
export function containsType(wider: ScalarType, type: ScalarType): boolean {
  if (familyOf(wider) !== familyOf(type)) return false;
  return printScalarType(widenTypes([type, wider])) === printScalarType(wider);
}

/** Returns the narrowest type that contains all these types of one family; the first of them if there is none. */
export function widenTypes(types: readonly [ScalarType, ...ScalarType[]]): ScalarType {
  const [first] = types;
  if (types.every((type) => printScalarType(type) === printScalarType(first))) return first;
  const scale = Math.max(...types.map((type) => type.scale ?? 0));
  const precision = scale + Math.max(...types.map(integerDigits));
  const widest = types.toSorted((a, b) => integerDigits(b) - integerDigits(a))[0] ?? first;
  if (types.every(({ name }) => DIGITS.has(name))) return widest;
  return precision > LONGEST ? first : { name: 'decimal', precision, scale };
}

function integerDigits({ name, precision = 0, scale = 0 }: ScalarType): number {
  return DIGITS.get(name) ?? precision - scale;
}
