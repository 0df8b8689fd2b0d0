import { ServiceError } from '../../errors';
import { MAX_JSON_DEPTH } from './limits';

/** Returns a JSON body as a string. Rejects with 400 a body that is not UTF-8 or is nested deeper than `MAX_JSON_DEPTH`. */
export function decodeJson(body: Buffer): string {
  const text = decodeUtf8(body);
  if (isDeeperThan(text, MAX_JSON_DEPTH)) {
    throw new ServiceError('request_malformed', `the JSON of the body is nested deeper than ${MAX_JSON_DEPTH} levels`);
  }
  return text;
}

/** Returns a body as a string. Rejects with 400 a body that is not UTF-8. */
export function decodeUtf8(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw new ServiceError('request_malformed', 'the body is not UTF-8', { cause });
  }
}

/**
 * Returns whether JSON is nested deeper than `limit`. It is checked before parsing, since 400,000 levels block the JSON parser, and thereby
 * all other requests, for too long.
 */
export function isDeeperThan(json: string, limit: number): boolean {
  let depth = 0;
  for (let index = 0; index < json.length; index++) {
    const character = json[index];
    if (character === '"') index = endOfString(json, index);
    else if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth--;
    if (depth > limit) return true;
  }
  return false;
}

function endOfString(json: string, start: number): number {
  let index = start + 1;
  while (index < json.length && json[index] !== '"') index += json[index] === '\\' ? 2 : 1;
  return index;
}
