/** A text that two trees share when they mean the same: where they stood in a statement takes no part. */
export function treeKey(tree: object): string {
  return JSON.stringify(tree, (name, value: unknown) => (name === 'at' ? undefined : value));
}
