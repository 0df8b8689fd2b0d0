import { ServiceError } from '../../errors';

/** The name of the call that `a || b` is parsed to. */
const PIPES = '||';

/**
 * Returns the function that a call of this name is: CONCAT for `||`, if the setting `pipes_as_concat` is on. Otherwise `||` is
 * rejected, because it is OR in MySQL and a concatenation in other systems.
 */
export function nameOfCall(name: string, settings: ReadonlyMap<string, string>, offset?: number): string {
  if (name !== PIPES) return name;
  if (settings.get('pipes_as_concat') === 'on') return 'CONCAT';
  throw new ServiceError('plan_invalid', '"||" is OR in some systems and a concatenation in others', {
    hint: "write OR or CONCAT(a, b), or ALTER ONTOLOGY ... SET pipes_as_concat = 'on'",
    ...(offset !== undefined && { offset }),
  });
}

/** Returns a definition with the functions that `||` is, so that its meaning does not change with the setting. */
export function settlePipes<Tree>(tree: Tree, settings: ReadonlyMap<string, string>): Tree {
  if (tree === null || typeof tree !== 'object') return tree;
  if (Array.isArray(tree)) {
    const items = tree.map((item: unknown) => settlePipes(item, settings));
    return items.every((item, index) => item === tree[index]) ? tree : (items as Tree);
  }
  const node = tree as Readonly<Record<string, unknown>>;
  const settled = Object.entries(node).map(([key, value]) => [key, settlePipes(value, settings)] as const);
  const same = settled.every(([key, value]) => value === node[key]) ? tree : (Object.fromEntries(settled) as Tree);
  if (node.kind !== 'call' || node.name !== PIPES) return same;
  return { ...same, name: nameOfCall(PIPES, settings, node.at as number | undefined) };
}
