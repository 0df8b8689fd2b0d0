/** One step of a path: the identity of its join, and the key of its elements. */
interface NestedStep {
  readonly hop: string;
  readonly key: string;
  /** The most elements of the list; undefined means all. */
  readonly limit?: number | undefined;
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
  /** Set on a multi-value where lists have options: the name of its list, and the most values. */
  readonly list?: { readonly name: string; readonly limit: number | undefined };
  /**
   * Set on a column by which elements, or the values of a list, are sorted after they were read; otherwise they are in the order of their
   * rows. Columns with a smaller `place` come first, those with the same place in the order of the row.
   */
  readonly sorting?: { readonly place: number; readonly isNumber: boolean };
  /**
   * Set on a column with the places of elements in their list: those of the objects at the end of the steps, or of the values of the list
   * with the name `of`. NULL is the place of an element that the list leaves out. Unless `isOrdered`, a list keeps the order of its rows.
   */
  readonly places?: { readonly of: string | undefined; readonly isOrdered: boolean };
}
