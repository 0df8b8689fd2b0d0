/** A pattern of the LIKE language (docs/filters.md); no two texts and no two runs stand side by side. */
export type LikePattern = readonly LikePart[];

export type LikePart =
  | { readonly kind: 'text'; readonly text: string }
  /** `%`: any run of characters, the empty one too. */
  | { readonly kind: 'run' }
  /** `_`: exactly one character. */
  | { readonly kind: 'one' }
  | LikeSet;

/** `[abc]`, `[a-z]`, `[^a]`: one character within one of the ranges, or within none of them. */
export interface LikeSet {
  readonly kind: 'set';
  readonly negated: boolean;
  readonly ranges: readonly CharacterRange[];
}

/** Both ends belong to it; a single character is a range from itself to itself. */
export interface CharacterRange {
  readonly from: string;
  readonly to: string;
}
