import {
  allows,
  nameKey,
  type Caller,
  type Concept,
  type Expression,
  type MaskRule,
  type Ontology,
  type Policy,
  type Property,
} from '../../model';
import { call, constant, isNull, NULL, groupBy, namesIn } from '../tree';
import { asText, isSystemColumn, systemColumnParts, parsePath, type Resolved, type ValueType } from '../values';

type Value = Expression<Resolved>;
type MaskPolicyDefinition = Extract<Policy, { kind: 'mask' }>;

/** The greatest number of characters that a partial mask keeps at either end. */
export const MOST_KEPT = 1000;
const DEFAULT_MASK = 'XXXXXXXXX';
const DEFAULT_RULE: AppliedMask = { name: 'constant', arguments: [DEFAULT_MASK] };
/** The mask of properties calculated from masked ones: even whether the value is NULL could disclose a masked value. */
const OPAQUE_RULE: AppliedMask = { ...DEFAULT_RULE, hidesNull: true };

/** The mask of a value. */
export interface AppliedMask extends MaskRule {
  /** Whether NULL is masked like any other value. */
  readonly hidesNull?: true;
}

/** Decides which values one caller sees masked (SECURITY.md). */
export class MaskPolicy {
  readonly #isUnmasked: boolean;
  /** Policies by the key of the property that they mask. */
  readonly #policies: ReadonlyMap<string, readonly MaskPolicyDefinition[]>;
  readonly #roles: ReadonlySet<string>;
  readonly #deciding = new Set<string>();
  readonly #sensitive = new Map<Property, boolean>();

