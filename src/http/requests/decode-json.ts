import { ServiceError } from '../../errors';
import { MAX_JSON_DEPTH } from './limits';

/** The text of a JSON body that is UTF-8 and not nested deeper than a parser should go; 400 for any other. */
export function decodeJson(body: Buffer): string {
  const text = decodeUtf8(body);
  if (isDeeperThan(text, MAX_JSON_DEPTH)) {
    throw new ServiceError('request_malformed', `the JSON of the body is nested deeper than ${MAX_JSON_DEPTH} levels`);
  }
  return text;
}

function decodeUtf8(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw new ServiceError('request_malformed', 'the body is not UTF-8', { cause });
  }
}

/** Looked at before parsing: 400,000 levels stall a JSON parser for longer than all other requests should wait. */
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
