import { ServiceError } from '../../../errors';
import { nameKey, type Concept, type Expression, type Property, type Source } from '../../../model';
import { hintAtBrackets } from '../../ontology';
import { binary, conjunction } from '../../tree';
import {
  type Column,
  columnOf,
  isSystemColumn,
  type MeasuredEntity,
  type PathHop,
  type Relation,
  type Resolved,
  SYSTEM_COLUMNS,
  TYPE_OF,
} from '../../values';
import { EntityTable, type EntityTableOptions } from './entity-table';
import { comparedPairs } from '../paths/compared-pairs';
import { measureOf, valueAtEnd } from '../paths/end-of-path';
import { cutPath, readPath } from '../paths/find-many';
import { findNamed, getStep, relationshipsOf, type Step } from '../paths/find-step';
import { openLinkTable } from '../paths/open-link-table';
import type { LinkTable } from '../paths/link-table';
import type { Planning } from '../scope/planning';
import { joinRelations } from '../paths/relation-tree';
import type { ManyOfEntity, NamedSource, StarColumn } from '../scope/scope';
import { valueMappings, valueSource } from '../mappings/value-source';

type Value = Expression<Resolved>;

/**
 * A joined step of a path. `pairs` join the left side to the target or to the link table, `far` joins the link table to
 * the target.
 */
interface Hop {
  readonly target: ConceptSource;
  readonly isMany: boolean;
  readonly pairs: Relation['pairs'];
  readonly link?: { readonly table: LinkTable; readonly far: Value | undefined };
}

/** A multi-value property that the statement reads, with the join of its values. */
interface Values {
  readonly value: Value;
  readonly relation: Relation;
}

export interface ConceptSourceOptions extends EntityTableOptions {
  readonly name: string;
  readonly hasAlias: boolean;
}

const MEASURE = 'measure.';

/**
 * A concept in a FROM. It records the columns and paths that the statement reads during name resolution. It then builds
 * their source: the concept with those columns, LEFT JOINed along each distinct path prefix (docs/language.md).
 */
export class ConceptSource implements NamedSource, MeasuredEntity {
  readonly name: string;
  readonly schema: string | undefined;
  readonly pathSchema: string | undefined;
  readonly table: EntityTable;
  readonly #hops = new Map<string, Hop>();
  readonly #values = new Map<string, Values>();
  readonly #paths = new Map<string, StarColumn>();
  readonly #attached: Relation[] = [];

  constructor(
    readonly planning: Planning,
    readonly concept: Concept,
    readonly options: ConceptSourceOptions,
  ) {
    this.name = options.name;
    this.pathSchema = options.schema === 'dsvc' ? undefined : planning.schemaName('dsvc');
    this.schema = options.hasAlias ? undefined : planning.schemaName(options.schema);
    this.table = new EntityTable(planning, concept, options);
  }

  find(column: string): Value | undefined {
    const key = nameKey(column);
    if (isSystemColumn(key)) return this.table.read(key);
    const property = this.table.properties.get(key);
    if (property?.isMeasure === false) return property.isMultiValue ? this.readValues(property) : this.table.read(key);
    if (this.options.schema !== 'dsvc') return undefined;
    if (key.startsWith(MEASURE)) return this.findMeasure(column.slice(MEASURE.length));
    if (key.startsWith(TYPE_OF)) return this.findTypeOf(key.slice(TYPE_OF.length));
    return column.includes('[') ? this.findPath(column) : undefined;
  }

  findShort(path: string): Value | undefined {
    return this.options.schema === 'dsvc' ? this.findPath(path) : undefined;
  }

  isPath(name: string): boolean {
    return readPath(this.planning, this.concept, name) !== undefined;
  }

  hintAtPath(name: string): string | undefined {
    return this.options.schema === 'dsvc' ? hintAtBrackets(this.planning.ontology, this.concept, name) : undefined;
  }

  starColumns(): readonly StarColumn[] {
    const properties = this.columns().filter((property) => !property.isMultiValue);
    return [...SYSTEM_COLUMNS, ...properties.map((property) => property.name)].map((name) => ({
      name,
      value: this.table.read(nameKey(name)),
    }));
  }

