import { nameKey, type Concept, type Expression, type Property, type Source } from '../../../model';
import { identifier } from '../../tree';
import { branchesOf, type Branch } from '../scope/branches';
import { propertiesOf, propertiesOfKin } from '../scope/concept-properties';
import { removesDuplicates } from '../mappings/distinct-entities';
import { isSystemColumn, type Column, type Resolved, type ValueType } from '../../values';
import { precisionOf } from '../mappings/stored-column';
import type { Planning, SchemaKind } from '../scope/planning';
import { unfoldBranches, type ColumnRequest } from '../mappings/unfold-concept';

type Value = Expression<Resolved>;

export interface EntityTableOptions {
  readonly alias: string;
  readonly schema: SchemaKind;
  /** Whether all columns return true values, as in conditions of the ontology. */
  readonly raw?: boolean;
  readonly branches?: readonly Branch[];
}

/** The entities of a concept under an alias, with only the columns that the statement reads. */
export class EntityTable {
  readonly #requests = new Map<string, ColumnRequest>();
  #hasKeyless: boolean | undefined;

  constructor(
    readonly planning: Planning,
    readonly concept: Concept,
    readonly options: EntityTableOptions,
  ) {}

  /**
   * The properties of the schema's table by key, including measures and multi-values: own and inherited ones and,
   * except in `svc`, those of concepts below.
   */
  get properties(): ReadonlyMap<string, Property> {
    const { ontology } = this.planning;
    return this.options.schema === 'svc'
      ? propertiesOf(ontology, this.concept)
      : propertiesOfKin(ontology, this.concept);
  }

  /** Reads the value as the caller sees it, or the true value if the whole table is `raw`. */
  read(key: string): Value {
    return this.column(key, this.options.raw === true);
  }

  /** Reads the true value, for joins and identity. */
  readTrue(key: string): Value {
    return this.hasKeyless && !isSystemColumn(key) ? this.joined(key) : this.column(key, true);
  }

  /** Reads 1 if an entity belongs to a concept below, and 0 if not. */
  readTypeOf(name: string, concept: string): Value {
    return this.request({ kind: 'type-of', concept, name, raw: false }, 'integer');
  }

  /**
   * Returns the identity of the entities: the key. If concepts below have keys of their own, it is the concept of the
   * key and the id (docs/language.md).
   */
  identity(): readonly Value[] {
    const { primaryKey } = this.concept;
    if (primaryKey.length > 0) return primaryKey.map((key) => this.readTrue(key));
    const keyConcept = this.request({ kind: 'key-concept', name: 'entity_id (concept)', raw: true }, 'string');
    return [keyConcept, this.readTrue('entity_id')];
  }

  /** Reports whether the columns with one value in each group identify the entity. */
  isIdentified(isSettled: (column: Column) => boolean): boolean {
    if (this.hasKeyless) return false;
    const { primaryKey } = this.concept;
    const has = (key: string, raw: boolean): boolean =>
      isSettled({ source: this.options.alias, name: this.nameOf(key, raw), type: 'unknown' });
    if (primaryKey.length > 0 && primaryKey.every((key) => has(key, true))) return true;
    const keyConcepts = new Set(this.branches.map(({ owner }) => owner.keyConcept));
    return has('entity_id', false) && (keyConcepts.size === 1 || has('entity_type', false));
  }

  private get branches(): readonly Branch[] {
    return this.options.branches ?? branchesOf(this.planning.ontology, this.concept);
  }

  /** Whether some rows have no key. Columns for joins and identity are then NULL in these, and separate from shown ones. */
  get hasKeyless(): boolean {
    this.#hasKeyless ??=
      this.planning.ontology.settings.has('keyless_mappings') && this.branches.some(({ isKeyless }) => isKeyless);
    return this.#hasKeyless;
  }

  build(): Source<Resolved> {
    const query = unfoldBranches(this.planning, {
      conceptName: this.concept.name,
      branches: this.branches,
      requests: [...this.#requests.values()],
      raw: this.options.raw === true,
      distinct: this.options.branches === undefined && removesDuplicates(this.planning.ontology),
      hiding: () => {
        this.planning.hidden.entities.add(this.options.alias);
      },
    });
    return { kind: 'derived', query, alias: identifier(this.options.alias), lateral: false };
  }

  private column(key: string, raw: boolean): Value {
    const property = this.planning.ontology.properties.get(key);
    const name = this.nameOf(key, raw);
    if (isSystemColumn(key)) return this.systemColumn({ kind: 'system', column: key, name, raw });
    const type = property === undefined ? 'unknown' : precisionOf(this.planning, this.branches, property);
    return this.request({ kind: 'property', key: nameKey(key), name, raw }, type, property?.type.scale);
  }

  private joined(key: string): Value {
    const property = this.planning.ontology.properties.get(key);
    const name = `${property?.name ?? key} (joined)`;
    const type = property === undefined ? 'unknown' : precisionOf(this.planning, this.branches, property);
    const request = { kind: 'property', key: nameKey(key), name, raw: true, joins: true } as const;
    return this.request(request, type, property?.type.scale);
  }

  private systemColumn(request: ColumnRequest & { readonly kind: 'system' }): Value {
    const value = this.request(request, 'string');
    if (request.column !== 'entity_type' || value.kind !== 'reference') return value;
    return { ...value, reference: { ...value.reference, concepts: this.planning.ontology.concepts } };
  }

  private nameOf(key: string, raw: boolean): string {
    return `${this.planning.ontology.properties.get(key)?.name ?? key}${raw && this.isMasked(key) ? ' (true)' : ''}`;
  }

  private request(request: ColumnRequest, type: ValueType, scale?: number): Value {
    if (!this.#requests.has(request.name)) this.#requests.set(request.name, request);
    return { kind: 'reference', reference: { source: this.options.alias, name: request.name, type, scale } };
  }

  private isMasked(key: string): boolean {
    const parts = key === 'entity_id' ? this.concept.primaryKey : [key];
    return parts.some((part) => this.planning.masks.masks(part));
  }
}
