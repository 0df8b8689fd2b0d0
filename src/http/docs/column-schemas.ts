import type { SchemaObject } from '@nestjs/swagger';
import type { OutputColumn } from '../../model';

/** The JSON values of a column by its type: those of typed answers, and the string that URL filters return without `_typed_=true`. */
export const COLUMN_SCHEMAS: Readonly<Record<OutputColumn['type'], SchemaObject>> = {
  string: { type: ['string', 'null'] },
  boolean: { type: ['boolean', 'string', 'null'] },
  integer: { type: ['integer', 'string', 'null'] },
  smallint: { type: ['integer', 'string', 'null'] },
  bigint: { type: ['integer', 'string', 'null'] },
  float: { type: ['number', 'string', 'null'] },
  double: { type: ['number', 'string', 'null'] },
  decimal: { type: ['string', 'null'] },
  date: { type: ['string', 'null'], format: 'date' },
  time: { type: ['string', 'null'] },
  timestamp: { type: ['string', 'null'] },
  unknown: { type: ['string', 'number', 'boolean', 'null'] },
};

/** The name of the type of a column. */
export const COLUMN_TYPE: SchemaObject = { type: 'string', enum: Object.keys(COLUMN_SCHEMAS) };