  /**
   * Returns the paths and multi-values read so far, in order of first use. The outermost `SELECT *` returns them as
   * additional columns (docs/http-api.md).
   */
  pathColumns(): readonly StarColumn[] {
    return [...this.#paths.values()];
  }

  columnNames(): readonly string[] {
    const names = [...SYSTEM_COLUMNS, ...this.columns().map((property) => property.name)];
    if (this.options.schema !== 'dsvc') return names;
    const steps = relationshipsOf(this.planning, this.concept).map(
      (known) => `${known.name}[${this.planning.concept(known.target).name}]`,
    );
    return [...names, ...steps];
  }

  identity(): readonly Value[] {
    return this.table.identity();
  }

  identityAlong(column: string): readonly Value[] {
    const path = readPath(this.planning, this.concept, column);
    const hops = path === undefined ? [] : this.follow(path.hops);
    const target = hops.at(-1)?.target ?? this;
    const ends = hops.some((hop) => hop.isMany) ? target.identity() : [];
    const property = this.planning.ontology.properties.get(nameKey(path?.property ?? column));
    return property?.isMultiValue === true && path?.ofLink !== true ? [...ends, target.readValues(property)] : ends;
  }

  isJoined(column: string): boolean {
    const path = readPath(this.planning, this.concept, column);
    return this.hasJoined(path?.hops ?? [], path?.ofLink === true ? undefined : nameKey(path?.property ?? column));
  }

  settledAliases(isSettled: (column: Column) => boolean): readonly string[] {
    const ofEnds = [...this.#hops.values()].flatMap((hop) => {
      const { isMany, pairs, aliases } = relationOf(hop);
      const isMore = isMany || pairs.some(({ left }) => left.kind !== 'reference' || !isSettled(left.reference));
      return [...hop.target.settledAliases(isSettled), ...(isMore ? [] : aliases)];
    });
    return this.table.isIdentified(isSettled) ? [...ofEnds, this.options.alias] : ofEnds;
  }

  findMany(column: string, own: readonly string[]): ManyOfEntity | undefined {
    const isPath = this.options.schema === 'dsvc' && this.isPath(column);
    if (!isPath && !this.table.properties.has(nameKey(column))) return undefined;
    const cut = cutPath(this.planning, this.concept, column, own);
    return cut && { entity: this.follow(cut.hops).at(-1)?.target ?? this, column: cut.rest };
  }

  attach(relation: Relation): void {
    this.#attached.push(relation);
  }

  again(): ConceptSource {
    const alias = this.planning.alias(this.concept.name);
    return new ConceptSource(this.planning, this.concept, { ...this.options, name: alias, alias, hasAlias: true });
  }

  get hasKeyless(): boolean {
    return this.table.hasKeyless;
  }

  get fansOut(): boolean {
    return this.#values.size > 0 || [...this.#hops.values()].some((hop) => hop.isMany || hop.target.fansOut);
  }

  /**
   * Returns the source with every column that was read. Must be called after the last name of the statement is
   * resolved.
   */
  build(): Source<Resolved> {
    return joinRelations(this.table.build(), this.relations);
  }

