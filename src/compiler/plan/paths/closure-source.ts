import {
  nameKey,
  type CommonTable,
  type Concept,
  type Expression,
  type Query,
  type Relationship,
  type Source,
} from '../../../model';
import { binary, call, conjunction, constant, selectOf, identifier } from '../../tree';
import { branchesOf } from '../scope/branches';
import { comparedPairs } from './compared-pairs';
import { LinkSource } from './link-source';
import type { LinkTable } from './link-table';
import { columnOf, type Resolved } from '../../values';
import type { Planning } from '../scope/planning';
import { unfoldBranches } from '../mappings/unfold-concept';
import { hasRowFilters } from '../mappings/row-filters';

type Value = Expression<Resolved>;

const LEVEL = 'transitivity_level';

/**
 * The pairs that a relationship connects in one to `steps` steps, each pair once, with the smallest number of steps as
 * `transitivity_level` (docs/language.md). Cycles follow SPARQL 1.1 property paths. A recursive common table with UNION
 * computes the pairs: `steps` limits the recursion, and UNION removes repeated rows.
 */
export class ClosureSource implements LinkTable {
  readonly alias: string;
  readonly nearProperties: readonly string[];
  readonly farProperties: readonly string[];
  readonly #edges: string;
  readonly #reach: string;

  constructor(
    readonly planning: Planning,
    readonly relationship: Relationship,
    readonly steps: number,
    readonly options: { readonly alias: string; readonly raw: boolean },
  ) {
    this.alias = options.alias;
    this.nearProperties = planning.concept(relationship.source).primaryKey;
    this.farProperties = planning.concept(relationship.target).primaryKey;
    this.#edges = planning.alias(`${relationship.name}_edges`);
    this.#reach = planning.alias(`${relationship.name}_reach`);
  }

  near(index: number): Value {
    return columnOf(this.options.alias, `near_${index + 1}`);
  }

  far(index: number): Value {
    return columnOf(this.options.alias, `far_${index + 1}`);
  }

  findColumn(name: string): Value | undefined {
    return nameKey(name) === LEVEL ? columnOf(this.options.alias, LEVEL, 'integer') : undefined;
  }

  columnNames(): readonly string[] {
    return [LEVEL];
  }

