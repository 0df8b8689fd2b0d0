import type { CommonTable, DerivedSource, Expression, JoinSource, Query, Select, Source } from '../../model';
import { binary, call, conjuncts, constant, isNull, referencesOf } from '../tree';
import { columnOf, type Resolved } from '../values';

type Value = Expression<Resolved>;

/** The column of a concept's entities that is 1 on those that the caller may see, and 0 on others. */
export const ALLOWED = 'allowed (row)';

/** The aliases of tables in which filter policies hide rows from the caller. */
export interface HiddenRows {
  readonly entities: ReadonlySet<string>;
  /** Aliases of links and multi-values, which are joined to entities by their keys. */
  readonly belongings: ReadonlySet<string>;
}

/** A condition that is true for the rows of a FROM that the caller may see. */
export interface Guard {
  readonly value: Value;
  /** The condition extended to rows that an outer join fills with NULL. */
  readonly orAbsent: Value;
  /** Whether the condition only states that a link or value is joined to its entity. */
  readonly isOfJoin: boolean;
}

/** A source with its aliases and the guards of its rows. */
export interface GuardedSource {
  readonly source: Source<Resolved>;
  readonly aliases: ReadonlySet<string>;
  readonly guards: readonly Guard[];
}

/** The sources before a LATERAL table, as visible to that table. */
interface Before {
  readonly aliases: ReadonlySet<string>;
  readonly guards: readonly Guard[];
}

export interface Opening {
  /** Whether the SELECT reads the guards. */
  readonly needs: boolean;
  /** Guards a derived table, which returns the additional column `visibleAs`. */
  readonly derived: (
    query: Query<Resolved>,
    visibleAs: string | undefined,
    before: Before | undefined,
  ) => Query<Resolved>;
  /** Guards the condition that joins two sides. */
  readonly condition: (on: Value, left: GuardedSource, right: GuardedSource) => Value;
}

/** Tracks which sources of a statement have rows hidden by filter policies: entities, and tables derived from them. */
export class GuardedSources {
  /** Common tables with hidden rows, with the name of their visibility column. */
  readonly #common = new Map<string, string>();
  readonly #read = new WeakMap<Query<Resolved>, ReadonlySet<string>>();

  constructor(readonly hidden: HiddenRows) {}

  /** Registers a common table. Returns the name of its visibility column, or undefined if no rows are hidden. */
  register({ name, query }: CommonTable<Resolved>): string | undefined {
    if (!this.hides(query)) return undefined;
    const visibleAs = freeName(query);
    this.#common.set(name.name, visibleAs);
    return visibleAs;
  }

  open(source: Source<Resolved>, opening: Opening, before: readonly GuardedSource[] = []): GuardedSource {
    if (source.kind === 'join') return this.openJoin(source, opening, before);
    const alias = source.alias?.name ?? '';
    const aliases = new Set([alias]);
    if (source.kind === 'derived') return this.openDerived(source, opening, before);
    const visibleAs = source.table.kind === 'common' ? this.#common.get(source.table.name) : undefined;
    return { source, aliases, guards: visibleAs === undefined ? [] : [guardOf(alias, visibleAs)] };
  }

  /** Returns the conditions of the joins of a FROM, and the queries of LATERAL tables in it. */
  conditionsOf(source: Source<Resolved>): readonly Value[] {
    if (source.kind === 'derived' && source.lateral) return [{ kind: 'exists', query: source.query }];
    if (source.kind !== 'join') return [];
    return [...this.conditionsOf(source.left), ...this.conditionsOf(source.right), ...(source.on ? [source.on] : [])];
  }

  /** Reports whether a query reads columns of these sources. */
  reads(query: Query<Resolved>, aliases: ReadonlySet<string>): boolean {
    let read = this.#read.get(query);
    if (read === undefined) {
      read = new Set(referencesOf(query).map(({ source }) => source));
      this.#read.set(query, read);
    }
    return [...aliases].some((alias) => read.has(alias));
  }

