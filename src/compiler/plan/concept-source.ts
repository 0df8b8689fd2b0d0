import { ServiceError, suggest } from '../../errors';
import { nameKey, type Concept, type Expression, type Property, type Relationship, type Source } from '../../model';
import { findRelationship } from '../ontology';
import { binary, conjunction } from '../tree';
import { branchesOf, type Branch } from './branches';
import { isSystemColumn, SYSTEM_COLUMNS } from './entity-columns';
import { LinkSource } from './link-source';
import { parsePath, type PathHop } from './parse-path';
import type { Resolved, ValueType } from './plan';
import type { Planning, SchemaKind } from './planning';
import type { NamedSource, StarColumn } from './scope';
import { identifier, unfoldBranches, type ColumnRequest } from './unfold-concept';

/** One step of a path, joined: `near` binds the left side to the target or to its link, `far` the link to the target. */
interface Hop {
  readonly relationship: Relationship;
  readonly target: ConceptSource;
  readonly near: Expression<Resolved> | undefined;
  readonly link?: { readonly source: LinkSource; readonly far: Expression<Resolved> | undefined };
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

/**
 * A concept in a FROM. It notes which columns and which paths the statement reads while names are resolved, and then
 * builds their source: the concept with those columns, LEFT JOINed along each distinct path prefix (spec 3, section 4).
 */
export class ConceptSource implements NamedSource {
  readonly name: string;
  readonly schema: string | undefined;
  readonly #requests = new Map<string, ColumnRequest>();
  readonly #hops = new Map<string, Hop>();
  readonly #paths = new Map<string, StarColumn>();

  constructor(
    readonly planning: Planning,
    readonly concept: Concept,
    readonly options: ConceptSourceOptions,
  ) {
    this.name = options.name;
    this.schema = options.hasAlias ? undefined : planning.schemaName(options.schema);
  }

  find(column: string): Expression<Resolved> | undefined {
    const key = nameKey(column);
    if (isSystemColumn(key) || this.visibleProperties().includes(key)) return this.read(key, this.options.raw === true);
    return this.findPath(column);
  }

  starColumns(): readonly StarColumn[] {
    const properties = this.visibleProperties().map((key) => this.planning.ontology.properties.get(key)?.name ?? key);
    const names = [...SYSTEM_COLUMNS, ...properties];
    return names.map((name) => ({ name, value: this.read(nameKey(name), this.options.raw === true) }));
  }

