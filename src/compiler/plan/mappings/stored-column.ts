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

/** Types that a column which holds numbers can have: MySQL's booleans are numbers. */
const STORED_NUMBERS: ReadonlySet<ValueType> = new Set<ValueType>(['boolean', ...NUMBER_TYPES]);
/** Native types of text on every engine; a UUID or a JSON reads as text, but is none. */
const TEXTS = /^(?:(?:var)?char|(?:tiny|medium|long)?text)\b/i;

/**
 * What a property is read as, where the mapping gives a column of the data source as it is: the type of the property, and
 * of one that is text what the column holds. A number is no date or time: which one it stands for nobody can guess (422).
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
    const message = `the mapping "${mapping.name}" gives "${name}", a ${printScalarType(type)}, from a column of type ${column.nativeType}`;
    throw new ServiceError('plan_bad_mapping', message, {
      hint: 'map an expression that makes it of the number, such as FROM_UNIXTIME(...) or STR_TO_DATE(..., \'%Y%m%d\')', // prettier-ignore
    });
  }
  return {
    type: precisionOf(planning, [{ mapping }], { name, type }),
    scale: type.scale,
    ...(type.name === 'string' && stored && { stored }),
  };
}

/**
 * The type of a property as these mappings give it: `float` where all that give it do so from columns of single precision,
 * of which the nearest number to a literal has to be asked for, and `double` where that is not known.
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

/** A cast, and what it is of. */
export interface Reading {
  readonly cast: CastType;
  readonly of: Pick<Column, 'type' | 'stored'>;
}

/**
 * What a column of the data source must be cast to, to be what answers show of the property: then what they show is what
 * is compared, joined and sorted. Undefined where the column is that as it stands.
 */
export function readingOf(planning: Planning, mapping: Mapping, property: Property): Reading | undefined {
  const key = nameKey(property.name);
  const column = storedColumn(planning, mapping, key);
  const cast = column && castOfText(planning, mapping, property, column);
  return cast ?? readingOfEnd(planning, mapping, { key, property });
}

/** As `readingOf`, of a column that is not called like the property: an end of a link. It is compared with the property alone. */
export function readingOfEnd(
  planning: Planning,
  mapping: Mapping,
  { key, property }: { readonly key: string; readonly property: Property | undefined },
): Reading | undefined {
  if (property?.type.name === 'string' && givesBytes(planning, mapping, key)) return BASE64;
  const column = storedColumn(planning, mapping, key);
  return column && property && shownForm(planning, mapping, property, column);
}

/** Numbers under a boolean show as true or false, bits as a number, lists as JSON, and more as text. */
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
 * What a text of the data source must be cast to, where the property is none and the engine does not read texts as MySQL
 * does: the number that it begins with, the date or time that it is or else NULL.
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

/** A `decimal` without digits stays as it is (docs/http-api.md), and a boolean, of which engines read the words. */
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

/** The type of a column that mappings give under one key and no property types, where the catalogue tells and all of them agree. */
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