  build(): Source<Resolved> {
    const tables = [this.common(this.#edges, this.edges()), this.common(this.#reach, this.reach())];
    const pairs = this.pairOf(this.#reach);
    const query: Query<Resolved> = {
      ...selectOf<Resolved>([
        ...this.named(pairs),
        { expression: call('MIN', columnOf(this.#reach, 'level', 'integer')), alias: identifier(LEVEL) },
      ]),
      with: { recursive: true, tables },
      from: this.table(this.#reach),
      groupBy: pairs,
    };
    return { kind: 'derived', query, alias: identifier(this.options.alias), lateral: false };
  }

  /** Returns the pairs of one step. */
  private edges(): Query<Resolved> {
    const { planning, relationship } = this;
    if (relationship.join.kind === 'link') {
      const link = new LinkSource(
        planning,
        relationship,
        relationship.join.mappings,
        planning.alias(`${relationship.name}_link`),
      );
      const values = [
        ...this.nearProperties.map((_, index) => link.near(index)),
        ...this.farProperties.map((_, index) => link.far(index)),
      ];
      return { ...selectOf<Resolved>(this.named(values)), from: this.toSeen(link) };
    }
    const { sourceProperties, targetProperties } = relationship.join;
    const source = this.entities(planning.concept(relationship.source), sourceProperties);
    const target = this.entities(planning.concept(relationship.target), targetProperties);
    const on = conjunction(
      comparedPairs(relationship.join, source.value, target.value).map(({ left, own }) => binary(left, '=', own)),
    );
    const values = [...this.nearProperties.map(source.value), ...this.farProperties.map(target.value)];
    return {
      ...selectOf<Resolved>(this.named(values)),
      from: {
        kind: 'join',
        join: 'inner',
        natural: false,
        left: source.source,
        right: target.source,
        ...(on && { on }),
      },
    };
  }

  /** Returns the links without those to an entity that a filter policy hides: a path ends before a hidden entity. */
  private toSeen(link: LinkSource): Source<Resolved> {
    const { planning, relationship } = this;
    const target = planning.concept(relationship.target);
    const hides = branchesOf(planning.ontology, target).some((branch) => hasRowFilters(planning, branch));
    if (this.options.raw || !hides) return link.build();
    const seen = this.entities(target, link.farProperties);
    const on = conjunction(link.farProperties.map((key, index) => binary(seen.value(key), '=', link.far(index))));
    return {
      kind: 'join',
      join: 'inner',
      natural: false,
      left: link.build(),
      right: seen.source,
      ...(on && { on }),
    };
  }

  /** Returns the recursive query: each iteration adds one step until the limit is reached. */
  private reach(): Query<Resolved> {
    const again = this.planning.alias(this.#reach);
    const edge = this.planning.alias(this.#edges);
    const level = columnOf(again, 'level', 'integer');
    const first = this.named(this.pairOf(this.#edges));
    const onward = [
      ...this.nearProperties.map((_, index) => columnOf(again, `near_${index + 1}`)),
      ...this.farProperties.map((_, index) => columnOf(edge, `far_${index + 1}`)),
    ];
    const on = conjunction(
      this.farProperties.map((_, index) =>
        binary(columnOf(again, `far_${index + 1}`), '=', columnOf(edge, `near_${index + 1}`)),
      ),
    );
    return {
      kind: 'set',
      operator: 'union',
      all: false,
      left: {
        ...selectOf<Resolved>([...first, { expression: constant('integer', '1'), alias: identifier('level') }]),
        from: this.table(this.#edges),
      },
      right: {
        ...selectOf<Resolved>([
          ...this.named(onward),
          { expression: binary(level, '+', constant('integer', '1')), alias: identifier('level') },
        ]),
        from: {
          kind: 'join',
          join: 'inner',
          natural: false,
          left: this.table(this.#reach, again),
          right: this.table(this.#edges, edge),
          ...(on && { on }),
        },
        where: binary(level, '<', constant('integer', String(this.steps))),
      },
      orderBy: [],
    };
  }

  private entities(
    concept: Concept,
    joined: readonly string[],
  ): { readonly source: Source<Resolved>; readonly value: (key: string) => Value } {
    const alias = this.planning.alias(concept.name);
    const keys = [...new Set([...concept.primaryKey, ...joined])];
    const requests = keys.map((key) => ({ kind: 'property', key, name: key, raw: true, joins: true }) as const);
    const branches = branchesOf(this.planning.ontology, concept);
    const query = unfoldBranches(this.planning, {
      conceptName: concept.name,
      branches,
      requests,
      raw: this.options.raw,
      distinct: false,
    });
    return {
      source: { kind: 'derived', query, alias: identifier(alias), lateral: false },
      value: (key) => columnOf(alias, key),
    };
  }

  private pairOf(source: string): readonly Value[] {
    return [
      ...this.nearProperties.map((_, index) => columnOf(source, `near_${index + 1}`)),
      ...this.farProperties.map((_, index) => columnOf(source, `far_${index + 1}`)),
    ];
  }

  private named(values: readonly Value[]): { readonly expression: Value; readonly alias: { readonly name: string } }[] {
    const ends = this.nearProperties.length;
    return values.map((expression, index) => ({
      expression,
      alias: identifier(index < ends ? `near_${index + 1}` : `far_${index - ends + 1}`),
    }));
  }

  private table(name: string, alias = name): Source<Resolved> {
    return { kind: 'table', table: { kind: 'common', name }, alias: identifier(alias) };
  }

  private common(name: string, query: Query<Resolved>): CommonTable<Resolved> {
    return { name: identifier(name), query };
  }
}
