import { ServiceError } from '../errors';
import { MAX_QUERY_PARAMETERS } from './limits';

type QueryPair = readonly [name: string, value: string];

/** The name/value pairs of an address in their order, strictly decoded: repetition and spelling stay visible to who judges them. */
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
  return equals === -1 ? [decode(part), ''] : [decode(part.slice(0, equals)), decode(part.slice(equals + 1))];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (cause) {
    throw new ServiceError('request_malformed', 'the address has a malformed percent-encoding', { cause });
  }
}
