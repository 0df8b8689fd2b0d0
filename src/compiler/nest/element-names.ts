import { nameKey, type OrderItem, type Written } from '../../model';
import { parsePath, printHop, type Path } from '../values';

/** The table that a statement reads: a view has only its listed `columns`, a concept has any path. */
export interface NestingSource {
  readonly columns?: readonly string[];
  /** The identities that a view can return besides its columns (`viewIdentities`). */
  readonly identities?: readonly string[];
  /** Returns whether a property of a concept, or a column of a view, is a multi-value. */
  readonly isMultiValue: (name: string) => boolean;
  /** Set if some rows may be entities without a key: columns that order them, for pages. */
  readonly keyless?: readonly OrderItem<Written>[];
  /** Returns whether all entities of a concept (of the table itself, without a name) have the same type. Absent for a view. */
  readonly hasOneType?: (concept?: string) => boolean;
  /**
   * Returns the properties whose values identify the entities of a concept (of the table itself, without a name) as their id does; undefined
   * if only the id does. Absent for a view.
   */
  readonly keyOf?: (concept?: string) => readonly string[] | undefined;
  /** Returns what a path can read of the elements of a concept; absent for a view, which has only its columns. */
  readonly conceptOf?: (name: string) => ElementConcept | undefined;
}

/** The names at the end of a path to a concept. */
interface ElementConcept {
  readonly hasName: (name: string) => boolean;
  /** Returns whether an entity can have several values of a property or path. */
  readonly hasSeveralValues: (name: string) => boolean;
  /** Returns a path with the concepts that it leaves out. */
  readonly fullPath: (name: string) => string;
}

/** The columns that identify an entity. */
export const IDENTITY = ['entity_type', 'entity_id'] as const;

/** Returns whether a name or path reads `entity_type` where all entities have the same type, which then tells none of them apart. */
export function isOnlyType(name: string, { hasOneType }: NestingSource): boolean {
  const path = parsePath(name);
  if (nameKey(path?.property ?? name) !== 'entity_type' || path?.ofLink === true) return false;
  return hasOneType?.(path?.hops.at(-1)?.concept) === true;
}

/** Returns the identities at the end of every prefix of the paths. */
export function identitiesOf(paths: readonly string[]): readonly string[] {
  return allPrefixes(paths).flatMap(identitiesAt);
}

/** Returns the type and the id at the end of a step. */
export function identitiesAt(prefix: string): readonly [type: string, id: string] {
  const [type, id] = IDENTITY;
  return [`${prefix}.${type}`, `${prefix}.${id}`];
}

/**
 * Returns the columns that identify the elements of arrays, each step before the next ones, so that equal elements
 * always have the same order.
 */
export function elementNames(
  paths: readonly string[],
  source: NestingSource,
  identitiesOfStep: (step: string) => readonly string[],
): readonly string[] {
  const links = paths.filter((path) => isOfLink(parsePath(path)));
  const identities = allPrefixes(paths).flatMap((prefix) => [
    ...identitiesOfStep(prefix),
    ...links.filter((path) => nameKey(path).startsWith(`${nameKey(prefix)}_`)),
  ]);
  const isOrdered = (path: string): boolean => source.columns !== undefined || isMultiValue(path, source);
  const names = [...identities, ...paths.filter(isOrdered)];
  return [...new Map(names.map((name) => [nameKey(name), name])).values()];
}

/** Returns every prefix of the paths, outer ones first, in order of first use. */
export function allPrefixes(paths: readonly string[]): readonly string[] {
  const prefixes = paths.flatMap((path) => {
    const hops = (parsePath(path)?.hops ?? []).map(printHop);
    return hops.map((_, index) => hops.slice(0, index + 1).join('.'));
  });
  return [...new Map(prefixes.map((text) => [nameKey(text), text])).values()];
}

/** Returns whether a name or path ends at a multi-value. In a view, a path is a column of its own, which identifies elements. */
export function isMultiValue(name: string, { columns, isMultiValue: isNamed }: NestingSource): boolean {
  const path = columns === undefined ? parsePath(name) : undefined;
  return path?.ofLink !== true && isNamed(path?.property ?? name);
}

/**
 * Returns whether a path ends at a column of a link and two entities may have several links. The steps of a transitive
 * relationship return each pair once.
 */
export function isOfLink(path: Path | undefined): boolean {
  return path?.ofLink === true && path.hops.at(-1)?.steps === undefined;
}
