/** Returns a string that is equal for trees with the same meaning. Their positions in a statement are ignored. */
export function treeKey(tree: object): string {
  return JSON.stringify(tree, (name, value: unknown) => (name === 'at' ? undefined : value));
}