  constructor(
    readonly ontology: Ontology,
    caller: Caller,
    readonly maskColumns: readonly string[],
  ) {
    this.#isUnmasked = allows(caller, 'UNMASK', { kind: 'ontology', ontology: ontology.name });
    const policies = [...ontology.policies.values()].filter((policy) => policy.kind === 'mask');
    this.#policies = groupBy(policies, (policy) => policy.property);
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
    const property = this.ontology.properties.get(key);
    if (this.#isUnmasked || property === undefined) return undefined;
    const policy = this.policyOf(key, concept);
    if (policy !== undefined)
      return policy.exceptRoles.some((role) => this.#roles.has(nameKey(role))) ? undefined : policy.mask;
    if (this.dependsOnMasked(property, concept)) return OPAQUE_RULE;
    return this.isSensitive(property) ? DEFAULT_RULE : undefined;
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
    const rule = this.ruleOf(key, concept);
    return rule && (this.policyOf(key, concept)?.name ?? JSON.stringify(rule));
  }

  /**
   * Returns how a column of a link is masked: as the property of the same name, or by its name if no property has that
   * name.
   */
  ruleOfLinkColumn(key: string): AppliedMask | undefined {
    if (this.ontology.properties.has(key)) return this.ruleOf(key, undefined);
    return !this.#isUnmasked && this.isNamedSensitive(key) ? DEFAULT_RULE : undefined;
  }

  /** Reports whether the value that a name or path reads is masked, for any concept if none is specified. */
  masksName(name: string, concept?: Concept): boolean {
    const { property = name.slice(name.lastIndexOf('.') + 1), ofLink = false } = parsePath(name) ?? {};
    const key = nameKey(property);
    if (ofLink) return this.ruleOfLinkColumn(key) !== undefined;
    return this.masksSome(key, concept);
  }

  private policyOf(key: string, concept: Concept | undefined): MaskPolicyDefinition | undefined {
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

  private isSensitive(property: Property): boolean {
    let isSensitive = this.#sensitive.get(property);
    if (isSensitive === undefined) {
      isSensitive = this.isCalledSensitive(property);
      this.#sensitive.set(property, isSensitive);
    }
    return isSensitive;
  }

  private isCalledSensitive(property: Property): boolean {
    const isDeclared = property.tags.some(
      (tag) => nameKey(tag.name) === 'classification' && tag.value.toUpperCase() === 'PII',
    );
    return isDeclared || this.isNamedSensitive(nameKey(property.name));
  }

  private isNamedSensitive(key: string): boolean {
    return this.maskColumns.some((part) => key.includes(part));
  }

  private dependsOnMasked(property: Property, concept: Concept | undefined): boolean {
    if (property.calculation === undefined && property.filter === undefined) return false;
    const key = nameKey(property.name);
    if (this.#deciding.has(key)) return false;
    this.#deciding.add(key);
    try {
      const parts = dependencies(property).flatMap((part) => this.partsOf(part, key, concept));
      return parts.some((part) => this.masksName(part, concept));
    } finally {
      this.#deciding.delete(key);
    }
  }

  /**
   * Returns the names that the property at `key` reads by a name: the name itself, or the parts of the id or label of
   * its entities.
   */
  private partsOf(name: string, key: string, concept: Concept | undefined): readonly string[] {
    const column = nameKey(name.slice(name.lastIndexOf('.') + 1));
    if (!isSystemColumn(column)) return [name];
    const concepts = concept === undefined ? this.conceptsOf(key) : [concept];
    return concepts.flatMap((known) => systemColumnParts(column, known));
  }

  /**
   * Returns the concepts whose entities can have the property: those that list it, their ancestors and their
   * descendants.
   */
  private conceptsOf(property: string): readonly Concept[] {
    const concepts = [...this.ontology.concepts.values()].filter((known) => known.properties.includes(property));
    const keys = concepts.flatMap(({ name, ancestors, descendants }) => [nameKey(name), ...ancestors, ...descendants]);
    return [...new Set(keys)].map((key) => this.ontology.concepts.get(key)).filter((known) => known !== undefined);
  }
}

/** Returns the names that the calculation and the filter of a property read. */
function dependencies({ calculation, filter }: Property): readonly string[] {
  return [calculation, filter].filter((part) => part !== undefined).flatMap(namesIn);
}

/**
 * Returns the value as a caller without UNMASK sees it: masked by the rule for strings and columns of unknown type,
 * NULL for other types. NULL remains NULL unless the rule hides it. `keyOf` returns the key of the hash.
 */
export function mask(value: Value, type: ValueType, rule: AppliedMask, keyOf: () => string): Value {
  if ((type !== 'string' && type !== 'unknown') || rule.name === 'null') return nothingOf(type);
  if (value.kind === 'literal' && value.type === 'null') return value;
  const masked = MASKS[rule.name](type === 'unknown' ? asText(value) : value, rule.arguments, keyOf);
  return rule.hidesNull ? masked : { kind: 'case', branches: [{ when: isNull(value), then: NULL }], otherwise: masked };
}

function nothingOf(type: ValueType): Value {
  const isScalar = type !== 'unknown' && type !== 'truth' && type !== 'null' && type !== 'binary';
  return isScalar ? { ...NULL, of: type } : NULL;
}

/**
 * Returns a keyed hash: equal values have equal hashes, and a caller without the key cannot test guesses. The key is a
 * bound parameter, not part of the SQL.
 */
export function keyedHash(value: Value, secret: string): Value {
  const key: Value = { kind: 'literal', type: 'string', text: secret, secret: true };
  return call('SHA2', call('CONCAT', key, value), constant('integer', '256'));
}

const MASKS: Readonly<
  Record<Exclude<MaskRule['name'], 'null'>, (value: Value, parameters: readonly string[], keyOf: () => string) => Value>
> = {
  constant: (_, [text]) => constant('string', text ?? DEFAULT_MASK),
  hash: (value, _, keyOf) => keyedHash(value, keyOf()),
  partial: (value, [first = '0', last = '0']) => partial(value, count(first), count(last)),
};

/**
 * Returns the first and last characters around a mask of fixed length. A string no longer than those characters is
 * masked entirely.
 */
function partial(value: Value, first: number, last: number): Value {
  const kept = first + last;
  const head = call<Resolved>('LEFT', value, constant('integer', String(first)));
  const tail = call<Resolved>('RIGHT', value, constant('integer', String(last)));
  const parts = [...(first > 0 ? [head] : []), constant('string', DEFAULT_MASK), ...(last > 0 ? [tail] : [])];
  const isLonger: Value = {
    kind: 'binary',
    operator: '>',
    left: call('CHAR_LENGTH', value),
    right: constant('integer', String(kept)),
  };
  return {
    kind: 'case',
    branches: [{ when: isLonger, then: call('CONCAT', ...parts) }],
    otherwise: constant('string', DEFAULT_MASK),
  };
}

function count(text: string): number {
  const number = Number(text);
  return Number.isSafeInteger(number) && number > 0 ? Math.min(number, MOST_KEPT) : 0;
}
