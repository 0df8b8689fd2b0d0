import { nameKey, type Expression, type Property } from '../../../model';
import { binary, conjunction, constant, isNull, NULL, disjunction } from '../../tree';
import { branchesByMapping, type Branch } from '../scope/branches';
import { propertiesOfKin } from '../scope/concept-properties';
import { entityId, entityLabel, isSystemColumn, TYPE_OF, type SystemColumn, type Resolved } from '../../values';
import { mappedProperty, mappingColumn } from './mapping-source';
import { keyedHash, maskValue, type AppliedMask } from '../../rights';
import type { EntitySource, Planning } from '../scope/planning';
import type { StarColumn } from '../scope/scope';

type Value = Expression<Resolved>;

/**
 * Reads the properties and system columns of one branch as expressions over its mapping's columns. `alias` is the
 * mapping's alias in the branch. As a source of names it is the entity itself with true values, for calculated
 * properties and the conditions of logic concepts.
 */
export class BranchReader implements EntitySource {
  constructor(
    readonly planning: Planning,
    readonly branch: Branch,
    readonly alias: string,
  ) {}

  /**
   * Returns the true value, for joins, identity and conditions of the ontology. Returns NULL if the mapping does not
   * provide the property.
   */
  readonly raw = (key: string): Value => {
    const { planning, branch, alias } = this;
    const property = this.property(key);
    if (property === undefined) return mappingColumn(branch.mapping, alias, key);
    const mapped = mappedProperty(planning, branch.mapping, alias, property);
    if (mapped !== undefined) return mapped;
    if (branch.owner.primaryKey.includes(key)) return nothingOf(property);
    return property.calculation === undefined || !this.isOfEntities(key)
      ? nothingOf(property)
      : planning.stages.planExpression(planning, property.calculation, this);
  };

  /** Returns the true value for joins and identity: NULL where the mapping does not have the key. */
  readonly joined = (key: string): Value => {
    if (!this.branch.isKeyless) return this.raw(key);
    const property = this.property(key);
    return property === undefined ? NULL : nothingOf(property);
  };

  /** Returns the value as this caller sees it. */
  readonly shown = (key: string): Value => {
    const property = this.property(key);
    const value = this.raw(key);
    if (property === undefined) return value;
    const { masks } = this.planning;
    const own = this.masked(value, property, masks.ruleOf(key, this.branch.owner));
    return masks.rulesOfLogic(key).reduce((shown, { concept, rule }) => {
      const isA = this.isA(nameKey(concept.name));
      if (isA.kind === 'literal') return isA.text === '0' ? shown : this.masked(value, property, rule);
      const when = binary(isA, '=', constant('integer', '1'));
      return { kind: 'case', branches: [{ when, then: this.masked(value, property, rule) }], otherwise: shown };
    }, own);
  };

  private masked(value: Value, property: Property, rule: AppliedMask | undefined): Value {
    return rule === undefined
      ? value
      : maskValue(value, property.type.name, rule, () => this.planning.hashKeyOfProperty(property.name));
  }

  /** Returns a system column as this caller sees it, or with true values if `raw`, for conditions of the ontology. */
  system(column: SystemColumn, raw = false): Value {
    const { owner } = this.branch;
    if (column === 'entity_type') return constant('string', owner.name);
    if (column === 'entity_label' && owner.label.length > 0) {
      return entityLabel(this.planning.ontology, owner, raw ? this.raw : this.shown);
    }
    if (this.branch.isKeyless) return NO_TEXT;
    const id = entityId(this.planning.ontology, owner, this.raw);
    return !raw && owner.primaryKey.some((key) => this.planning.masks.masksSome(key, owner))
      ? keyedHash(id, this.planning.context.hashKeyOf(`entity_id ${owner.keyConcept}`))
      : id;
  }

  /**
   * Returns 1 if the entity also belongs to the concept with this key, and 0 if not: by its mapping, or by the
   * condition of a logic concept.
   */
  isA(concept: string): Value {
    const { planning, branch } = this;
    const ofMapping = branchesByMapping(planning.ontology, planning.concept(concept)).get(branch.mapping) ?? [];
    const same = ofMapping.filter((other) => other.owner === branch.owner);
    const conditions = same.map((other) =>
      conjunction(other.conditions.map((logic) => planning.stages.planCondition(planning, logic, this))),
    );
    if (conditions.some((condition) => condition === undefined)) return constant('integer', '1');
    const when = disjunction(conditions);
    if (when === undefined) return constant('integer', '0');
    return {
      kind: 'case',
      branches: [{ when, then: constant('integer', '1') }],
      otherwise: constant('integer', '0'),
    };
  }

  /**
   * Returns the conditions that make a row of the mapping an entity: a key without NULL if the mapping has the key, and the conditions of the
   * branch's logic concepts.
   */
  entityConditions(): readonly Value[] {
    return [...this.keyConditions(), ...this.logicConditions()];
  }

  keyConditions(): readonly Value[] {
    const { planning, branch } = this;
    return planning.context.trustsKeys === true || branch.isKeyless
      ? []
      : branch.owner.primaryKey.map((key) => isNull(this.raw(key), true));
  }

  logicConditions(): readonly Value[] {
    const { planning, branch } = this;
    const logic = branch.conditions.map((condition) => planning.stages.planCondition(planning, condition, this));
    return logic.filter((condition) => condition !== undefined);
  }

  get name(): string {
    return this.branch.owner.name;
  }

  find(column: string): Value | undefined {
    const key = nameKey(column);
    if (isSystemColumn(key)) return this.system(key, true);
    if (key.startsWith(TYPE_OF)) return this.findTypeOf(key.slice(TYPE_OF.length));
    const property = this.property(key);
    return property === undefined || property.isMeasure || property.isMultiValue ? undefined : this.raw(key);
  }

  private findTypeOf(concept: string): Value | undefined {
    return this.planning.ontology.concepts.has(concept) ? this.isA(concept) : undefined;
  }

  /**
   * Reports whether the branch's entities can have the property. Entities of sibling concepts have NULL instead of a
   * value calculated from NULLs.
   */
  private isOfEntities(key: string): boolean {
    const { owner, conditions } = this.branch;
    return conditions.length > 0 || propertiesOfKin(this.planning.ontology, owner).has(key);
  }

  starColumns(): readonly StarColumn[] {
    return [];
  }

  columnNames(): readonly string[] {
    return [...this.planning.ontology.properties.values()].map((property) => property.name);
  }

  private property(key: string): Property | undefined {
    return this.planning.ontology.properties.get(key);
  }
}

const NO_TEXT: Value = { ...NULL, of: 'string' };

function nothingOf({ type: { name } }: Property): Value {
  return { ...NULL, of: name };
}
