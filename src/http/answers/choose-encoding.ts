/** The content encodings of the service; of those that a client weights equally, the first is used. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The length in bytes from which a body is compressed: smaller ones gain hardly anything. */
export const FEWEST_BYTES = 1024;

/** An element of Accept-Encoding: a content coding or `*`, with an optional weight (RFC 9110, section 12.4.2). */
const ELEMENT = /^([^\s;]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/;

/**
 * Returns the encoding of a body of this length for an `Accept-Encoding` header (RFC 9110, section 12.5.3); undefined: none. A short body is
 * encoded only where the client rejects `identity`. A client that accepts nothing that the service has receives the body as it is.
 */
export function chooseEncoding(accept: string, bytes: number): Encoding | undefined {
  const weights = weightsOf(accept);
  const weightOf = (coding: string): number | undefined => weights.get(coding) ?? weights.get('*');
  let [best, most] = [undefined as Encoding | undefined, 0];
  for (const encoding of ENCODINGS) {
    const weight = weightOf(encoding) ?? 0;
    if (weight > most) [best, most] = [encoding, weight];
  }
  if (weightOf('identity') === 0) return best;
  return bytes < FEWEST_BYTES || (weights.get('identity') ?? 0) > most ? undefined : best;
}

/** Returns the weight of each coding that the header names. Elements that are malformed are ignored. */
function weightsOf(accept: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const element of accept.split(',')) {
    const [, coding, weight] = ELEMENT.exec(element.trim().toLowerCase()) ?? [];
    if (coding !== undefined) weights.set(coding === 'x-gzip' ? 'gzip' : coding, Number(weight ?? 1));
  }
  return weights;
}
