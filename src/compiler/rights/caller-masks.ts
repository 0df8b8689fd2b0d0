import { allows, nameKey, type Caller, type Concept, type Ontology, type Policy, type Property } from '../../model';
import { groupBy } from '../tree';
import { parsePath } from '../values';
import { type AppliedMask, DEFAULT_RULE, OPAQUE_RULE } from './mask-value';
import { namesRead } from './names-read';
import { SensitiveNames } from './sensitive-names';

type MaskPolicy = Extract<Policy, { kind: 'mask' }>;

/** How a property is masked, and what decides it. `rule` is undefined for a value that the caller sees. */
export interface MaskDecision {
  readonly rule: AppliedMask | undefined;
  readonly by: 'right' | 'policy' | 'calculation' | 'tag' | 'name' | 'nothing';
  /** The policy that decides. */
  readonly policy?: MaskPolicy;
}

const PLAIN: MaskDecision = { rule: undefined, by: 'nothing' };

/** Decides which values one caller sees masked (SECURITY.md). */
export class CallerMasks {
  readonly #isUnmasked: boolean;
  /** Policies by the key of the property that they mask. */
  readonly #policies: ReadonlyMap<string, readonly MaskPolicy[]>;
  readonly #roles: ReadonlySet<string>;
  readonly #deciding = new Set<string>();
  readonly #sensitive: SensitiveNames;

  constructor(
    readonly ontology: Ontology,
    caller: Caller,
    maskColumns: readonly string[],
  ) {
    this.#isUnmasked = allows(caller, 'UNMASK', { kind: 'ontology', ontology: ontology.name });
    const policies = [...ontology.policies.values()].filter((policy) => policy.kind === 'mask');
    this.#policies = groupBy(policies, (policy) => policy.property);
    this.#sensitive = new SensitiveNames(maskColumns);
    this.#roles = new Set(caller.roles.map(nameKey));
  }

  /** Reports whether the property is masked for any concept. */
  masks(property: string): boolean {
    const concepts: readonly (Concept | undefined)[] = [undefined, ...this.conceptsOfPolicies(property)];
    return concepts.some((concept) => this.ruleOf(property, concept) !== undefined);
  }

  /**
   * Returns how the property of a concept's entities is masked; undefined if the caller sees the value. The policy of
   * the nearest concept decides, then a policy of the property alone, then its tag and its name. A property calculated
   * from masked ones has the default mask, which also hides NULL.
   */
  ruleOf(key: string, concept: Concept | undefined): AppliedMask | undefined {
    return this.decide(key, concept).rule;
  }

  /** Returns the same as `ruleOf`, with what decides it. */
  decide(key: string, concept: Concept | undefined): MaskDecision {
    const property = this.ontology.properties.get(key);
    if (property === undefined) return PLAIN;
    if (this.#isUnmasked) return { rule: undefined, by: 'right' };
    const policy = this.policyOf(key, concept);
    if (policy !== undefined) {
      const isExempt = policy.exceptRoles.some((role) => this.#roles.has(nameKey(role)));
      return { rule: isExempt ? undefined : policy.mask, by: 'policy', policy };
    }
    if (this.dependsOnMasked(property, concept)) return { rule: OPAQUE_RULE, by: 'calculation' };
    const by = this.#sensitive.causeOf(property);
    return by === undefined ? PLAIN : { rule: DEFAULT_RULE, by };
  }

  /**
   * Returns how the property is masked for entities of logic concepts: those that satisfy the condition, whichever
   * concept the statement reads them from.
   */
  rulesOfLogic(key: string): readonly { readonly concept: Concept; readonly rule: AppliedMask }[] {
    const concepts = this.conceptsOfPolicies(key).filter((concept) => concept?.logic !== undefined);
    return concepts.flatMap((concept) => {
      const rule = this.ruleOf(key, concept);
      return concept === undefined || rule === undefined ? [] : [{ concept, rule }];
    });
  }

  /**
   * Returns how the values of a multi-value property are masked. A mapping can provide values for entities of any
   * descendant of its concept, so a mask of any concept applies.
   */
  ruleOfValues(key: string, concept: Concept | undefined): AppliedMask | undefined {
    const ofOthers = this.conceptsOfPolicies(key).map((other) => this.ruleOf(key, other));
    return this.ruleOf(key, concept) ?? ofOthers.find((rule) => rule !== undefined);
  }

  /**
   * Reports whether the property is masked for some of the concept's entities, or for any concept if none is specified.
   */
  masksSome(key: string, concept: Concept | undefined): boolean {
    if (concept === undefined) return this.masks(key);
    return this.ruleOf(key, concept) !== undefined || this.rulesOfLogic(key).length > 0;
  }

  /** Reports whether a policy masks the property for some concept. */
  hasPolicy(key: string): boolean {
    return this.#policies.has(key);
  }

  /**
   * Returns the name of the policy, or else the rule, that masks the property of a concept's entities; undefined if
   * nothing masks it.
   */
  decisionOn(key: string, concept: Concept | undefined): string | undefined {
    const { rule, policy } = this.decide(key, concept);
    return rule && (policy?.name ?? JSON.stringify(rule));
  }

  /**
   * Returns how a column of a link is masked: as the property of the same name, or by its name if no property has that
   * name.
   */
  ruleOfLinkColumn(key: string): AppliedMask | undefined {
    if (this.ontology.properties.has(key)) return this.ruleOf(key, undefined);
    return !this.#isUnmasked && this.#sensitive.includesName(key) ? DEFAULT_RULE : undefined;
  }

  /** Reports whether the value that a name or path reads is masked, for any concept if none is specified. */
  masksName(name: string, concept?: Concept): boolean {
    const { property = name.slice(name.lastIndexOf('.') + 1), ofLink = false } = parsePath(name) ?? {};
    const key = nameKey(property);
    if (ofLink) return this.ruleOfLinkColumn(key) !== undefined;
    return this.masksSome(key, concept);
  }

  private policyOf(key: string, concept: Concept | undefined): MaskPolicy | undefined {
    const policies = this.#policies.get(key);
    if (policies === undefined) return undefined;
    const lineage = concept === undefined ? [] : [nameKey(concept.name), ...concept.ancestors];
    for (const known of lineage) {
      const nearest = policies.find((policy) => policy.concept === known);
      if (nearest !== undefined) return nearest;
    }
    return policies.find((policy) => policy.concept === undefined);
  }

  private conceptsOfPolicies(property: string): readonly (Concept | undefined)[] {
    const policies = this.#policies.get(property) ?? [];
    return policies.flatMap(({ concept }) => (concept === undefined ? [] : [this.ontology.concepts.get(concept)]));
  }

  private dependsOnMasked(property: Property, concept: Concept | undefined): boolean {
    if (property.calculation === undefined && property.filter === undefined) return false;
    const key = nameKey(property.name);
    if (this.#deciding.has(key)) return false;
    this.#deciding.add(key);
    try {
      return namesRead(this.ontology, property, concept).some((name) => this.masksName(name, concept));
    } finally {
      this.#deciding.delete(key);
    }
  }
}

/** A caller with no grants. */
const ANYBODY: Caller = { id: '', name: '', roles: ['public'], grants: [] };

/** Returns the masks that apply to a caller with no grants and no roles of their own. */
export function masksForAnybody(ontology: Ontology, maskColumns: readonly string[]): CallerMasks {
  return new CallerMasks(ontology, ANYBODY, maskColumns);
}
