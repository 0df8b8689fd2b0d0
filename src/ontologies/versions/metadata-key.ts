import { hash } from 'node:crypto';
import { cacheKey } from './heads';
import { type OntologyHead } from './ontologies.repository';

/**
 * Returns the cache key of the metadata `what`. `heads` are all ontologies in it that the caller may see: callers share
 * an entry only if they may see the same versions, and a change of any of them changes the key.
 */
export function metadataKey(what: string, heads: readonly OntologyHead[]): string {
  const seen = heads.map((head) => [head.name, cacheKey(head)]);
  return `metadata/${hash('sha256', JSON.stringify([what, seen]), 'base64url')}`;
}
