import { nameKey } from '../../model';
import { parsePath } from '../values';
import { allPrefixes, identitiesAt, IDENTITY, isOnlyType, type NestingSource } from './element-names';

/** What a statement can read under a name. */
interface NameChecks {
  /** Returns whether the table of the statement can return a column of this name. */
  readonly isReadable: (name: string) => boolean;
  /** Returns whether an output column of the statement has this name and another value. */
  readonly isTaken: (name: string) => boolean;
}

/**
 * The names that identify the entities of a nested statement and those at the end of each step: the type, unless there is only one, and the
 * key, or the id where the key cannot be read. Elements of two concepts in one array can be the same entity, so that these have type and id.
 */
export class Identities {
  /** Those of the entity itself. */
  readonly own: readonly string[];
  /** Those of the entity and of every step. */
  readonly all: readonly string[];
  private readonly steps: ReadonlyMap<string, readonly string[]>;
  /** The position of each name among those that identify the same entity, by the key of the name. */
  private readonly places: ReadonlyMap<string, number>;

  constructor(
    paths: readonly string[],
    private readonly source: NestingSource,
    private readonly names: NameChecks,
  ) {
    const prefixes = allPrefixes(paths);
    const concepts = new Map<string, Set<string>>();
    for (const prefix of prefixes) {
      const { array, concept } = endOf(prefix);
      concepts.set(array, (concepts.get(array) ?? new Set()).add(concept));
    }
    this.own = this.choose(source.keyOf?.(), IDENTITY);
    this.steps = new Map(
      prefixes.map((prefix) => {
        const { array, concept } = endOf(prefix);
        const isOfOne = concepts.get(array)?.size === 1;
        const key = source.keyOf?.(concept)?.map((name) => `${prefix}.${name}`);
        return [
          nameKey(prefix),
          isOfOne ? this.choose(key, identitiesAt(prefix)) : this.readable(identitiesAt(prefix)),
        ];
      }),
    );
    this.all = [...this.own, ...prefixes.flatMap((prefix) => this.at(prefix))];
    const groups = [this.own, ...this.steps.values()];
    this.places = new Map(groups.flatMap((names) => names.map((name, place) => [nameKey(name), place] as const)));
  }

  /** Returns those of the entities at the end of a step. */
  at(step: string): readonly string[] {
    return this.steps.get(nameKey(step)) ?? [];
  }

  /** Returns whether a name or path identifies an entity. */
  has(name: string): boolean {
    return this.places.has(nameKey(name));
  }

  /** Returns the position of a name among those that identify the same entity; undefined for other names. */
  placeOf(name: string): number | undefined {
    return this.places.get(nameKey(name));
  }

  private choose(key: readonly string[] | undefined, [type, id]: readonly [string, string]): readonly string[] {
    const isKeyRead = key?.some((name) => this.names.isTaken(name)) === false;
    return this.readable([type, ...(isKeyRead ? key : [id])].filter((name) => !isOnlyType(name, this.source)));
  }

  private readable(names: readonly string[]): readonly string[] {
    return names.filter((name) => this.names.isReadable(name));
  }
}

/** Returns the array that the elements at the end of a step are in, and their concept. */
function endOf(prefix: string): { readonly array: string; readonly concept: string } {
  const hops = parsePath(`${prefix}.entity_id`)?.hops ?? [];
  const steps = hops.map(({ relationship, concept }, index) =>
    index < hops.length - 1 ? [relationship, concept] : [relationship],
  );
  return { array: nameKey(JSON.stringify(steps)), concept: hops.at(-1)?.concept ?? '' };
}
