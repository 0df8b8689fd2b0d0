import {
  isTown,
  type Layout,
  type Link,
  type Linked,
  PEOPLE,
  personName,
  placeName,
  PLACES,
  type Side,
  type World,
} from './random-links';

export type Value = number | string | null;
type Nested = Readonly<Record<string, unknown>>;

export interface Entity {
  readonly concept: 'person' | 'place' | 'shop';
  readonly id: number;
}

/** The target of a hop of a path: an entity, and the columns of its link. */
interface Match {
  readonly entity: Entity;
  readonly link: Readonly<Record<string, Value>>;
}

/** A flat row: an entity, and the target of each prefix of the paths in this row, if there is one. */
export interface FlatRow {
  readonly entity: Entity;
  readonly matches: ReadonlyMap<string, Match>;
}

/** A path split into its hops and the column after the last one. */
interface CutName {
  readonly hops: readonly string[];
  readonly column: string;
  readonly ofLink: boolean;
}

const ROUTES: Readonly<Record<string, readonly [Linked, Side]>> = {
  stays: ['stays', 'forward'],
  houses: ['stays', 'inverse'],
  knows: ['knows', 'forward'],
  known_by: ['knows', 'inverse'],
};

/** Computes the rows of the paths of `random-links` from the rows of the tables, one by one. */
export class LinkReader {
  constructor(
    private readonly world: World,
    private readonly layout: Layout,
  ) {}

  /** Returns the flat rows of all entities of a concept along the paths of these names. */
  rows(concept: 'person' | 'place', names: readonly string[]): readonly FlatRow[] {
    const ids = concept === 'person' ? PEOPLE : PLACES;
    return ids.flatMap((id) => this.rowsOf({ concept, id }, names));
  }

  /** Returns the value of a name in a row. */
  value({ entity, matches }: FlatRow, name: string): Value {
    const { hops, column, ofLink } = cut(name);
    if (hops.length === 0) return property(entity, column);
    const match = matches.get(hops.join('.'));
    if (match === undefined) return null;
    return ofLink ? (match.link[column] ?? null) : property(match.entity, column);
  }

  private rowsOf(entity: Entity, names: readonly string[]): readonly FlatRow[] {
    const prefixes = new Set(names.flatMap((name) => prefixesOf(cut(name).hops)));
    let rows: readonly FlatRow[] = [{ entity, matches: new Map() }];
    for (const prefix of [...prefixes].sort((one, other) => one.length - other.length)) {
      const above = prefix.split('.').slice(0, -1).join('.');
      const hop = prefix.split('.').at(-1) ?? '';
      rows = rows.flatMap((row) => {
        const from = above === '' ? entity : row.matches.get(above)?.entity;
        const found = from === undefined ? [] : this.follow(from, hop);
        return found.length === 0
          ? [row]
          : found.map((match) => ({ entity, matches: new Map([...row.matches, [prefix, match]]) }));
      });
    }
    return rows;
  }

  private follow(from: Entity, hop: string): readonly Match[] {
    const [, relationship = '', target = '', steps] = /^(\w+)\[(\w+)(?:\*(\d))?\]$/.exec(hop) ?? [];
    if (relationship === 'has_shop') {
      const shops = this.world.shops.filter(({ place }) => place === from.id);
      return shops.map(({ id }) => ({ entity: { concept: 'shop', id }, link: {} }));
    }
    const concept = target === 'person' ? 'person' : 'place';
    const isThere = (id: number): boolean =>
      (concept === 'person' ? PEOPLE : PLACES).includes(id) && (target !== 'town' || isTown(id));
    const found = steps === undefined ? this.linksFrom(relationship, from.id) : this.reach(relationship, from.id, Number(steps)); // prettier-ignore
    return found.filter(({ to }) => isThere(to)).map(({ to, link }) => ({ entity: { concept, id: to }, link }));
  }

  private linksFrom(
    relationship: string,
    id: number,
  ): readonly { readonly to: number; readonly link: Match['link'] }[] {
    const [linked, side] = ROUTES[relationship]!;
    return this.read(linked, side).flatMap(({ near, far, since, role }) => {
      const [from, to] = side === 'forward' ? [near, far] : [far, near];
      return from === id && to !== null ? [{ to, link: { since, role } }] : [];
    });
  }

  /** Returns the links of a direction: those of the mappings written from its side, or without any those from the other side. */
  private read(linked: Linked, side: Side): readonly Link[] {
    const written = (by: Side): readonly Link[] =>
      this.world.links[linked].flatMap((table, index) => (this.layout[linked][index] === by ? table : []));
    const isOfBoth = !this.layout[linked].includes(side);
    return written(isOfBoth ? (side === 'forward' ? 'inverse' : 'forward') : side);
  }

