import type { Expression, Written } from '../../../../model';
import { mapExpression, someNode } from '../../../tree';
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
  const { at } = cursor.peek();
  const calculation = overMeasures(cursor, parseCalculation(cursor), at);
  const filter = cursor.take('WHERE') ? cursor.expression() : undefined;
  while (takeDescribed(cursor, described));
  return { kind: 'create-measure', orReplace, name, type, calculation, filter, ...closeDescribed(described) };
}

/** Returns a calculation with the plain names of measures, as in arithmetic over measures, also where MEASURE(x) is written. */
function overMeasures(cursor: TokenCursor, calculation: Expression<Written>, at: number): Expression<Written> {
  if (someNode(calculation, (node) => node.kind === 'call' && node.name === 'MEASURE FILTER')) {
    const hint = 'define a measure with WHERE, and read that';
    cursor.refuse({ message: 'a measure cannot be calculated from FILTER of another measure', hint }, at);
  }
  return mapExpression<Written, Written>(calculation, {
    reference: ({ parts, ...rest }) => ({
      kind: 'reference',
      reference: { ...rest, parts: parts.map((part) => ({ ...part, name: part.name.replace(/^measure\./i, '') })) },
    }),
    source: (source) => source,
  });
}

function parseCalculation(cursor: TokenCursor): CreateMeasure['calculation'] {
  cursor.expect('SELECT');
  const expression = cursor.expression();
  if (cursor.at(',') || cursor.at('FROM')) {
    cursor.refuse({ message: 'a calculation is one expression over properties of the same concept, without FROM' });
  }
  return expression;
}
