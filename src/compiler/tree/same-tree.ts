/** Returns whether two trees have the same meaning, as `treeKey` does. Their positions in a statement are ignored. */
export function isSameTree(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other)) return false;
  if (Array.isArray(one) || Array.isArray(other)) return Array.isArray(one) && Array.isArray(other) && isSameList(one, other); // prettier-ignore
  return isSameNode(one as Node, other as Node);
}

type Node = Readonly<Record<string, unknown>>;

function isSameNode(one: Node, other: Node): boolean {
  for (const name in one) if (name !== 'at' && !isSameTree(one[name], other[name])) return false;
  for (const name in other) if (name !== 'at' && other[name] !== undefined && one[name] === undefined) return false;
  return true;
}

function isObject(tree: unknown): tree is object {
  return typeof tree === 'object' && tree !== null;
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => isSameTree(item, other[index]));
}
