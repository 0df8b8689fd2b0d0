import type { Source } from '../../../model';
import type { Resolved } from '../../values';

/** The names of sources in one tree, and the corresponding names in the other. */
type Names = Map<string, string>;

/** Returns whether two sources return the same rows with the same column names, so that only their inner aliases differ. */
export function isSameSource(one: Source<Resolved>, other: Source<Resolved>): boolean {
  return isSame(one, other, [new Map(), new Map()]);
}

type Pair = readonly [Names, Names];

function isSame(one: unknown, other: unknown, names: Pair): boolean {
  if (!isObject(one) || !isObject(other)) return one === other;
  if (Array.isArray(one) || Array.isArray(other)) return Array.isArray(one) && Array.isArray(other) && isSameList(one, other, names); // prettier-ignore
  if (one instanceof Map || one instanceof Set) return one === other;
  const [parts, others] = [partsOf(one), new Map(partsOf(other))];
  return parts.length === others.size && parts.every(([name, part]) => isSamePart(name, [part, others.get(name)], names)); // prettier-ignore
}

function isSameList(one: readonly unknown[], other: readonly unknown[], names: Pair): boolean {
  return one.length === other.length && one.every((item, index) => isSame(item, other[index], names));
}

function isSamePart(name: string, [one, other]: readonly [unknown, unknown], names: Pair): boolean {
  if (name === 'source' && typeof one === 'string' && typeof other === 'string') return isRenamed(one, other, names);
  return isSame(one, other, names);
}

/** Returns whether one name occurs exactly where the other does. */
function isRenamed(one: string, other: string, [there, back]: Pair): boolean {
  if (!there.has(one) && !back.has(other)) {
    there.set(one, other);
    back.set(other, one);
  }
  return there.get(one) === other && back.get(other) === one;
}

function isObject(tree: unknown): tree is object {
  return typeof tree === 'object' && tree !== null;
}

/** Returns the properties of a node. The alias of a source appears under the same name as in columns, if there is one. */
function partsOf(tree: object): readonly (readonly [string, unknown])[] {
  const parts = Object.entries(tree).filter(([name, part]) => name !== 'at' && part !== undefined);
  return isSource(tree) ? parts.map(([name, part]) => (name === 'alias' ? ['source', aliasOf(part)] : [name, part])) : parts; // prettier-ignore
}

function isSource(tree: object): boolean {
  return 'kind' in tree && (tree.kind === 'table' || tree.kind === 'derived');
}

function aliasOf(alias: unknown): unknown {
  return isObject(alias) && 'name' in alias ? alias.name : alias;
}
