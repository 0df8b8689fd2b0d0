/** Whether two trees mean the same, as their `treeKey` would tell: where they stood in a statement takes no part. */
export function isSameTree(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other)) return false;
  if (Array.isArray(one) || Array.isArray(other)) return Array.isArray(one) && Array.isArray(other) && isSameList(one, other); // prettier-ignore
  const [parts, others] = [partsOf(one), new Map(partsOf(other))];
  return parts.length === others.size && parts.every(([name, part]) => isSameTree(part, others.get(name)));
}

function isObject(tree: unknown): tree is object {
  return typeof tree === 'object' && tree !== null;
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => isSameTree(item, other[index]));
}

function partsOf(tree: object): readonly (readonly [string, unknown])[] {
  return Object.entries(tree).filter(([name, part]) => name !== 'at' && part !== undefined);
}
