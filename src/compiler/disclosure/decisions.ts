/** What a policy does with the rows of a mapping that are read as entities of one concept. */
export interface Decision {
  /** Key of the policy or property. */
  readonly about: string;
  /** Key of the concept; empty where rows belong to none. */
  readonly owner: string;
  /** For a message: `policy "x"`, `"email" of concept "person"`. */
  readonly of: string;
  /** The same text means the same of the same rows; undefined where nothing is done with them. */
  readonly text: string | undefined;
}

/**
 * The first decision that another one takes the place of, unless `mayChange` it: for the same owner, and for an owner as
 * whose entities the rows were not read before, any other.
 */
export function findReplaced(
  before: readonly Decision[],
  after: readonly Decision[],
  mayChange: (decision: Decision) => boolean = () => false,
): Decision | undefined {
  for (const decision of after) {
    const known = before.filter(({ about }) => about === decision.about);
    const own = known.filter(({ owner }) => owner === decision.owner);
    const compared = own.length > 0 ? own : known;
    const replaced = compared.find((other) => other.text !== decision.text && !mayChange(other));
    if (replaced !== undefined) return replaced;
  }
  return undefined;
}