  private reach(relationship: string, id: number, steps: number): ReturnType<LinkReader['linksFrom']> {
    const levels = new Map<number, number>();
    let last = [id];
    for (let level = 1; level <= steps; level++) {
      last = last.flatMap((from) => this.linksFrom(relationship, from).map(({ to }) => to));
      for (const to of last) if (!levels.has(to)) levels.set(to, level);
    }
    return [...levels].map(([to, level]) => ({ to, link: { transitivity_level: level } }));
  }
}

/** Returns the rows of one entity as an object in which the paths of `names` are arrays of distinct elements. */
export function nestRowsOf(
  reader: LinkReader,
  rows: readonly FlatRow[],
  names: readonly string[],
  prefix = '',
): Nested {
  const depth = prefix === '' ? 0 : prefix.split('.').length;
  const below = names.filter((name) => cut(name).hops.slice(0, depth).join('.') === prefix);
  const own = below.filter((name) => cut(name).hops.length === depth);
  const hops = new Set(below.flatMap((name) => cut(name).hops.slice(depth, depth + 1)));
  const arrays = new Map<string, readonly Element[]>();
  for (const hop of hops) {
    const key = hop.slice(0, hop.indexOf('['));
    arrays.set(key, [...(arrays.get(key) ?? []), ...elementsOf(reader, rows, names, prefix === '' ? hop : `${prefix}.${hop}`)]); // prettier-ignore
  }
  return {
    ...Object.fromEntries(own.map((name) => [cut(name).column, reader.value(rows[0]!, name)])),
    ...Object.fromEntries([...arrays].map(([key, elements]) => [key, mergeElements(elements)])),
  };
}

interface Element {
  readonly entity: string;
  /** The selected columns of the link; empty without any, or when each pair has one link. */
  readonly link: string;
  readonly object: Nested;
}

function elementsOf(
  reader: LinkReader,
  rows: readonly FlatRow[],
  names: readonly string[],
  prefix: string,
): readonly Element[] {
  const ofLink = names.filter((name) => cut(name).ofLink && cut(name).hops.join('.') === prefix);
  const shown = prefix.endsWith('*2]') ? [] : ofLink;
  const groups = new Map<string, FlatRow[]>();
  for (const row of rows) {
    const entity = row.matches.get(prefix)?.entity;
    if (entity === undefined) continue;
    const link = shown.map((name) => [cut(name).column, reader.value(row, name)]);
    const identity = JSON.stringify([`${entity.concept} ${entity.id}`, link.length === 0 ? '' : JSON.stringify(link.sort())]); // prettier-ignore
    groups.set(identity, [...(groups.get(identity) ?? []), row]);
  }
  return [...groups].map(([identity, group]) => {
    const [entity, link] = JSON.parse(identity) as [string, string];
    return { entity, link, object: nestRowsOf(reader, group, names, prefix) };
  });
}

/**
 * Merges the elements of several hops of one relationship. Those of one entity and one link are one element; the columns of an entity
 * without a link are part of each of its elements.
 */
function mergeElements(elements: readonly Element[]): readonly Nested[] {
  const entities = [...new Set(elements.map(({ entity }) => entity))];
  return entities.flatMap((entity) => {
    const own = elements.filter((element) => element.entity === entity);
    const merge = (link: string): Nested => Object.assign({}, ...own.filter((element) => element.link === link).map(({ object }) => object)) as Nested; // prettier-ignore
    const links = [...new Set(own.map(({ link }) => link))].filter((link) => link !== '');
    const common = merge('');
    return links.length === 0 ? [common] : links.map((link) => ({ ...common, ...merge(link) }));
  });
}

function cut(name: string): CutName {
  const parts = name.split('.');
  const last = parts.at(-1) ?? '';
  const ofLink = last.includes(']_');
  const end = last.indexOf(']') + 1;
  return {
    hops: ofLink ? [...parts.slice(0, -1), last.slice(0, end)] : parts.slice(0, -1),
    column: ofLink ? last.slice(end + 1) : last,
    ofLink,
  };
}

function prefixesOf(hops: readonly string[]): readonly string[] {
  return hops.map((_, index) => hops.slice(0, index + 1).join('.'));
}

function property({ concept, id }: Entity, name: string): Value {
  if (name.endsWith('_id')) return id;
  return concept === 'person' ? personName(id) : placeName(id);
}
