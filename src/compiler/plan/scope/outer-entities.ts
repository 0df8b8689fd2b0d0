import { nameKey, type Expression, type Select, type Source, type Written } from '../../../model';
import { binary, conjunction, namesOutsideQueries, valuesOf } from '../../tree';
import type { MeasuredEntity, Resolved } from '../../values';
import { asSource, type NamedSource, type ReadsOfSelect, type ManyOfEntity } from './scope';

type Value = Expression<Resolved>;

/**
 * The entities of enclosing statements that a sub-query reads again, to join their several values. A join in the
 * enclosing statement would multiply its rows (docs/language.md). An entity that an outer join did not find has no
 * values.
 */
export class OuterEntities implements ReadsOfSelect {
  #own: readonly string[] | undefined;
  readonly #again = new Map<MeasuredEntity, ReturnType<MeasuredEntity['again']>>();

  /** `select` is the SELECT of the sub-query. */
  constructor(private readonly select: Select<Written>) {}

  /** The names that the sub-query reads itself, computed on first use: few statements require them. */
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

  /**
   * Returns the condition that each entity equals that of the enclosing statement. Reads the keys of both, so it must
   * be called before either is built.
   */
  areSame(): Value | undefined {
    return conjunction(
      [...this.#again].flatMap(([entity, again]) => {
        const own = again.identity();
        return entity.identity().map((value, index) => binary(own[index] ?? value, '=', value));
      }),
    );
  }

  /** Returns the FROM of the sub-query, if any, with these entities and their relations joined. */
  joinTo(from: Source<Resolved> | undefined): Source<Resolved> | undefined {
    return [...this.#again.values()].reduce<Source<Resolved> | undefined>((left, again) => {
      const right = again.build();
      return left === undefined ? right : { kind: 'join', join: 'cross', natural: false, left, right };
    }, from);
  }
}
