/** The types of the ontology language (docs/language.md). `int` is a synonym of `integer`. */
export type ScalarTypeName =
  | 'string'
  | 'boolean'
  | 'integer'
  | 'smallint'
  | 'bigint'
  | 'float'
  | 'double'
  | 'decimal'
  | 'date'
  | 'time'
  | 'timestamp';

export interface ScalarType {
  readonly name: ScalarTypeName;
  /** Precision of `decimal(p, s)`; absent for a bare `decimal`, which never casts. */
  readonly precision?: number;
  readonly scale?: number;
}

export function printScalarType(type: ScalarType): string {
  return type.precision === undefined ? type.name : `${type.name}(${type.precision},${type.scale ?? 0})`;
}

export function sameScalarType(a: ScalarType, b: ScalarType): boolean {
  return a.name === b.name && a.precision === b.precision && a.scale === b.scale;
}
