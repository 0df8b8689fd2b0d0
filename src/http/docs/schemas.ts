import type { ReferenceObject, SchemaObject } from '@nestjs/swagger';
import { STATUS_OF_CODE } from '../errors/status-of-code';
import { COLUMN_TYPE } from './column-schemas';

export type Schema = SchemaObject | ReferenceObject;
type Members = Readonly<Record<string, Schema>>;

export const STRING: Schema = { type: 'string' };
export const STRINGS: Schema = { type: 'array', items: STRING };
export const NULLABLE_STRING: Schema = { type: ['string', 'null'] };
/** 1 for true and 0 for false, as in system tables. */
export const FLAG: Schema = { type: 'integer', enum: [0, 1] };
export const SCALAR: Schema = { type: ['string', 'number', 'boolean', 'null'] };

/** Returns the schema of an object with exactly these members; all are required, unless `optional` names them. */
export function objectOf(members: Members, ...optional: readonly string[]): Schema {
  const required = Object.keys(members).filter((name) => !optional.includes(name));
  return { type: 'object', properties: { ...members }, ...(required.length > 0 && { required }) };
}

export function listOf(items: Schema): Schema {
  return { type: 'array', items };
}

/** Returns the schema of an object whose keys are names. */
export function mapOf(values: Schema): Schema {
  return { type: 'object', additionalProperties: values };
}

export function refersTo(name: keyof typeof SCHEMAS): Schema {
  return ref(name);
}

/** Returns the schema of the body of a successful response; `members` are those besides `status`. */
export function successOf(members: Members, ...optional: readonly string[]): Schema {
  return objectOf({ ...members, status: { type: 'string', enum: ['success'] } }, ...optional);
}

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const POSITION = objectOf({ line: { type: 'integer', minimum: 1 }, column: { type: 'integer', minimum: 1 } });

/** Returns the schema of an answer to a filter with rows of this schema. */
export function rowsOf(row: Schema): Schema {
  return successOf(
    {
      data: listOf(row),
      executed_query: STRING,
      total: { type: 'integer', description: 'Rows of all pages, with `_count_`' },
      total_is_estimate: { type: 'boolean' },
      next: { type: ['string', 'null'], description: 'The value of `_after_` for the next page, with `_limit_`' },
      truncated: { type: 'boolean', description: 'Present where rows are missing (`MAX_ROWS`)' },
    },
    'total',
    'total_is_estimate',
    'next',
    'truncated',
  );
}

/** The schemas that several operations share. */
export const SCHEMAS = {
  Error: {
    ...objectOf({
      status: { type: 'string', enum: ['error'] },
      data: { type: 'string', description: 'Message for people; its wording may change' },
      error: objectOf(
        {
          code: { type: 'string', enum: Object.keys(STATUS_OF_CODE) },
          hint: STRING,
          position: POSITION,
          request_id: STRING,
        },
        'hint',
        'position',
      ),
    }),
    description: 'The body of every error',
  },
  Value: {
    description: 'A value; related entities and several values are a list where the answer is nested',
    anyOf: [SCALAR, listOf({ anyOf: [SCALAR, ref('Row')] })],
  },
  JsonObject: mapOf({ anyOf: [SCALAR, ref('JsonObject'), listOf({ anyOf: [SCALAR, ref('JsonObject')] })] }),
  Row: { ...mapOf(ref('Value')), description: 'The values of a row by the names of its columns' },
  Rows: rowsOf(ref('Row')),
  Explanation: successOf({
    data: objectOf({
      data_source: NULLABLE_STRING,
      dialect: STRING,
      statement: STRING,
      parameters: listOf(objectOf({ type: STRING, value: STRING })),
      mappings: STRINGS,
      dropped: listOf(objectOf({ mapping: STRING, pass: STRING, times: { type: 'integer' } })),
    }),
  }),
  Result: successOf(
    {
      columns: {
        ...listOf(objectOf({ name: STRING, type: COLUMN_TYPE })),
        description: 'The columns of the rows, with `"columns": true`',
      },
      data: listOf(ref('Row')),
      truncated: { type: 'boolean', description: 'Present where rows are missing (`MAX_ROWS`)' },
      warnings: STRINGS,
    },
    'columns',
    'truncated',
    'warnings',
  ),
} satisfies Readonly<Record<string, Schema>>;
