import { nameKey, type Expression, type Select, type Source, type Written } from '../../../model';
import { binary, conjunction, namesOutsideQueries, valuesOf } from '../../tree';
import type { MeasuredEntity, Resolved } from '../../values';
import { asSource, type NamedSource, type ReadsOfSelect, type ManyOfEntity } from './scope';

type Value = Expression<Resolved>;

/**
 * The entities of the statements around a sub-query that it reads once more, to join to them what one entity has many
 * of: joined in the statement around it, that would multiply the rows there (docs/language.md). An entity that an outer
 * join did not find has nothing to join.
 */
export class OuterEntities implements ReadsOfSelect {
  #own: readonly string[] | undefined;
  readonly #again = new Map<MeasuredEntity, ReturnType<MeasuredEntity['again']>>();

  /** Of the SELECT that is the sub-query. */
  constructor(private readonly select: Select<Written>) {}

  /** Looked for where an entity has many of something: few statements ask. */
  get own(): readonly string[] {
    this.#own ??= valuesOf(this.select).flatMap(namesOutsideQueries).map(nameKey);
    return this.#own;
  }

  find({ entity, column }: ManyOfEntity): Value | undefined {
    const again = this.#again.get(entity) ?? entity.again();
    this.#again.set(entity, again);
    return again.find(column);
  }

  get sources(): readonly NamedSource[] {
    return [...this.#again.values()].map(asSource);
  }

  /** That each is the entity around. Asks both for their keys: called before either is built. */
  areSame(): Value | undefined {
    return conjunction(
      [...this.#again].flatMap(([entity, again]) => {
        const own = again.identity();
        return entity.identity().map((value, index) => binary(own[index] ?? value, '=', value));
      }),
    );
  }

  /** The FROM of the sub-query, where it has one, with these entities and all that was read along them. */
  joinTo(from: Source<Resolved> | undefined): Source<Resolved> | undefined {
    return [...this.#again.values()].reduce<Source<Resolved> | undefined>((left, again) => {
      const right = again.build();
      return left === undefined ? right : { kind: 'join', join: 'cross', natural: false, left, right };
    }, from);
  }
}
