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

/** The most characters that a partial mask keeps at either end. */
export const MOST_KEPT = 1000;
const DEFAULT_MASK = 'XXXXXXXXX';
const DEFAULT_RULE: AppliedMask = { name: 'constant', arguments: [DEFAULT_MASK] };
/** Of what is calculated from masked properties: whether it is NULL would answer any question about them. */
const OPAQUE_RULE: AppliedMask = { ...DEFAULT_RULE, hidesNull: true };

/** How a value is masked. */
export interface AppliedMask extends MaskRule {
  /** NULL looks like any other value. */
  readonly hidesNull?: true;
}

/** What one caller sees masked (SECURITY.md). */
export class MaskPolicy {
  readonly #isUnmasked: boolean;
  /** By the property that they mask. */
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

  /** Whether the property is masked of any concept. */
  masks(property: string): boolean {
    const concepts: readonly (Concept | undefined)[] = [undefined, ...this.conceptsOfPolicies(property)];
    return concepts.some((concept) => this.ruleOf(property, concept) !== undefined);
  }

  /**
   * How the property of the entities of a concept is masked; undefined where the caller sees it. A policy of the
   * nearest concept decides, then one of the property, then its tag and its name; what is calculated from masked
   * properties has the default mask, where it is NULL as well.
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
   * How the property is masked of entities of logic concepts: those of a concept's mappings that meet the condition,
   * whichever way they are reached.
   */
  rulesOfLogic(key: string): readonly { readonly concept: Concept; readonly rule: AppliedMask }[] {
    const concepts = this.conceptsOfPolicies(key).filter((concept) => concept?.logic !== undefined);
    return concepts.flatMap((concept) => {
      const rule = this.ruleOf(key, concept);
      return concept === undefined || rule === undefined ? [] : [{ concept, rule }];
    });
  }

  /** How the values of a multi-value property are masked, which a mapping gives to entities of any concept below its own. */
  ruleOfValues(key: string, concept: Concept | undefined): AppliedMask | undefined {
    const ofOthers = this.conceptsOfPolicies(key).map((other) => this.ruleOf(key, other));
    return this.ruleOf(key, concept) ?? ofOthers.find((rule) => rule !== undefined);
  }

  /** Whether some of the concept's entities have the property masked; of any concept, where none is told. */
  masksSome(key: string, concept: Concept | undefined): boolean {
    if (concept === undefined) return this.masks(key);
    return this.ruleOf(key, concept) !== undefined || this.rulesOfLogic(key).length > 0;
  }

  /** Whether a policy says how the property is masked, of some concept. */
  hasPolicy(key: string): boolean {
    return this.#policies.has(key);
  }

  /** What decides how the property of a concept's entities is masked, and whom that concerns; undefined where nothing masks it. */
  decisionOn(key: string, concept: Concept | undefined): string | undefined {
    const rule = this.ruleOf(key, concept);
    return rule && (this.policyOf(key, concept)?.name ?? JSON.stringify(rule));
  }

  /** How a column of a link is masked: as the property of its name, or by its name where there is none. */
  ruleOfLinkColumn(key: string): AppliedMask | undefined {
    if (this.ontology.properties.has(key)) return this.ruleOf(key, undefined);
    return !this.#isUnmasked && this.isNamedSensitive(key) ? DEFAULT_RULE : undefined;
  }

  /** Whether what a name of the ontology reads is masked, at the end of a path too; of any concept, where none is told. */
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

  /** What the property at `key` reads by a name: what it names, or that of which the id or label of its entities is made. */
  private partsOf(name: string, key: string, concept: Concept | undefined): readonly string[] {
    const column = nameKey(name.slice(name.lastIndexOf('.') + 1));
    if (!isSystemColumn(column)) return [name];
    const concepts = concept === undefined ? this.conceptsOf(key) : [concept];
    return concepts.flatMap((known) => systemColumnParts(column, known));
  }

  /** The concepts whose entities can have the property: those that list it, and those above and below them. */
  private conceptsOf(property: string): readonly Concept[] {
    const concepts = [...this.ontology.concepts.values()].filter((known) => known.properties.includes(property));
    const keys = concepts.flatMap(({ name, ancestors, descendants }) => [nameKey(name), ...ancestors, ...descendants]);
    return [...new Set(keys)].map((key) => this.ontology.concepts.get(key)).filter((known) => known !== undefined);
  }
}

/** The names that it is made of. */
function dependencies({ calculation, filter }: Property): readonly string[] {
  return [calculation, filter].filter((part) => part !== undefined).flatMap(namesIn);
}

/**
 * The value as a caller without UNMASK sees it: masked by its rule for strings and columns of unknown type, NULL for
 * other types; NULL stays NULL, unless the rule hides it. `keyOf` gives the key of its hash.
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

/** A keyed hash: equal values stay equal, and nobody without the key can try values. The secret is bound, not printed. */
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

/** The first and last characters around a mask of one length; a text that has no more than those is masked whole. */
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
