/** Greatest number of nodes below one another in a tree of plain data; needs no stack of its own. */
export function measureHeight(root: object): number {
  let height = 0;
  let level: object[] = [root];
  while (level.length > 0) {
    height += 1;
    level = level.flatMap(listChildren);
  }
  return height;
}

/** Arrays do not count as a level. */
function listChildren(node: object): object[] {
  return Object.values(node).flatMap((value: unknown) => {
    if (Array.isArray(value)) return value.filter(isObject);
    return isObject(value) ? [value] : [];
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
