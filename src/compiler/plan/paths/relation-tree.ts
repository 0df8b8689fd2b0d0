import type { Expression, Source } from '../../../model';
import { conjunction, referencesIn } from '../../tree';
import { compare, type Relation, type Resolved } from '../../values';

type Value = Expression<Resolved>;

export type Relations = ReadonlySet<Relation>;

/**
 * The source with the relations LEFT JOINed that `isJoined` wants; what hangs from another comes with it alone. Rows of
 * which the condition `where` of a relation does not hold are joined to none of its rows.
 */
export function joinRelations(
  start: Source<Resolved>,
  relations: readonly Relation[],
  isJoined: (relation: Relation) => boolean = () => true,
  where: (relation: Relation) => Value | undefined = () => undefined,
): Source<Resolved> {
  return relations.filter(isJoined).reduce<Source<Resolved>>((left, relation) => {
    const { pairs, open, below } = relation;
    const on = conjunction([where(relation), ...pairs.map((pair) => compare(pair.left, '=', pair.own))]);
    const joined = { kind: 'join', join: 'left', natural: false, left, right: open(), ...(on && { on }) } as const;
    return joinRelations(joined, below, isJoined, where);
  }, start);
}

/** The relations of a concept in a FROM: which of them an expression reads, and what they hang from. */
export class RelationTree {
  readonly #above = new Map<Relation, Relation | undefined>();
  readonly #byAlias = new Map<string, Relation>();

  /** `root` is the alias of the concept itself. */
  constructor(
    readonly root: string,
    readonly roots: readonly Relation[],
  ) {
    this.enter(roots, undefined);
  }

  /** The relations whose columns the expression reads, in its sub-queries too. */
  readBy(value: Value): readonly Relation[] {
    const found = aliasesIn(value).map((alias) => this.#byAlias.get(alias));
    return [...new Set(found.filter((relation) => relation !== undefined))];
  }

  /** Whether the expression reads columns of the concept itself. */
  readsRoot(value: Value): boolean {
    return aliasesIn(value).includes(this.root);
  }

  /** The relation of an alias; undefined for that of the concept itself. */
  find(alias: string): Relation | undefined {
    return this.#byAlias.get(alias);
  }

  get aliases(): readonly string[] {
    return [...this.#byAlias.keys()];
  }

  /** The relation with all that it hangs from, outermost first. */
  lineage(relation: Relation): readonly Relation[] {
    const above = this.#above.get(relation);
    return above === undefined ? [relation] : [...this.lineage(above), relation];
  }

  /** All of these with what they hang from. */
  closure(relations: readonly Relation[]): Relations {
    return new Set(relations.flatMap((relation) => this.lineage(relation)));
  }

  /** The relations to many from which no other of them hangs. */
  get leaves(): readonly Relation[] {
    const many = [...this.#above.keys()].filter((relation) => relation.isMany);
    return many.filter((leaf) => !many.some((other) => other !== leaf && this.lineage(other).includes(leaf)));
  }

  private enter(relations: readonly Relation[], above: Relation | undefined): void {
    for (const relation of relations) {
      this.#above.set(relation, above);
      for (const alias of relation.aliases) this.#byAlias.set(alias, relation);
      this.enter(relation.below, relation);
    }
  }
}

function aliasesIn(value: Value): readonly string[] {
  return referencesIn(value).map(({ source }) => source);
}
