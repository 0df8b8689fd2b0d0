import { hash } from 'node:crypto';
import { cacheKey } from './current-versions';
import { type CurrentVersion } from './ontologies.repository';

/**
 * Returns the cache key of the metadata `what`. `versions` are those of all ontologies in it that the caller may see: callers share
 * an entry only if they may see the same versions, and a change of any of them changes the key.
 */
export function metadataKey(what: string, versions: readonly CurrentVersion[]): string {
  const seen = versions.map((current) => [current.name, cacheKey(current)]);
  return `metadata/${hash('sha256', JSON.stringify([what, seen]), 'base64url')}`;
}
