import { hash } from 'node:crypto';
import { cacheKey } from './heads';
import { type OntologyHead } from './ontologies.repository';

/**
 * Returns the cache key of metadata: of `what`, as these versions of ontologies show it. `heads` are all that the caller may see of what
 * was requested, so that callers share an entry only if they may see the same, and a change of any of them makes another key.
 */
export function metadataKey(what: string, heads: readonly OntologyHead[]): string {
  const seen = heads.map((head) => [head.name, cacheKey(head)]);
  return `metadata/${hash('sha256', JSON.stringify([what, seen]), 'base64url')}`;
}
