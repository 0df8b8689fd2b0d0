import { createHash } from 'node:crypto';
import type { Caller } from '../model';

/** Who may read and cancel an asynchronous answer. */
export interface ResultOwner {
  readonly userId: string;
  /** Equal for requests of the same user, with the same impersonator and the same limited token. */
  readonly key: string;
}

/** Returns the owner of the answers to this caller's requests. */
export function ownerOf({ id, impersonator, token }: Caller): ResultOwner {
  const parts = JSON.stringify([id, impersonator ?? null, token ?? null]);
  return { userId: id, key: createHash('sha256').update(parts).digest('hex') };
}
