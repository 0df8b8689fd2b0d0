/** One step of a path: what tells its join from others, and the key that its elements stand under. */
interface NestedStep {
  readonly hop: string;
  readonly key: string;
}

/** Where the value of one output column goes in a nested row (docs/language.md). */
export interface NestedColumn {
  /** The steps of its path, outermost first; none for a column of the entity itself. */
  readonly steps: readonly NestedStep[];
  /** Its key in the object at the end of the steps; undefined for an identity that only tells objects apart. */
  readonly key: string | undefined;
  /** Whether the value is part of the identity of the entity that the object is of. */
  readonly isIdentity: boolean;
  /** Whether it is told of the link that leads to that entity: elements of one entity, but of several links, are several. */
  readonly isOfLink: boolean;
  /** Collected into an array of its distinct values. */
  readonly isMultiValue: boolean;
}
