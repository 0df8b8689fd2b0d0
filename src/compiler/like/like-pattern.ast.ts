/** A pattern of the LIKE language (docs/filters.md). Adjacent strings and adjacent runs are merged. */
export type LikePattern = readonly LikePart[];

export type LikePart =
  | { readonly kind: 'text'; readonly text: string }
  /** `%`: any number of characters, including none. */
  | { readonly kind: 'run' }
  /** `_`: exactly one character. */
  | { readonly kind: 'one' }
  | LikeSet;

/** `[abc]`, `[a-z]`, `[^a]`: one character inside the ranges, or outside all of them. */
export interface LikeSet {
  readonly kind: 'set';
  readonly negated: boolean;
  readonly ranges: readonly CharacterRange[];
}

/** A range that includes both ends. A single character is a range from itself to itself. */
export interface CharacterRange {
  readonly from: string;
  readonly to: string;
}
