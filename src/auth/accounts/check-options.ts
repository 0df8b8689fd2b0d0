import type { Option } from '../../compiler/statement';
import { ServiceError, suggest } from '../../errors';
import { nameKey } from '../../model';

/** Rejects options of an account statement that are not among `known`, with account_bad_value (400) at the name. */
export function checkOptions(options: readonly Option[], known: readonly string[]): void {
  for (const { name } of options) {
    if (known.includes(nameKey(name.name))) continue;
    const details = { hint: suggest(name.name, known), offset: name.at };
    throw new ServiceError('account_bad_value', `unknown option "${name.name}"`, details);
  }
}
