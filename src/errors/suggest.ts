const FURTHEST = 3;

/**
 * The known name nearest to `name` (Damerau-Levenshtein, at most 3 and under half of its length), for "did you mean": never
 * the name itself.
 */
export function findNearest(name: string, known: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.min(FURTHEST, Math.max(1, Math.floor(wanted.length / 2))) + 1;
  for (const candidate of known) {
    if (candidate === name || Math.abs(candidate.length - wanted.length) >= bestDistance) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `did you mean "x"?`, or undefined where nothing is near. */
export function suggest(name: string, known: Iterable<string>): string | undefined {
  const nearest = findNearest(name, known);
  return nearest === undefined ? undefined : `did you mean "${nearest}"?`;
}

/** Optimal string alignment: insertions, deletions, replacements and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const edits = [at(last, j) + 1, at(current, j - 1) + 1, at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)];
      if (isSwap(a, b, i, j)) edits.push(at(beforeLast, j - 2) + 1);
      current.push(Math.min(...edits));
    }
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? 0;
}

function isSwap(a: string, b: string, i: number, j: number): boolean {
  return i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
}
