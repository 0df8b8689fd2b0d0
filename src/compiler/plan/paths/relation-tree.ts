import type { Expression, Source } from '../../../model';
import { conjunction, referencesIn } from '../../tree';
import { compare, type Relation, type Resolved } from '../../values';

type Value = Expression<Resolved>;

export type Relations = ReadonlySet<Relation>;

/**
 * Returns the source with the relations that `isJoined` selects, LEFT JOINed. A relation is joined only together with
 * the relation above it. Rows that do not satisfy a relation's `where` match none of its rows.
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

/** The relations of a concept in a FROM, as a tree. It finds the relations that an expression reads. */
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

  /** Returns the relations whose columns the expression reads, including its sub-queries. */
  readBy(value: Value): readonly Relation[] {
    const found = aliasesIn(value).map((alias) => this.#byAlias.get(alias));
    return [...new Set(found.filter((relation) => relation !== undefined))];
  }

  /** Reports whether the expression reads columns of the concept itself. */
  readsRoot(value: Value): boolean {
    return aliasesIn(value).includes(this.root);
  }

  /** Returns the relation of an alias, or undefined for the alias of the concept itself. */
  find(alias: string): Relation | undefined {
    return this.#byAlias.get(alias);
  }

  get aliases(): readonly string[] {
    return [...this.#byAlias.keys()];
  }

  /** Returns the relation and all relations above it, outermost first. */
  lineage(relation: Relation): readonly Relation[] {
    const above = this.#above.get(relation);
    return above === undefined ? [relation] : [...this.lineage(above), relation];
  }

  /** Returns the relations and all relations above them. */
  closure(relations: readonly Relation[]): Relations {
    return new Set(relations.flatMap((relation) => this.lineage(relation)));
  }

  /** The to-many relations without a to-many relation below them. */
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
