import { ServiceError } from '../../../errors';
import {
  nameKey,
  printScalarType,
  sameScalarType,
  type CastType,
  type DialectTraits,
  type Mapping,
  type Property,
  type ScalarType,
  type ScalarTypeName,
  type SourceColumn,
} from '../../../model';
import { type Column, NUMBER_TYPES, TEMPORAL_TYPES, type ValueType } from '../../values';
import type { Planning } from '../scope/planning';
import { givesBytes, storedColumn, type WithCatalogue } from './mapped-column';

/** Types of columns that store numbers, including booleans, which are numbers in MySQL. */
const STORED_NUMBERS: ReadonlySet<ValueType> = new Set<ValueType>(['boolean', ...NUMBER_TYPES]);
/** Native string types of all engines. UUID and JSON columns are read as strings, but are not string types. */
const TEXTS = /^(?:(?:var)?char|character|(?:tiny|medium|long)?text)\b/i;

/**
 * Returns the type of a property that a mapping reads directly from a column: the declared type and, for strings, the
 * type that the column stores. Rejects a date or time stored as a number with 422: its encoding is unknown.
 */
export function propertyType(
  planning: Planning,
  mapping: Mapping,
  { name, type }: Property,
): Pick<Column, 'type' | 'scale' | 'stored'> {
  const isTemporal = TEMPORAL_TYPES.has(type.name);
  const column = isTemporal || type.name === 'string' ? storedColumn(planning, mapping, nameKey(name)) : undefined;
  const stored = column === undefined ? undefined : heldBy(column);
  if (isTemporal && column !== undefined && stored !== undefined && STORED_NUMBERS.has(stored)) {
    const message = `the mapping "${mapping.name}" reads "${name}", a ${printScalarType(type)}, from a column of type ${column.nativeType}`;
    throw new ServiceError('plan_bad_mapping', message, {
      hint: 'map an expression that converts the number, such as FROM_UNIXTIME(...) or STR_TO_DATE(..., \'%Y%m%d\')', // prettier-ignore
    });
  }
  return {
    type: precisionOf(planning, [{ mapping }], { name, type }),
    scale: type.scale,
    ...(type.name === 'string' && stored && { stored }),
  };
}

/**
 * Returns the type of a property in these mappings: `float` if all of them read columns of single precision, so that
 * literals are compared as the nearest number of single precision, and otherwise `double`.
 */
export function precisionOf(
  planning: Planning,
  branches: readonly { readonly mapping: Mapping }[],
  { name, type }: Pick<Property, 'name' | 'type'>,
): ScalarTypeName {
  if (type.name !== 'float' && type.name !== 'double') return type.name;
  const giving = branches.filter(({ mapping }) => mapping.columns.some((column) => column.key === nameKey(name)));
  const isSingle = ({ mapping }: { readonly mapping: Mapping }): boolean =>
    storedColumn(planning, mapping, nameKey(name))?.type?.name === 'float';
  return giving.length > 0 && giving.every(isSingle) ? 'float' : 'double';
}

/** A cast, and the type that it converts. */
export interface Reading {
  readonly cast: CastType;
  readonly of: Pick<Column, 'type' | 'stored'>;
}

/**
 * Returns the cast from a column of the data source to the form that responses show, so that the shown value is also
 * compared, joined and sorted. Returns undefined if no cast is necessary.
 */
export function readingOf(planning: Planning, mapping: Mapping, property: Property): Reading | undefined {
  const key = nameKey(property.name);
  const column = storedColumn(planning, mapping, key);
  const cast = column && castOfText(planning, mapping, property, column);
  return cast ?? readingOfEnd(planning, mapping, { key, property });
}

/**
 * Returns the cast of `readingOf` for a column that is named differently from the property, such as an end of a link.
 * The column is only compared with the property.
 */
export function readingOfEnd(
  planning: Planning,
  mapping: Mapping,
  { key, property }: { readonly key: string; readonly property: Property | undefined },
): Reading | undefined {
  if (property?.type.name === 'string' && givesBytes(planning, mapping, key)) return BASE64;
  const column = storedColumn(planning, mapping, key);
  return column && property && shownForm(planning, mapping, property, column);
}

