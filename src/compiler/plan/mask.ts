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
import { call, constant, isNull, NULL } from '../tree';
import { isSystemColumn, systemColumnParts } from './entity-columns';
import { groupBy } from './group-by';
import { namesIn } from './names-in';
import type { Resolved } from './plan';

type Value = Expression<Resolved>;
type MaskPolicyDefinition = Extract<Policy, { kind: 'mask' }>;

const DEFAULT_MASK = 'XXXXXXXXX';
const DEFAULT_RULE: MaskRule = { name: 'constant', arguments: [DEFAULT_MASK] };

/** What one caller sees masked (spec 2, "Sensitive columns"). */
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
   * properties has the default mask.
   */
  ruleOf(key: string, concept: Concept | undefined): MaskRule | undefined {
    const property = this.ontology.properties.get(key);
    if (this.#isUnmasked || property === undefined) return undefined;
    const policy = this.policyOf(key, concept);
    if (policy !== undefined)
      return policy.exceptRoles.some((role) => this.#roles.has(nameKey(role))) ? undefined : policy.mask;
    if (this.isSensitive(property)) return DEFAULT_RULE;
    return this.dependsOnMasked(property, concept) ? DEFAULT_RULE : undefined;
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
    return isDeclared || this.maskColumns.some((part) => nameKey(property.name).includes(part));
  }

  private dependsOnMasked(property: Property, concept: Concept | undefined): boolean {
    if (property.calculation === undefined && property.filter === undefined) return false;
    const key = nameKey(property.name);
    if (this.#deciding.has(key)) return false;
    this.#deciding.add(key);
    try {
      const parts = dependencies(property).flatMap((part) => this.partsOf(part, key, concept));
      return parts.some((part) =>
        concept === undefined ? this.masks(part) : this.ruleOf(part, concept) !== undefined,
      );
    } finally {
      this.#deciding.delete(key);
    }
  }

  /** What the property at `key` reads by a name: a property, or those of which the id or label of its entities is made. */
  private partsOf(name: string, key: string, concept: Concept | undefined): readonly string[] {
    if (!isSystemColumn(name)) return [name];
    const concepts = concept === undefined ? this.conceptsOf(key) : [concept];
    return concepts.flatMap((known) => systemColumnParts(name, known));
  }

  /** The concepts whose entities can have the property: those that list it, and those above and below them. */
  private conceptsOf(property: string): readonly Concept[] {
    const concepts = [...this.ontology.concepts.values()].filter((known) => known.properties.includes(property));
    const keys = concepts.flatMap(({ name, ancestors, descendants }) => [nameKey(name), ...ancestors, ...descendants]);
    return [...new Set(keys)].map((key) => this.ontology.concepts.get(key)).filter((known) => known !== undefined);
  }
}

/** The keys of the properties that it is made of, at the end of paths too. */
function dependencies({ calculation, filter }: Property): readonly string[] {
  const parts = [calculation, filter].filter((part) => part !== undefined);
  return parts.flatMap(namesIn).map((name) => nameKey(name.slice(name.lastIndexOf('.') + 1)));
}

/** The value as a caller without UNMASK sees it: masked by its rule for strings, NULL for other types; NULL stays NULL. `secret` keys the hash. */
export function mask(value: Value, property: Property, rule: MaskRule, secret: string): Value {
  if (property.type.name !== 'string' || rule.name === 'null') return NULL;
  return {
    kind: 'case',
    branches: [{ when: isNull(value), then: NULL }],
    otherwise: MASKS[rule.name](value, rule.arguments, secret),
  };
}

/** A keyed hash: equal values stay equal, and nobody without the key can try values. The secret is bound, not printed. */
export function keyedHash(value: Value, secret: string): Value {
  const key: Value = { kind: 'literal', type: 'string', text: secret, secret: true };
  return call('SHA2', call('CONCAT', key, value), constant('integer', '256'));
}

const MASKS: Readonly<
  Record<Exclude<MaskRule['name'], 'null'>, (value: Value, parameters: readonly string[], secret: string) => Value>
> = {
  constant: (_, [text]) => constant('string', text ?? DEFAULT_MASK),
  hash: (value, _, secret) => keyedHash(value, secret),
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
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}
