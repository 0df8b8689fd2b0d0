import { ServiceError } from '../../errors';
import { MAX_QUERY_PARAMETERS } from './limits';

type QueryPair = readonly [name: string, value: string];

/** A percent sign without two hexadecimal digits after it. In a value it is literal, as users write it after the string of a pattern. */
const RAW_PERCENT = /%(?![0-9a-f]{2})/gi;

/**
 * Returns the name/value pairs of a URL in their order, decoded once. Repeated names and their spelling remain visible to the code that
 * checks them.
 */
export function parseRawQuery(address: string): readonly QueryPair[] {
  const start = address.indexOf('?');
  if (start === -1) return [];
  const parts = address
    .slice(start + 1)
    .split('&')
    .filter((part) => part !== '');
  if (parts.length > MAX_QUERY_PARAMETERS) {
    throw new ServiceError('request_malformed', `more than ${MAX_QUERY_PARAMETERS} query parameters`);
  }
  return parts.map(parsePair);
}

function parsePair(part: string): QueryPair {
  const equals = part.indexOf('=');
  if (equals === -1) return [decode(part), ''];
  return [decode(part.slice(0, equals)), parseQueryValue(part.slice(equals + 1))];
}

/** Returns the value of a query parameter, decoded once. */
export function parseQueryValue(text: string): string {
  return decode(text.replace(RAW_PERCENT, '%25'));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (cause) {
    throw new ServiceError('request_malformed', 'the query string is not UTF-8 in percent-encoding', {
      hint: 'a percent sign itself is written %25',
      cause,
    });
  }
}
