import { ServiceError, suggest } from '../../errors';
import { nameKey, type Concept, type Expression, type Property, type Relationship, type Source } from '../../model';
import { binary, conjunction } from '../tree';
import { branchesOf, type Branch } from './branches';
import { ClosureSource } from './closure-source';
import { isSystemColumn, SYSTEM_COLUMNS } from './entity-columns';
import { findNamed, getStep, relationshipsOf, type Step } from './find-step';
import { LinkSource } from './link-source';
import type { LinkTable } from './link-table';
import { parsePath, type PathHop } from './parse-path';
import type { Resolved, ValueType } from './plan';
import type { Planning, SchemaKind } from './planning';
import type { NamedSource, StarColumn } from './scope';
import { identifier, unfoldBranches, type ColumnRequest } from './unfold-concept';
import { valueMappings, valueSource } from './value-source';

type Value = Expression<Resolved>;

/** One step of a path, joined: `near` binds the left side to the target or to the table between them, `far` that table to the target. */
interface Hop {
  readonly target: ConceptSource;
  readonly isMany: boolean;
  readonly near: Value | undefined;
  readonly link?: { readonly table: LinkTable; readonly far: Value | undefined };
}

/** A multi-value property that is read: the join of its values. */
interface Values {
  readonly value: Value;
  readonly join: (left: Source<Resolved>) => Source<Resolved>;
}

export interface ConceptSourceOptions {
  readonly name: string;
  readonly alias: string;
  readonly schema: SchemaKind;
  readonly hasAlias: boolean;
  /** True values everywhere: inside conditions of the ontology. */
  readonly raw?: boolean;
  readonly branches?: readonly Branch[];
}

const TYPE_OF = '_type_of_';

/**
 * A concept in a FROM. It notes which columns and which paths the statement reads while names are resolved, and then
 * builds their source: the concept with those columns, LEFT JOINed along each distinct path prefix (spec 3, section 4).
 */
export class ConceptSource implements NamedSource {
  readonly name: string;
  readonly schema: string | undefined;
  readonly #requests = new Map<string, ColumnRequest>();
  readonly #hops = new Map<string, Hop>();
  readonly #values = new Map<string, Values>();
  readonly #paths = new Map<string, StarColumn>();

  constructor(
    readonly planning: Planning,
    readonly concept: Concept,
    readonly options: ConceptSourceOptions,
  ) {
    this.name = options.name;
    this.schema = options.hasAlias ? undefined : planning.schemaName(options.schema);
  }

  find(column: string): Value | undefined {
    const key = nameKey(column);
    if (isSystemColumn(key)) return this.read(key, this.isRaw);
    const property = this.visibleProperties().find((known) => nameKey(known.name) === key);
    if (property !== undefined) return property.isMultiValue ? this.readValues(property) : this.read(key, this.isRaw);
    if (this.options.schema !== 'dsvc') return undefined;
    return key.startsWith(TYPE_OF) ? this.readTypeOf(column) : this.findPath(column);
  }

  starColumns(): readonly StarColumn[] {
    const properties = this.visibleProperties().filter((property) => !property.isMultiValue);
    const names = [...SYSTEM_COLUMNS, ...properties.map((property) => property.name)];
    return names.map((name) => ({ name, value: this.read(nameKey(name), this.isRaw) }));
  }

