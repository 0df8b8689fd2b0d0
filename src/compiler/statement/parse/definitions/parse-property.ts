import type { CreateMeasure, CreateProperty } from '../../definition.ast';
import { closeDescribed, parseScalarType, takeDescribed, type Described } from './parse-clauses';
import type { TokenCursor } from '../tokens/token-cursor';

/** Parses `PROPERTY x type [MULTIVALUE] [DESCRIPTION ..] [WITH TAGS ..] [AS SELECT expression]`; MULTIVALUE may precede the type. */
export function parseProperty(cursor: TokenCursor, orReplace: boolean): CreateProperty {
  const name = cursor.name('a name for the property');
  const before = cursor.take('MULTIVALUE');
  const type = parseScalarType(cursor);
  const multiValue = cursor.take('MULTIVALUE') || before;
  const described: Described = {};
  while (takeDescribed(cursor, described));
  const calculation = cursor.take('AS') ? parseCalculation(cursor) : undefined;
  while (takeDescribed(cursor, described));
  return { kind: 'create-property', orReplace, name, type, multiValue, calculation, ...closeDescribed(described) };
}

/** Parses `MEASURE x type [DESCRIPTION ..] [WITH TAGS ..] AS SELECT expression [WHERE condition]`. */
export function parseMeasure(cursor: TokenCursor, orReplace: boolean): CreateMeasure {
  const name = cursor.name('a name for the measure');
  const type = parseScalarType(cursor);
  const described: Described = {};
  while (takeDescribed(cursor, described));
  cursor.expect('AS');
  const calculation = parseCalculation(cursor);
  const filter = cursor.take('WHERE') ? cursor.expression() : undefined;
  while (takeDescribed(cursor, described));
  return { kind: 'create-measure', orReplace, name, type, calculation, filter, ...closeDescribed(described) };
}

function parseCalculation(cursor: TokenCursor): CreateMeasure['calculation'] {
  cursor.expect('SELECT');
  const expression = cursor.expression();
  if (cursor.at(',') || cursor.at('FROM')) {
    cursor.refuse({ message: 'a calculation is one expression over properties of the same concept, without FROM' });
  }
  return expression;
}
