import type { DialectTraits, Expression, Query, Source } from '../../model';
import { conjunction, constant, isExpression, referencesIn } from '../tree';
import type { Resolved } from '../values';
import { Failures } from './can-fail';
import { guardBy } from './guard-by';

type Value = Expression<Resolved>;

/** What authors of mappings and properties write: texts that they put together are short. */
const OF_AUTHORS: ReadonlySet<string> = new Set(['CONCAT', 'CONCAT_WS', 'LEFT', 'RIGHT', 'TRIM']);

/** The values of a branch of which row policies hide some rows: those that could fail for what a row holds are of the others alone. */
export class BranchGuard {
  readonly #failures: Failures;
  readonly #rule: Value;
  readonly #failing: ReadonlySet<string> | 'all';

  /** `from` are the rows of the mapping. */
  constructor(
    rules: readonly Value[],
    from: Source<Resolved>,
    readonly traits: DialectTraits,
  ) {
    this.#rule = conjunction(rules) ?? constant('boolean', 'TRUE');
    this.#failures = new Failures(traits, OF_AUTHORS);
    this.#failing = from.kind === 'derived' ? this.failingColumns(from.query) : 'all';
  }

  /** The value, behind the rules where it could fail. */
  guard(value: Value): Value {
    const failing = this.#failing;
    const reads = (): boolean => referencesIn(value).some(({ name }) => failing === 'all' || failing.has(name));
    return this.#failures.canFail(value) || reads()
      ? guardBy(this.#rule, value, this.traits.propagatesConstants)
      : value;
  }

  /** 1 on rows that the caller may see. */
  tell(): Value {
    const branches = [{ when: this.#rule, then: constant('integer', '1') }];
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