/**
 * Returns the cast for the shown form: numbers under a boolean as true or false, bits as a number, lists as JSON, and
 * other types as strings.
 */
function shownForm(
  planning: Planning,
  mapping: Mapping,
  { type }: Property,
  column: SourceColumn,
): Reading | undefined {
  const traits = planning.traitsOf(mapping.dataSource);
  const native = column.nativeType.toLowerCase();
  const isBits = traits.numericBits?.test(native) === true;
  if (type.name === 'boolean') return isBits || holdsNumbers(column, traits) ? TRUTH : undefined;
  if (isBits) return STORED_NUMBERS.has(type.name) ? OF_BITS : undefined;
  return type.name === 'string' ? textForm(native, traits) : undefined;
}

function holdsNumbers(column: SourceColumn, { booleansAreNumbers }: DialectTraits): boolean {
  const held = heldBy(column);
  return held !== undefined && STORED_NUMBERS.has(held) && (held !== 'boolean' || booleansAreNumbers);
}

function textForm(native: string, { nestedTypes, castToText }: DialectTraits): Reading | undefined {
  if (nestedTypes?.test(native) === true) return { cast: { name: 'nested' }, of: { type: 'unknown' } };
  return castToText?.test(native) === true ? { cast: { name: 'char' }, of: { type: 'unknown' } } : undefined;
}

const TRUTH: Reading = { cast: { name: 'boolean' }, of: { type: 'bigint' } };
const OF_BITS: Reading = { cast: { name: 'bits' }, of: { type: 'bigint' } };
const BASE64: Reading = { cast: { name: 'base64' }, of: { type: 'binary' } };

/**
 * Returns the cast of a string column for a property of another type, on engines that do not read strings as MySQL
 * does: to its leading number, or to its date or time, or else NULL.
 */
function castOfText(
  planning: Planning,
  mapping: Mapping,
  { type }: Property,
  column: SourceColumn,
): Reading | undefined {
  const cast = CASTS[type.name]?.(type);
  if (cast === undefined || planning.traitsOf(mapping.dataSource).readsNumbersInTexts || heldBy(column) !== 'string')
    return undefined;
  return { cast, of: { type: 'string', stored: 'string' } };
}

/**
 * The casts of string columns by property type. A `decimal` without precision remains unchanged (docs/http-api.md), and
 * so does a boolean, which engines read as a word.
 */
const CASTS: Readonly<Partial<Record<ScalarTypeName, (type: ScalarType) => CastType | undefined>>> = {
  smallint: () => ({ name: 'signed' }),
  integer: () => ({ name: 'signed' }),
  bigint: () => ({ name: 'signed' }),
  float: () => ({ name: 'double' }),
  double: () => ({ name: 'double' }),
  decimal: ({ precision, scale }) =>
    precision === undefined ? undefined : { name: 'decimal', precision, scale: scale ?? 0 },
  date: () => ({ name: 'date' }),
  time: () => ({ name: 'time', length: 6 }),
  timestamp: () => ({ name: 'datetime', length: 6 }),
};

/**
 * Returns the type of a link column without a property, if the catalogue lists the column and all mappings that provide
 * it agree.
 */
export function linkColumnType(
  source: WithCatalogue,
  mappings: readonly Mapping[],
  key: string,
): ScalarType | undefined {
  const giving = mappings.filter((mapping) => mapping.columns.some((column) => column.key === key));
  const [first, ...others] = giving.map((mapping) => storedColumn(source, mapping, key));
  const type = first && heldBy(first) && first.type;
  const isShared = type !== undefined && others.every((other) => other?.type && sameScalarType(other.type, type));
  return isShared ? type : undefined;
}

function heldBy({ type, nativeType }: SourceColumn): ScalarTypeName | undefined {
  return type?.name === 'string' && !TEXTS.test(nativeType) ? undefined : type?.name;
}
