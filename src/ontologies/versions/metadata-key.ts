import { hash } from 'node:crypto';
import { cacheKey } from './current-versions';
import { type CurrentVersion } from './ontologies.repository';

/** The format of cached metadata. Instances of two releases may share a cache: a change of what a response contains needs another number. */
const FORMAT = 2;

/** The keys of a list that several requests share, by the kind of metadata. */
const keysOf = new WeakMap<readonly CurrentVersion[], Map<string, string>>();

/**
 * Returns the cache key of the metadata `what`. `versions` are those of all ontologies in it that the caller may see: callers share
 * an entry only if they may see the same versions, and a change of any of them changes the key.
 */
export function metadataKey(what: string, versions: readonly CurrentVersion[]): string {
  const keys = keysOf.get(versions) ?? new Map<string, string>();
  keysOf.set(versions, keys);
  const key = keys.get(what) ?? digest(what, versions);
  keys.set(what, key);
  return key;
}

function digest(what: string, versions: readonly CurrentVersion[]): string {
  const seen = versions.map((current) => [current.name, cacheKey(current)]);
  return `metadata/${hash('sha256', JSON.stringify([FORMAT, what, seen]), 'base64url')}`;
}
