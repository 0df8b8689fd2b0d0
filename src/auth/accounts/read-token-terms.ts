import type { Option } from '../../compiler/statement';
import { readDuration } from '../../config';
import { ServiceError, suggest } from '../../errors';
import { nameKey } from '../../model';
import type { TokenTerms } from './tokens.service';

const LONGEST_TTL_SECONDS = 3650 * 86_400;
const OPTIONS = ['read_only', 'ontologies', 'ttl'] as const;
const TRUTHS: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false };

/** Reads the lifetime of a token, such as `90d`, in seconds; undefined for anything else, and above 3650 days. */
export function readTokenTtl(text: string): number | undefined {
  const seconds = readDuration(text);
  return Number.isInteger(seconds) && seconds > 0 && seconds <= LONGEST_TTL_SECONDS ? seconds : undefined;
}

/** Reads the options of CREATE TOKEN (docs/language.md, "Users and rights"). Rejects unknown options and values with account_bad_value (400). */
export function readTokenTerms(options: readonly Option[]): TokenTerms {
  return options.reduce<TokenTerms>((terms, option) => ({ ...terms, ...readTerm(option) }), {});
}

function readTerm({ name, value }: Option): TokenTerms {
  const option = OPTIONS.find((known) => known === nameKey(name.name));
  switch (option) {
    case 'read_only':
      return { isReadOnly: TRUTHS[value.toLowerCase()] ?? refuse(name, "read_only is 'true' or 'false'") };
    case 'ontologies':
      return { ontologies: namesIn(value) ?? refuse(name, 'ontologies are names with commas between them') };
    case 'ttl':
      return { ttlSeconds: readTokenTtl(value) ?? refuse(name, 'ttl is a number with s, m, h or d, at most 3650d') };
    case undefined:
      return refuse(name, `unknown option "${name.name}"`, suggest(name.name, OPTIONS));
  }
}

function namesIn(text: string): readonly string[] | undefined {
  const names = text.split(',').map((name) => name.trim());
  return names.includes('') ? undefined : names;
}

function refuse({ at }: Option['name'], message: string, hint?: string): never {
  throw new ServiceError('account_bad_value', message, { offset: at, ...(hint !== undefined && { hint }) });
}
