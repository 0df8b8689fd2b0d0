import { ServiceError } from '../../../errors';
import {
  nameKey,
  type Expression,
  type Identifier,
  type LinkSide,
  type LinkTarget,
  type Mapping,
  type Query,
  type Relationship,
  type Source,
} from '../../../model';
import { selectOf, unionAll, identifier } from '../../tree';
import type { LinkTable } from './link-table';
import type { Column, Resolved } from '../../values';
import type { Planning } from '../scope/planning';
import { mappedEnd, mappingColumn, mappingSource } from '../mappings/mapping-source';
import { linkColumnType } from '../mappings/stored-column';
import { maskValue } from '../../rights';

interface LinkMapping {
  readonly mapping: Mapping;
  readonly target: LinkTarget;
  /** The side of the entity where the step begins, and the side of the entity where it ends. */
  readonly near: LinkSide;
  readonly far: LinkSide;
}

/**
 * The pairs of one direction of a many-to-many relationship: the union of its link mappings. The columns are
 * `near_1..`, `far_1..` and the requested link columns, as the caller sees them.
 */
export class LinkSource implements LinkTable {
  readonly #links: readonly LinkMapping[];
  readonly #columns = new Map<string, string>();
  /** Whether link columns return true values, for conditions of the ontology. */
  readonly #raw: boolean;

  constructor(
    readonly planning: Planning,
    readonly relationship: Relationship,
    mappings: readonly string[],
    readonly alias: string,
  ) {
    this.#raw = planning.isInsideCondition;
    const links = mappings.map((key) => this.orient(key)).filter((link) => link !== undefined);
    this.#links = links.map((link) => alignTo(links[0] ?? link, link));
    if (links.length === 0) {
      throw new ServiceError('plan_no_mapping', `the relationship "${relationship.name}" has no link mapping`, {
        hint: 'CREATE MAPPING with the two ends of the relationship',
      });
    }
  }

  get nearProperties(): readonly string[] {
    return this.#links[0]?.near.properties ?? [];
  }

  get farProperties(): readonly string[] {
    return this.#links[0]?.far.properties ?? [];
  }

  near(index: number): Expression<Resolved> {
    return this.reference(`near_${index + 1}`);
  }

  far(index: number): Expression<Resolved> {
    return this.reference(`far_${index + 1}`);
  }

  /** Returns a column of the link, or undefined if no link mapping has it. */
  findColumn(name: string): Expression<Resolved> | undefined {
    const key = nameKey(name);
    const written = this.columnNames().find((known) => nameKey(known) === key);
    if (written === undefined) return undefined;
    this.#columns.set(key, written);
    return this.reference(written, this.typeOf(key));
  }

  columnNames(): readonly string[] {
    return [...new Set(this.#links.flatMap((link) => link.target.linkColumns))];
  }

  build(): Source<Resolved> {
    const queries = this.#links.map((link) => this.select(link));
    return { kind: 'derived', query: unionAll(queries), alias: identifier(this.alias), lateral: false };
  }

  private select(link: LinkMapping): Query<Resolved> {
    const alias = this.planning.alias(link.mapping.name);
    const column = (key: string): Expression<Resolved> => mappingColumn(link.mapping, alias, key);
    const items = [
      ...this.ends(link, alias, 'near'),
      ...this.ends(link, alias, 'far'),
      ...[...this.#columns].map(([key, name]) => ({
        expression: this.shown(key, column(key)),
        alias: identifier(name),
      })),
    ];
    return { ...selectOf<Resolved>(items), from: mappingSource(this.planning, link.mapping, alias) };
  }

  private ends(
    link: LinkMapping,
    alias: string,
    end: 'near' | 'far',
  ): { readonly expression: Expression<Resolved>; readonly alias: Identifier }[] {
    const { columns, properties } = link[end];
    const of = { planning: this.planning, mapping: link.mapping, alias };
    return columns.map((key, index) => ({
      expression: mappedEnd(of, key, properties[index] ?? ''),
      alias: identifier(`${end}_${index + 1}`),
    }));
  }

  private shown(key: string, value: Expression<Resolved>): Expression<Resolved> {
    const { masks } = this.planning;
    const rule = this.#raw ? undefined : masks.ruleOfLinkColumn(key);
    return rule === undefined
      ? value
      : maskValue(value, this.typeOf(key).type, rule, () => this.planning.hashKeyOfProperty(key));
  }

  private typeOf(key: string): Pick<Column, 'type' | 'scale'> {
    const mappings = this.#links.map((link) => link.mapping);
    const type = linkColumnType(this.planning, mappings, key);
    return { type: type?.name ?? 'unknown', scale: type?.scale };
  }

  private reference(name: string, type: Pick<Column, 'type' | 'scale'> = { type: 'unknown' }): Expression<Resolved> {
    return { kind: 'reference', reference: { source: this.alias, name, ...type } };
  }

  private orient(key: string): LinkMapping | undefined {
    const mapping = this.planning.ontology.mappings.get(key);
    if (mapping?.target.kind !== 'link') return undefined;
    const [first, second] = mapping.target.ends;
    const [near, far] = mapping.target.isInverse === this.relationship.isInverse ? [second, first] : [first, second];
    return { mapping, target: mapping.target, near, far };
  }
}

/** Returns the link with its columns in the order of the first link's properties. */
function alignTo({ near, far }: LinkMapping, link: LinkMapping): LinkMapping {
  return { ...link, near: alignSide(near, link.near, link), far: alignSide(far, link.far, link) };
}

function alignSide({ properties }: LinkSide, side: LinkSide, { mapping }: LinkMapping): LinkSide {
  const columns = properties.map((property) => side.columns[side.properties.indexOf(property)]);
  const known = columns.filter((column) => column !== undefined);
  if (known.length === side.columns.length && known.length === columns.length)
    return { ...side, columns: known, properties };
  throw new ServiceError(
    'plan_bad_mapping',
    `the link mapping "${mapping.name}" and another one of the relationship refer to different properties of "${side.concept}"`,
    { hint: `refer to (${properties.join(', ')}) in all link mappings of the relationship` },
  );
}