  /** The relations that are joined to the concept: paths, multi-values and attached tables. */
  get relations(): readonly Relation[] {
    const values = [...this.#values.values()].map(({ relation }) => relation);
    return [...values, ...[...this.#hops.values()].map(relationOf), ...this.#attached];
  }

  private columns(): readonly Property[] {
    return [...this.table.properties.values()].filter((property) => !property.isMeasure);
  }

  private findTypeOf(key: string): Value | undefined {
    if (!this.concept.descendants.includes(key)) return undefined;
    return this.table.readTypeOf(`${TYPE_OF}${this.planning.concept(key).name}`, key);
  }

  /** Returns the values of a multi-value property: one row for each value, as for a to-many path. */
  private readValues(property: Property): Value {
    const key = nameKey(property.name);
    const known = this.#values.get(key);
    if (known !== undefined) return known.value;
    const mappings = valueMappings(this.planning, this.concept, key);
    if (mappings.length === 0) {
      throw new ServiceError('plan_no_mapping', `the multi-value property "${property.name}" has no mapping`);
    }
    const alias = this.planning.aliasOfBelongings(property.name);
    const keys = this.concept.primaryKey;
    const identity = this.table.identity();
    const pairs = identity.map((left, index) => ({ left, own: columnOf(alias, `key_${index + 1}`) }));
    const value = columnOf(alias, 'value', property.type.name);
    const raw = this.options.raw === true;
    const open = (): Source<Resolved> => valueSource(this.planning, mappings, { alias, keys, property, raw });
    const relation = { aliases: [alias], isMany: true, pairs, open, below: [] };
    this.#values.set(key, { value, relation });
    this.#paths.set(key, { name: property.name, value });
    return value;
  }

  private findPath(written: string): Value | undefined {
    const path = readPath(this.planning, this.concept, written);
    const [first] = path?.hops ?? [];
    if (path === undefined || first === undefined || findNamed(this.planning, this.concept, first) === undefined) {
      return undefined;
    }
    const known = this.#paths.get(nameKey(written));
    if (known !== undefined) return known.value;
    const value = valueAtEnd(this.follow(path.hops).at(-1), path);
    this.#paths.set(nameKey(written), { name: written, value });
    return value;
  }

  /** Returns `measure.revenue` or, at the end of a path, `measure.on_album[album].album_count`. */
  private findMeasure(written: string): Value {
    const path = readPath(this.planning, this.concept, written);
    const entity = (path && this.follow(path.hops).at(-1)?.target) ?? this;
    const name = path?.property ?? written;
    const property = measureOf(entity.concept, entity.table.properties, name);
    const column = { source: entity.options.alias, name: `${MEASURE}${written}`, type: property.type.name };
    return { kind: 'reference', reference: { ...column, measure: { property, entity } } };
  }

  private follow(hops: readonly PathHop[]): readonly Hop[] {
    return hops.reduce<readonly Hop[]>((done, hop) => [...done, (done.at(-1)?.target ?? this).enter(hop)], []);
  }

  /** Returns the join for one hop. Paths with the same prefix share the join. */
  private enter(hop: PathHop): Hop {
    const { step, key } = this.stepOf(hop);
    let entered = this.#hops.get(key);
    if (entered === undefined) {
      entered = this.open(step);
      this.#hops.set(key, entered);
    }
    return entered;
  }

  /** Reports whether the statement joins a to-many step of the path, or all its steps and the values of the property. */
  private hasJoined([hop, ...others]: readonly PathHop[], property: string | undefined): boolean {
    if (hop === undefined) return property !== undefined && this.#values.has(property);
    const entered = this.#hops.get(this.stepOf(hop).key);
    return entered !== undefined && (entered.isMany || entered.target.hasJoined(others, property));
  }

  private stepOf(hop: PathHop): { readonly step: Step; readonly key: string } {
    const step = getStep(this.planning, this.concept, hop);
    return { step, key: `${nameKey(step.relationship.name)}[${nameKey(hop.concept)}*${hop.steps ?? ''}]` };
  }

  private open({ relationship, concept, steps }: Step): Hop {
    const alias = this.planning.alias(relationship.name);
    const { schema, raw } = this.options;
    const target = new ConceptSource(this.planning, concept, { name: alias, alias, schema, hasAlias: true, raw });
    const isMany = steps !== undefined || relationship.cardinality === 'many';
    const { join } = relationship;
    const here = (key: string): Value => this.table.readTrue(key);
    const there = (key: string): Value => target.table.readTrue(key);
    if (join.kind === 'key' && steps === undefined) {
      return { target, isMany, pairs: comparedPairs(join, here, there) };
    }
    const table = openLinkTable(this.planning, relationship, { steps, raw: raw === true });
    const pairs = table.nearProperties.map((key, index) => ({ left: here(key), own: table.near(index) }));
    const far = table.farProperties.map((key, index) => binary(there(key), '=', table.far(index)));
    return { target, isMany, pairs, link: { table, far: conjunction(far) } };
  }
}

function relationOf({ target, isMany, pairs, link }: Hop): Relation {
  const { alias } = target.options;
  return {
    aliases: link === undefined ? [alias] : [alias, link.table.alias],
    isMany,
    pairs,
    open: () => openEnd(target, link),
    below: target.relations,
  };
}

function openEnd(target: ConceptSource, link: Hop['link']): Source<Resolved> {
  const end = target.table.build();
  return link === undefined
    ? end
    : { kind: 'join', join: 'inner', natural: false, left: link.table.build(), right: end, on: link.far };
}
