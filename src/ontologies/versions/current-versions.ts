import { ServiceError, suggest } from '../../errors';
import { allows, type Caller, nameKey } from '../../model';
import { type CurrentVersion } from './ontologies.repository';

/** All ontologies at one point in time, each in its current version. */
export class CurrentVersions {
  private readonly byKey: ReadonlyMap<string, CurrentVersion>;
  private readonly visible = new WeakMap<Caller, readonly CurrentVersion[]>();
  /** What callers have found, by names as they are defined, which most requests contain. */
  private readonly found = new WeakMap<Caller, Map<string, CurrentVersion>>();

  constructor(private readonly all: readonly CurrentVersion[]) {
    this.byKey = new Map(all.map((current) => [nameKey(current.name), current]));
  }

  /** Returns the ontology of this name, regardless of the rights of any caller. */
  find(name: string): CurrentVersion | undefined {
    return this.byKey.get(nameKey(name));
  }

  /** Returns the ontologies that the caller has ACCESS to, always the same list for one caller. */
  listVisible(caller: Caller): readonly CurrentVersion[] {
    const known = this.visible.get(caller) ?? this.all.filter((current) => isVisible(caller, current));
    this.visible.set(caller, known);
    return known;
  }

  /** Returns the ontology of this name if the caller has ACCESS to it. */
  findVisible(caller: Caller, name: string): CurrentVersion | undefined {
    const known = this.found.get(caller)?.get(name);
    if (known !== undefined) return known;
    const found = this.find(name);
    if (found === undefined || !isVisible(caller, found)) return undefined;
    const ofCaller = this.found.get(caller) ?? new Map<string, CurrentVersion>();
    this.found.set(caller, ofCaller.set(found.name, found));
    return found;
  }

  /** The same, but throws. Without ACCESS, the caller receives the same error as for an unknown name (docs/errors.md). */
  getVisible(caller: Caller, name: string): CurrentVersion {
    const found = this.findVisible(caller, name);
    if (found !== undefined) return found;
    const names = this.listVisible(caller).map((current) => current.name);
    throw new ServiceError('ontology_unknown', `unknown ontology "${name}"`, { hint: suggest(name, names) });
  }
}

/**
 * Returns the cache key of an ontology: its id, its version, and the mark that clearing its cache renews. It contains
 * no user-defined names.
 */
export function cacheKey(current: CurrentVersion): string {
  return `${current.id}/${current.version}/${markOf(current)}`;
}

/** Returns the mark that clearing the cache of the ontology renews. */
export function markOf({ cacheMark }: CurrentVersion): string {
  return cacheMark ?? 'first';
}

function isVisible(caller: Caller, { name }: CurrentVersion): boolean {
  return allows(caller, 'ACCESS', { kind: 'ontology', ontology: name });
}