  private openDerived(
    source: DerivedSource<Resolved>,
    opening: Opening,
    before: readonly GuardedSource[],
  ): GuardedSource {
    const alias = source.alias.name;
    const isOfEntities = this.hidden.entities.has(alias);
    const visibleAs = !isOfEntities && opening.needs && this.hides(source.query) ? freeName(source.query) : undefined;
    const seen = { aliases: allAliases(before), guards: before.flatMap(({ guards }) => guards) };
    const query = opening.derived(source.query, visibleAs, source.lateral ? seen : undefined);
    const column = isOfEntities && opening.needs ? ALLOWED : visibleAs;
    return {
      source: { ...source, query: isOfEntities && !opening.needs ? withoutColumn(query) : query },
      aliases: new Set([alias]),
      guards: column === undefined ? [] : [guardOf(alias, column)],
    };
  }

  private openJoin(join: JoinSource<Resolved>, opening: Opening, before: readonly GuardedSource[]): GuardedSource {
    const left = this.open(join.left, opening, before);
    const right = this.open(join.right, opening, [...before, left]);
    const on = join.on && opening.condition(join.on, left, right);
    return {
      source: { ...join, left: left.source, right: right.source, ...(on && { on }) },
      aliases: allAliases([left, right]),
      guards: [
        ...(join.join === 'right' ? left.guards.map(orAbsent) : left.guards),
        ...(join.join === 'left' ? right.guards.map(orAbsent) : right.guards),
        ...conjuncts(join.on).flatMap((part) => this.joinGuard(part)),
      ],
    };
  }

  private joinGuard(part: Value): readonly Guard[] {
    const sides = part.kind === 'binary' && part.operator === '=' ? [part.left, part.right] : [];
    const own = sides.find((side) => side.kind === 'reference' && this.hidden.belongings.has(side.reference.source));
    if (own === undefined) return [];
    const value = binary(part, 'or', isNull(own));
    return [{ value, orAbsent: value, isOfJoin: true }];
  }

  private hides(query: Query<Resolved>): boolean {
    if (query.with?.tables.some((table) => this.hides(table.query)) === true) return true;
    if (query.kind === 'set') return this.hides(query.left) || this.hides(query.right);
    return query.from !== undefined && this.sourceHides(query.from);
  }

  private sourceHides(source: Source<Resolved>): boolean {
    if (source.kind === 'join') return this.sourceHides(source.left) || this.sourceHides(source.right);
    if (source.kind === 'derived') return this.hidden.entities.has(source.alias.name) || this.hides(source.query);
    return source.table.kind === 'common' && this.#common.has(source.table.name);
  }
}

function allAliases(sources: readonly GuardedSource[]): ReadonlySet<string> {
  return new Set(sources.flatMap(({ aliases }) => [...aliases]));
}

function guardOf(source: string, name: string): Guard {
  const one = constant('integer', '1');
  const column = columnOf(source, name, 'integer');
  const value = binary<Resolved>(column, '=', one);
  return { value, orAbsent: binary<Resolved>(call('COALESCE', column, one), '=', one), isOfJoin: false };
}

function orAbsent(guard: Guard): Guard {
  return { ...guard, value: guard.orAbsent };
}

/** Returns a name that no column of the query has. */
function freeName(query: Query<Resolved>): string {
  const first = firstSelect(query);
  const names = new Set(first.items.map(({ alias }) => alias?.name.toLowerCase()));
  let [name, number] = [ALLOWED, 1];
  while (names.has(name)) name = `${ALLOWED} ${++number}`;
  return name;
}

function firstSelect(query: Query<Resolved>): Select<Resolved> {
  return query.kind === 'set' ? firstSelect(query.left) : query;
}

function withoutColumn(query: Query<Resolved>): Query<Resolved> {
  if (query.kind === 'set') return { ...query, left: withoutColumn(query.left), right: withoutColumn(query.right) };
  const items = query.items.filter(({ alias }) => alias?.name !== ALLOWED);
  const present = { expression: constant('integer', '1'), alias: { name: 'present' } };
  return { ...query, items: items.length > 0 ? items : [present] };
}
