import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { parseRawQuery, type QueryPair } from './parse-raw-query';
import { requestOf } from './request-of';

/** Gives a handler the query string as decoded pairs, in order; 400 where its encoding is broken. */
export const RawQuery = createParamDecorator((_: unknown, context: ExecutionContext): readonly QueryPair[] =>
  parseRawQuery(requestOf(context).raw.url ?? ''),
);
