/**
 * Takes out of a tree that nobody else holds, in place, the offsets in the text that it was read from: no refusal points
 * into a text that nobody sent.
 */
export function forgetPlaces(tree: unknown): void {
  if (tree === null || typeof tree !== 'object') return;
  const node = tree as Record<string, unknown>;
  for (const key in node) {
    if (key === 'at') node.at = undefined;
    else forgetPlaces(node[key]);
  }
}