  /** The paths read so far, by first use, as further columns of the outermost `SELECT *` (spec 2, "Values in answers"). */
  pathColumns(): readonly StarColumn[] {
    return [...this.#paths.values()];
  }

  columnNames(): readonly string[] {
    const properties = this.visibleProperties().map((key) => this.planning.ontology.properties.get(key)?.name ?? key);
    return [...SYSTEM_COLUMNS, ...properties, ...(this.options.schema === 'dsvc' ? this.hopNames() : [])];
  }

  /** A property or system column of the concept itself. `raw` reads the true value, for joins and identity. */
  read(key: string, raw: boolean): Expression<Resolved> {
    const masked = raw && this.isMasked(key);
    const property = this.planning.ontology.properties.get(key);
    const name = `${property?.name ?? key}${masked ? ' (true)' : ''}`;
    if (!this.#requests.has(name)) {
      const column = isSystemColumn(key)
        ? ({ kind: 'system', column: key } as const)
        : ({ kind: 'property', key } as const);
      this.#requests.set(name, { ...column, name, raw: raw || this.options.raw === true });
    }
    const type: ValueType = isSystemColumn(key) ? 'string' : (property?.type.name ?? 'unknown');
    return { kind: 'reference', reference: { source: this.options.alias, name, type } };
  }

  /** The source with everything that was read. Called once, after the last name of the statement is resolved. */
  build(): Source<Resolved> {
    return this.joinHops(this.derived());
  }

  private derived(): Source<Resolved> {
    const branches = this.options.branches ?? branchesOf(this.planning.ontology, this.concept);
    const query = unfoldBranches(this.planning, this.concept.name, branches, [...this.#requests.values()]);
    return { kind: 'derived', query, alias: identifier(this.options.alias), lateral: false };
  }

  private joinHops(start: Source<Resolved>): Source<Resolved> {
    let source = start;
    for (const hop of this.#hops.values()) source = hop.target.joinHops(this.joinHop(source, hop));
    return source;
  }

  private joinHop(left: Source<Resolved>, { target, near, link }: Hop): Source<Resolved> {
    const end = target.derived();
    const right: Source<Resolved> =
      link === undefined
        ? end
        : { kind: 'join', join: 'inner', natural: false, left: link.source.build(), right: end, on: link.far };
    return { kind: 'join', join: 'left', natural: false, left, right, on: near };
  }

  private findPath(written: string): Expression<Resolved> | undefined {
    const path = this.options.schema === 'dsvc' ? parsePath(written) : undefined;
    const [first] = path?.hops ?? [];
    if (path === undefined || first === undefined || this.findRelationship(first) === undefined) return undefined;
    const known = this.#paths.get(nameKey(written));
    if (known !== undefined) return known.value;
    const hops = path.hops.reduce<readonly Hop[]>(
      (done, hop) => [...done, (done.at(-1)?.target ?? this).enter(hop)],
      [],
    );
    const value = path.ofLink
      ? linkColumn(hops.at(-1), path.property)
      : this.lastColumn(hops.at(-1)?.target, path.property);
    this.#paths.set(nameKey(written), { name: written, value });
    return value;
  }

  private lastColumn(target: ConceptSource | undefined, property: string): Expression<Resolved> {
    const value = target?.find(property);
    if (value !== undefined) return value;
    throw new ServiceError('plan_unknown_name', `"${target?.concept.name ?? ''}" has no property "${property}"`, {
      hint: suggest(property, target?.columnNames() ?? []),
    });
  }

  /** The source at the end of one hop: the same prefix is one join. */
  private enter(hop: PathHop): Hop {
    const relationship = this.findRelationship(hop);
    if (relationship === undefined) {
      throw new ServiceError('plan_unknown_name', `"${this.concept.name}" has no relationship "${hop.relationship}"`, {
        hint: suggest(
          hop.relationship,
          this.relationships().map((known) => known.name),
        ),
      });
    }
    const key = `${nameKey(relationship.name)}[${nameKey(hop.concept)}]`;
    let entered = this.#hops.get(key);
    if (entered === undefined) {
      entered = this.open(relationship, hop);
      this.#hops.set(key, entered);
    }
    return entered;
  }

  private open(relationship: Relationship, hop: PathHop): Hop {
    if (hop.steps !== undefined) {
      throw new ServiceError(
        'plan_unsupported',
        `transitive paths such as "${hop.relationship}[${hop.concept}*${hop.steps}]" are not supported`,
      );
    }
    const concept = this.targetOf(relationship, hop);
    const alias = this.planning.alias(relationship.name);
    const { schema, raw } = this.options;
    const target = new ConceptSource(this.planning, concept, { name: alias, alias, schema, hasAlias: true, raw });
    return { relationship, target, ...this.bind(relationship, target) };
  }

  private bind(relationship: Relationship, target: ConceptSource): Pick<Hop, 'near' | 'link'> {
    const { join } = relationship;
    if (join.kind === 'key') {
      const parts = join.sourceProperties.map((key, index) =>
        binary(this.read(key, true), '=', target.read(join.targetProperties[index] ?? '', true)),
      );
      return { near: conjunction(parts) };
    }
    const source = new LinkSource(
      this.planning,
      relationship,
      join.mappings,
      this.planning.alias(`${relationship.name}_link`),
    );
    const near = source.nearProperties.map((key, index) => binary(this.read(key, true), '=', source.near(index)));
    const far = source.farProperties.map((key, index) => binary(target.read(key, true), '=', source.far(index)));
    return { near: conjunction(near), link: { source, far: conjunction(far) } };
  }

  private targetOf(relationship: Relationship, hop: PathHop): Concept {
    const target = this.planning.concept(relationship.target);
    const allowed = [target, ...target.descendants.map((key) => this.planning.concept(key))];
    const concept = allowed.find((known) => nameKey(known.name) === nameKey(hop.concept));
    if (concept !== undefined) return concept;
    throw new ServiceError(
      'plan_unknown_name',
      `"${relationship.name}" leads to "${target.name}", not to "${hop.concept}"`,
      {
        hint:
          suggest(
            hop.concept,
            allowed.map((known) => known.name),
          ) ?? `write "${relationship.name}[${target.name}]"`,
      },
    );
  }

  /** The relationship that leads to the concept of the step; else one of that name, which tells where it leads instead. */
  private findRelationship(hop: PathHop): Relationship | undefined {
    const key = nameKey(hop.concept);
    const target = { key, ancestors: this.planning.ontology.concepts.get(key)?.ancestors ?? [] };
    const leading = this.lineage().map((concept) => findRelationship(concept.relationships, hop.relationship, target));
    const named = (known: Relationship): boolean => nameKey(known.name) === nameKey(hop.relationship);
    return leading.find((found) => found !== undefined) ?? this.relationships().find(named);
  }

  private relationships(): readonly Relationship[] {
    return this.lineage().flatMap((concept) => [...concept.relationships.values()]);
  }

  /** The concept and those below it. */
  private lineage(): readonly Concept[] {
    return [this.concept, ...this.concept.descendants.map((key) => this.planning.concept(key))];
  }

  private hopNames(): readonly string[] {
    return this.relationships().map((known) => `${known.name}[${this.planning.concept(known.target).name}]`);
  }

  private visibleProperties(): readonly string[] {
    const { ontology } = this.planning;
    const own = this.concept.properties;
    const below =
      this.options.schema === 'svc'
        ? []
        : this.concept.descendants.flatMap((key) => ontology.concepts.get(key)?.properties ?? []);
    return [...new Set([...own, ...below])].filter((key) => isPlain(ontology.properties.get(key)));
  }

  private isMasked(key: string): boolean {
    const parts = key === 'entity_id' ? this.concept.primaryKey : [key];
    return parts.some((part) => this.planning.masks.masks(part));
  }
}

function isPlain(property: Property | undefined): boolean {
  return property !== undefined && !property.isMeasure && !property.isMultiValue;
}

function linkColumn(hop: Hop | undefined, column: string): Expression<Resolved> {
  const value = hop?.link?.source.findColumn(column);
  if (value !== undefined) return value;
  throw new ServiceError('plan_unknown_name', `"${hop?.relationship.name ?? ''}" has no link column "${column}"`, {
    hint: suggest(column, hop?.link?.source.columnNames() ?? []),
  });
}
