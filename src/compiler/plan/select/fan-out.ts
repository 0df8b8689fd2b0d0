import type { Expression, Select } from '../../../model';
import { conjunction, conjuncts, isExpression, NULL, selectOf } from '../../tree';
import { needsRow, type Relation, type Resolved } from '../../values';
import { joinRelations, type Relations, type RelationTree } from '../paths/relation-tree';

type Value = Expression<Resolved>;

/** An expression of the statement, and the relations that it reads. */
interface Part {
  readonly value: Value;
  readonly relations: readonly Relation[];
  /** The outermost to-many relations among the relations and those above them. */
  readonly trees: Relations;
}

/**
 * Determines which to-many relations of a nested statement can be read separately (docs/language.md). One combination
 * of joined rows must satisfy the whole condition. The trees of two outermost to-many relations are independent if no
 * condition reads both, and if a condition on one tree reads nothing else and rejects a missing row. The rows of an
 * entity are then all combinations of the matching rows in each tree, and IN replaces the join with the other trees.
 * All other trees remain joined.
 */
export class FanOut {
  readonly #conditions: readonly Part[];
  readonly #orders: readonly Part[];
  readonly #values: readonly Part[];
  readonly #joint: Relations;

  constructor(
    readonly tree: RelationTree,
    { where, orderBy, items }: Select<Resolved>,
  ) {
    const part = (value: Value): Part => this.part(value);
    this.#conditions = conjuncts(where).map(part);
    this.#orders = orderBy.map((order) => part(order.expression));
    const values = items.map((item) => item.expression).filter(isExpression);
    this.#values = values.filter((value) => value.kind !== 'reference').map(part);
    const joint = [
      ...this.#conditions.filter((condition) => !this.isApart(condition)),
      ...this.#orders.filter(({ trees }) => trees.size > 1),
      ...this.#values,
    ];
    this.#joint = new Set(joint.flatMap(({ trees }) => [...trees]));
  }

  /**
   * The sets of to-many relations that can each be joined without the others. Together they contain every to-many
   * relation.
   */
  get arms(): readonly Relations[] {
    const joint = [...this.#joint].flatMap((top) => this.needed(top));
    const arms = this.tree.leaves.map((leaf) => {
      const [top = leaf] = this.many(leaf);
      return new Set([...joint, ...this.needed(top), ...this.many(leaf)]);
    });
    const isWithin = (arm: Relations, other: Relations): boolean => [...arm].every((relation) => other.has(relation));
    const kept = arms.filter(
      (arm, index) =>
        !arms.some((other, at) => at !== index && isWithin(arm, other) && (at < index || !isWithin(other, arm))),
    );
    return kept.length > 0 ? kept : [new Set()];
  }

  /** Reports whether a relation is joined in an arm: the arm contains its nearest to-many relation. */
  isJoined(relation: Relation, arm: Relations): boolean {
    const nearest = this.many(relation).at(-1);
    return nearest === undefined || arm.has(nearest);
  }

  /**
   * Whether every condition reads only relations that all arms join, so that all arms have the WHERE of the statement.
   */
  get hasOneWhere(): boolean {
    const { arms } = this;
    return this.#conditions.every(({ trees }) => [...trees].every((tree) => arms.every((arm) => arm.has(tree))));
  }

  /**
   * Returns the WHERE of an arm. Conditions on other trees become IN, except for trees joined only to the `identity` of
   * entities that are already known to pass them.
   */
  where(arm: Relations, identity: readonly Value[] = []): Value | undefined {
    const asked = new Set<Relation>();
    return conjunction(
      this.#conditions.map(({ value, trees }) => {
        const other = [...trees].find((tree) => !arm.has(tree));
        if (other === undefined) return value;
        if (asked.has(other)) return undefined;
        asked.add(other);
        return hangsFrom(other, identity) ? undefined : this.passes(other);
      }),
    );
  }

  /**
   * Returns the relations that are required to find the entities and to sort them by `orders`, and the WHERE over these
   * relations. Relations that only provide elements are not included.
   */
  forEntities(orders: readonly Value[]): { readonly joined: Relations; readonly where: Value | undefined } {
    const sorted = orders.map((order) => this.part(order));
    const trees = new Set([...this.#joint, ...sorted.flatMap((order) => [...order.trees])]);
    const isAsked = (condition: Part): boolean => [...condition.trees].every((tree) => trees.has(tree));
    const read = [...this.#conditions.filter(isAsked), ...sorted].flatMap(({ relations }) => relations);
    const apart = this.#conditions
      .filter((condition) => !isAsked(condition))
      .flatMap((condition) => [...condition.trees]);
    const beneath = apart.flatMap((tree) => this.tree.lineage(tree).slice(0, -1));
    return { joined: this.tree.closure([...read, ...beneath]), where: this.where(trees) };
  }

  private part(value: Value): Part {
    const relations = this.tree.readBy(value);
    return { value, relations, trees: new Set(relations.flatMap((relation) => this.many(relation).slice(0, 1))) };
  }

  /** Returns the to-many relations among a relation and those above it, outermost first. */
  private many(relation: Relation): readonly Relation[] {
    return this.tree.lineage(relation).filter(({ isMany }) => isMany);
  }

  private isApart({ value, relations, trees }: Part): boolean {
    const [tree, ...others] = trees;
    if (tree === undefined) return true;
    const isWithin = relations.every((relation) => this.many(relation)[0] === tree);
    if (others.length > 0 || !isWithin || this.tree.readsRoot(value)) return false;
    return needsRow(value, new Set(relations.flatMap(({ aliases }) => aliases)));
  }

  /** Returns the to-many relations of a tree that the conditions, the order or computed values read. */
  private needed(tree: Relation): readonly Relation[] {
    const parts = [...this.#conditions, ...this.#orders, ...this.#values];
    const read = parts.flatMap(({ relations }) => relations).flatMap((relation) => this.many(relation));
    return read.filter((relation) => this.many(relation)[0] === tree);
  }

  /** Returns the condition that an entity has a row in the tree which satisfies the conditions on the tree. */
  private passes(tree: Relation): Value {
    const conditions = this.#conditions.filter(({ trees }) => trees.has(tree));
    const read = this.tree.closure(conditions.flatMap(({ relations }) => relations));
    const from = joinRelations(tree.open(), tree.below, (relation) => read.has(relation));
    const where = conjunction(conditions.map(({ value }) => value));
    const own = tree.pairs.map((pair) => ({ expression: pair.own }));
    const [first = NULL, ...others] = tree.pairs.map((pair) => pair.left);
    const operand: Value = others.length === 0 ? first : { kind: 'row', items: [first, ...others] };
    return { kind: 'in-query', operand, query: { ...selectOf(own), from, ...(where && { where }) }, negated: false };
  }
}

function hangsFrom({ pairs }: Relation, identity: readonly Value[]): boolean {
  return pairs.every(({ left }) => identity.some((value) => isSameColumn(value, left)));
}

function isSameColumn(one: Value, other: Value): boolean {
  if (one.kind !== 'reference' || other.kind !== 'reference') return false;
  return one.reference.source === other.reference.source && one.reference.name === other.reference.name;
}
