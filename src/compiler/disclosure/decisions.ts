/** The effect of a policy on the rows of a mapping that are read as entities of one concept. */
export interface Decision {
  /** Key of the policy or property. */
  readonly about: string;
  /** Key of the concept; empty if the rows belong to no concept. */
  readonly owner: string;
  /** The subject for a message: `policy "x"`, `"email" of concept "person"`. */
  readonly of: string;
  /** The compiled effect: equal strings have the same effect on the same rows. Undefined if the policy has no effect. */
  readonly text: string | undefined;
}

/**
 * Returns the first decision that a different one replaces and that `mayChange` does not permit to change. A decision
 * is compared with the earlier ones for the same owner or, if there are none, with those for all owners.
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
