import { STATUS_CODES } from 'node:http';
import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { STATUS_OF_CODE } from '../errors/status-of-code';
import { refersTo, type Schema } from './schemas';

type RefusalStatus = (typeof STATUS_OF_CODE)[keyof typeof STATUS_OF_CODE];

/** The statuses of errors that every request may have, and those of requests that need a key or have a body. */
export const ANY_REFUSALS = [400, 408, 414, 431, 500, 503] as const satisfies readonly RefusalStatus[];
export const KEYED_REFUSALS = [401, 429] as const satisfies readonly RefusalStatus[];
export const BODY_REFUSALS = [413, 415] as const satisfies readonly RefusalStatus[];

/** A successful response, in JSON unless `schema` has other media types. */
export interface DescribedAnswer {
  readonly schema: Schema;
  readonly example: unknown;
  /** The schemas of other media types. */
  readonly others?: Readonly<Record<string, Schema>>;
}

/** Describes the successful response of an operation and its errors: these statuses, and those of every request with a key. */
export function DescribeAnswer(
  { schema, example, others = {} }: DescribedAnswer,
  ...refusals: readonly RefusalStatus[]
): MethodDecorator {
  const formats = Object.entries(others).map(([type, other]) => [type, { schema: other }] as const);
  const content = { 'application/json': { schema, example }, ...Object.fromEntries(formats) };
  return applyDecorators(
    ApiResponse({ status: 200, description: 'The answer', content }),
    ...[...KEYED_REFUSALS, ...refusals].map((status) => ApiResponse(describeRefusal(status))),
  );
}

/** Returns the OpenAPI description of an error response. */
export function describeRefusal(status: RefusalStatus) {
  const codes = Object.entries(STATUS_OF_CODE).filter(([, own]) => own === status);
  const description = `${STATUS_CODES[status] ?? ''}: ${codes.map(([code]) => code).join(', ')}`;
  return { status, description, content: { 'application/json': { schema: refersTo('Error') } } };
}
