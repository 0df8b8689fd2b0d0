import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../../errors';
import type { RowCut } from '../statements/cut-rows';

const NUMBER = /^\d{1,15}$/;

/** Returns the rows that the headers `results-limit` and `results-offset` request; undefined where there are none. */
export function readCut(headers: IncomingHttpHeaders): RowCut | undefined {
  const [limit, offset] = [readNumber(headers, 'results-limit'), readNumber(headers, 'results-offset')];
  return limit === undefined && offset === undefined ? undefined : { limit, offset: offset ?? 0 };
}

function readNumber(headers: IncomingHttpHeaders, name: string): number | undefined {
  const value = headers[name]?.toString().trim();
  if (value === undefined || value === '') return undefined;
  if (NUMBER.test(value)) return Number(value);
  throw new ServiceError('request_malformed', `the header ${name} is not a whole number from 0 on`);
}
