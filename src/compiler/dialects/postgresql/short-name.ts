/** The greatest number of bytes of a name. PostgreSQL cuts off the rest without an error, so that two names could become one. */
const MOST_BYTES = 63;
const KEPT_CHARACTERS = 11;

/**
 * Returns the name, or its beginning with a hash of the whole name if PostgreSQL would cut it off. Only names of the
 * compiler, such as paths, are that long.
 */
export function shortName(name: string): string {
  if (name.length * 3 <= MOST_BYTES || new TextEncoder().encode(name).length <= MOST_BYTES) return name;
  return `${Array.from(name).slice(0, KEPT_CHARACTERS).join('')}~${hashOf(name, 0)}${hashOf(name, 1)}`;
}

/** Returns the FNV-1a hash of 32 bits (RFC draft "The FNV Non-Cryptographic Hash Algorithm"), from a start of its own for each seed. */
function hashOf(name: string, seed: number): string {
  let hash = 0x811c9dc5 + seed;
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
