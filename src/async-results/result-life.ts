import type { Environment } from '../config';

/** Returns the time at which an answer that ends now expires. */
export function expiryOf({ asyncResultTtlSeconds }: Pick<Environment, 'asyncResultTtlSeconds'>): string {
  return new Date(Date.now() + asyncResultTtlSeconds * 1000).toISOString();
}

/** Returns the place to which the sealed key of an answer is bound. */
export function placeOf(id: string): string {
  return `asynchronous answer ${id}`;
}
