import { distance } from 'fastest-levenshtein';

const FURTHEST = 3;

/** Returns the known name nearest to `name`, but never `name` itself. The Levenshtein distance is at most 3 and at most half the length. */
export function findNearest(name: string, known: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.min(FURTHEST, Math.max(1, Math.floor(wanted.length / 2))) + 1;
  for (const candidate of known) {
    if (candidate === name || Math.abs(candidate.length - wanted.length) >= bestDistance) continue;
    const edits = distance(wanted, candidate.toLowerCase());
    if (edits < bestDistance) {
      best = candidate;
      bestDistance = edits;
    }
  }
  return best;
}

/** Returns `did you mean "x"?`, or undefined if no known name is near. */
export function suggest(name: string, known: Iterable<string>): string | undefined {
  const nearest = findNearest(name, known);
  return nearest === undefined ? undefined : `did you mean "${nearest}"?`;
}
