import type { DialectTraits, Expression, Query, Source } from '../../model';
import { conjunction, constant, isExpression, referencesIn } from '../tree';
import type { Resolved } from '../values';
import { Failures } from './can-fail';
import { guardBy } from './guard-by';

type Value = Expression<Resolved>;

/** Functions that cannot fail in mappings and properties: authors concatenate short strings only. */
const OF_AUTHORS: ReadonlySet<string> = new Set(['CONCAT', 'CONCAT_WS', 'LEFT', 'RIGHT', 'TRIM']);

/**
 * Guards the values of a branch with filter policies: a value that can fail is evaluated only for rows that the caller may
 * see.
 */
export class BranchGuard {
  readonly #failures: Failures;
  readonly #filter: Value;
  readonly #failing: ReadonlySet<string> | 'all';

  /** `from` is the source of the mapping's rows. */
  constructor(
    filters: readonly Value[],
    from: Source<Resolved>,
    readonly traits: DialectTraits,
  ) {
    this.#filter = conjunction(filters) ?? constant('boolean', 'TRUE');
    this.#failures = new Failures(traits, OF_AUTHORS);
    this.#failing = from.kind === 'derived' ? this.failingColumns(from.query) : 'all';
  }

  /** Returns the value, guarded by the filters if it can fail. */
  guard(value: Value): Value {
    const failing = this.#failing;
    const reads = (): boolean => referencesIn(value).some(({ name }) => failing === 'all' || failing.has(name));
    return this.#failures.canFail(value) || reads()
      ? guardBy(this.#filter, value, this.traits.propagatesConstants)
      : value;
  }

  /** Returns 1 for rows that the caller may see, and 0 for others. */
  visibility(): Value {
    const branches = [{ when: this.#filter, then: constant('integer', '1') }];
    return { kind: 'case', branches, otherwise: constant('integer', '0') };
  }

  private failingColumns(query: Query<Resolved>): ReadonlySet<string> {
    if (query.kind === 'set') {
      return new Set([...this.failingColumns(query.left), ...this.failingColumns(query.right)]);
    }
    const failing = query.items.filter(
      ({ expression }) => isExpression(expression) && this.#failures.canFail(expression),
    );
    return new Set(failing.map(({ alias }) => alias?.name ?? ''));
  }
}