  /** The paths and multi-values read so far, by first use: further columns of the outermost `SELECT *` (spec 2, "Values in answers"). */
  pathColumns(): readonly StarColumn[] {
    return [...this.#paths.values()];
  }

  /** Whether a row of the concept can appear several times, joined along what was read. */
  get fansOut(): boolean {
    return this.#values.size > 0 || [...this.#hops.values()].some((hop) => hop.isMany || hop.target.fansOut);
  }

  columnNames(): readonly string[] {
    const names = [...SYSTEM_COLUMNS, ...this.visibleProperties().map((property) => property.name)];
    if (this.options.schema !== 'dsvc') return names;
    const paths = relationshipsOf(this.planning, this.concept).map(
      (known) => `${known.name}[${this.planning.concept(known.target).name}]`,
    );
    return [...names, ...paths];
  }

  /** A property or system column of the concept itself. `raw` reads the true value, for joins and identity. */
  read(key: string, raw: boolean): Value {
    const masked = raw && this.isMasked(key);
    const property = this.planning.ontology.properties.get(key);
    const name = `${property?.name ?? key}${masked ? ' (true)' : ''}`;
    const column = isSystemColumn(key)
      ? ({ kind: 'system', column: key } as const)
      : ({ kind: 'property', key } as const);
    const type: ValueType = isSystemColumn(key) ? 'string' : (property?.type.name ?? 'unknown');
    return this.request({ ...column, name, raw: raw || this.isRaw }, type);
  }

  /** The source with everything that was read. Called once, after the last name of the statement is resolved. */
  build(): Source<Resolved> {
    return this.joinAll(this.derived());
  }

  private get isRaw(): boolean {
    return this.options.raw === true;
  }

  private request(request: ColumnRequest, type: ValueType): Value {
    if (!this.#requests.has(request.name)) this.#requests.set(request.name, request);
    return { kind: 'reference', reference: { source: this.options.alias, name: request.name, type } };
  }

  private readTypeOf(column: string): Value | undefined {
    const key = nameKey(column).slice(TYPE_OF.length);
    if (!this.concept.descendants.includes(key)) return undefined;
    return this.request(
      { kind: 'type-of', concept: key, name: `${TYPE_OF}${this.planning.concept(key).name}`, raw: false },
      'integer',
    );
  }

  /** The concept alone, without its joins. */
  derived(): Source<Resolved> {
    const branches = this.options.branches ?? branchesOf(this.planning.ontology, this.concept);
    const query = unfoldBranches(this.planning, this.concept.name, branches, [...this.#requests.values()]);
    return { kind: 'derived', query, alias: identifier(this.options.alias), lateral: false };
  }

  private joinAll(start: Source<Resolved>): Source<Resolved> {
    let source = start;
    for (const values of this.#values.values()) source = values.join(source);
    for (const hop of this.#hops.values()) source = hop.target.joinAll(joinHop(source, hop));
    return source;
  }

  /** The values of a multi-value property: one row for each, as a to-many path gives. */
  private readValues(property: Property): Value {
    const key = nameKey(property.name);
    const known = this.#values.get(key);
    if (known !== undefined) return known.value;
    const mappings = valueMappings(this.planning, this.concept, key);
    if (mappings.length === 0) {
      throw new ServiceError('plan_no_mapping', `the multi-value property "${property.name}" has no mapping`);
    }
    const alias = this.planning.alias(property.name);
    const keys = this.concept.primaryKey;
    const on = keys.map((part, index) => binary(this.read(part, true), '=', columnOf(alias, `key_${index + 1}`)));
    const value = columnOf(alias, 'value', property.type.name);
    this.#values.set(key, {
      value,
      join: (left) => {
        const right = valueSource(this.planning, mappings, { alias, keys, property, raw: this.isRaw });
        return { kind: 'join', join: 'left', natural: false, left, right, on: conjunction(on) };
      },
    });
    this.#paths.set(key, { name: property.name, value });
    return value;
  }

  private findPath(written: string): Value | undefined {
    const path = parsePath(written);
    const [first] = path?.hops ?? [];
    if (path === undefined || first === undefined || findNamed(this.planning, this.concept, first) === undefined)
      return undefined;
    const known = this.#paths.get(nameKey(written));
    if (known !== undefined) return known.value;
    const hops = path.hops.reduce<readonly Hop[]>(
      (done, hop) => [...done, (done.at(-1)?.target ?? this).enter(hop)],
      [],
    );
    const value = path.ofLink ? linkColumn(hops.at(-1), path.property) : lastColumn(hops.at(-1)?.target, path.property);
    this.#paths.set(nameKey(written), { name: written, value });
    return value;
  }

  /** The source at the end of one hop: the same prefix is one join. */
  private enter(hop: PathHop): Hop {
    const step = getStep(this.planning, this.concept, hop);
    const key = `${nameKey(step.relationship.name)}[${nameKey(hop.concept)}*${hop.steps ?? ''}]`;
    let entered = this.#hops.get(key);
    if (entered === undefined) {
      entered = this.open(step);
      this.#hops.set(key, entered);
    }
    return entered;
  }

  private open({ relationship, concept, steps }: Step): Hop {
    const alias = this.planning.alias(relationship.name);
    const { schema, raw } = this.options;
    const target = new ConceptSource(this.planning, concept, { name: alias, alias, schema, hasAlias: true, raw });
    const isMany = steps !== undefined || relationship.cardinality === 'many';
    const { join } = relationship;
    if (join.kind === 'key' && steps === undefined) {
      const parts = join.sourceProperties.map((key, index) =>
        binary(this.read(key, true), '=', target.read(join.targetProperties[index] ?? '', true)),
      );
      return { target, isMany, near: conjunction(parts) };
    }
    const table = this.linkTable(relationship, steps);
    const near = table.nearProperties.map((key, index) => binary(this.read(key, true), '=', table.near(index)));
    const far = table.farProperties.map((key, index) => binary(target.read(key, true), '=', table.far(index)));
    return { target, isMany, near: conjunction(near), link: { table, far: conjunction(far) } };
  }

  private linkTable(relationship: Relationship, steps: number | undefined): LinkTable {
    const alias = this.planning.alias(`${relationship.name}_link`);
    if (steps !== undefined) return new ClosureSource(this.planning, relationship, steps, alias);
    const mappings = relationship.join.kind === 'link' ? relationship.join.mappings : [];
    return new LinkSource(this.planning, relationship, mappings, alias);
  }

  private visibleProperties(): readonly Property[] {
    const { ontology } = this.planning;
    const own = this.concept.properties;
    const below =
      this.options.schema === 'svc'
        ? []
        : this.concept.descendants.flatMap((key) => ontology.concepts.get(key)?.properties ?? []);
    const properties = [...new Set([...own, ...below])].map((key) => ontology.properties.get(key));
    return properties.filter((property) => property !== undefined).filter((property) => !property.isMeasure);
  }

  private isMasked(key: string): boolean {
    const parts = key === 'entity_id' ? this.concept.primaryKey : [key];
    return parts.some((part) => this.planning.masks.masks(part));
  }
}

function joinHop(left: Source<Resolved>, { target, near, link }: Hop): Source<Resolved> {
  const end = target.derived();
  const right: Source<Resolved> =
    link === undefined
      ? end
      : { kind: 'join', join: 'inner', natural: false, left: link.table.build(), right: end, on: link.far };
  return { kind: 'join', join: 'left', natural: false, left, right, on: near };
}

function columnOf(source: string, name: string, type: ValueType = 'unknown'): Value {
  return { kind: 'reference', reference: { source, name, type } };
}

function lastColumn(target: ConceptSource | undefined, property: string): Value {
  const value = target?.find(property);
  if (value !== undefined) return value;
  throw new ServiceError('plan_unknown_name', `"${target?.concept.name ?? ''}" has no property "${property}"`, {
    hint: suggest(property, target?.columnNames() ?? []),
  });
}

function linkColumn(hop: Hop | undefined, column: string): Value {
  const value = hop?.link?.table.findColumn(column);
  if (value !== undefined) return value;
  throw new ServiceError('plan_unknown_name', `this relationship has no link column "${column}"`, {
    hint: suggest(column, hop?.link?.table.columnNames() ?? []),
  });
}
