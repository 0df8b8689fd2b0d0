/** One step of a path: the identity of its join, and the key of its elements. */
interface NestedStep {
  readonly hop: string;
  readonly key: string;
}

/** The position of the value of an output column in a nested row (docs/language.md). */
export interface NestedColumn {
  /** The steps of its path, outermost first; empty for a column of the entity itself. */
  readonly steps: readonly NestedStep[];
  /** Its key in the object at the end of the steps; undefined for an identity that only distinguishes objects. */
  readonly key: string | undefined;
  /** Whether the value is part of the identity of the object's entity. */
  readonly isIdentity: boolean;
  /** Whether the value belongs to the link to that entity. One entity with several links has several elements. */
  readonly isOfLink: boolean;
  /** Whether the distinct values are collected into an array. */
  readonly isMultiValue: boolean;
}
