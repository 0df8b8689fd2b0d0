import type { Option } from '../../compiler/statement';
import { readDuration } from '../../config';
import { ServiceError } from '../../errors';
import { nameKey } from '../../model';
import { checkOptions } from './check-options';
import type { TokenTerms } from './tokens.service';

const LONGEST_TTL_SECONDS = 3650 * 86_400;
const TRUTHS = new Map([['true', true], ['1', true], ['false', false], ['0', false]]); // prettier-ignore

/** Reads the lifetime of a token, such as `90d`, in seconds; undefined for anything else, and above 3650 days. */
export function readTokenTtl(text: string): number | undefined {
  const seconds = readDuration(text);
  return Number.isInteger(seconds) && seconds > 0 && seconds <= LONGEST_TTL_SECONDS ? seconds : undefined;
}

interface TermOption {
  /** Returns the term that the value sets, undefined for values that the option does not have. */
  readonly read: (value: string) => TokenTerms | undefined;
  readonly rule: string;
}

const OPTIONS: Readonly<Record<string, TermOption>> = {
  read_only: { read: (value) => termOf('isReadOnly', TRUTHS.get(value.toLowerCase())), rule: "is 'true' or 'false'" },
  ontologies: { read: (value) => termOf('ontologies', namesIn(value)), rule: 'are names with commas between them' },
  ttl: {
    read: (value) => termOf('ttlSeconds', readTokenTtl(value)),
    rule: 'is a number with s, m, h or d, at most 3650d',
  },
};

function termOf<Name extends keyof TokenTerms>(name: Name, value: TokenTerms[Name]): TokenTerms | undefined {
  return value === undefined ? undefined : { [name]: value };
}

/** Reads the options of CREATE TOKEN (docs/language.md, "Users and rights"). Rejects unknown options and values with account_bad_value (400). */
export function readTokenTerms(options: readonly Option[]): TokenTerms {
  checkOptions(options, Object.keys(OPTIONS));
  return options.reduce<TokenTerms>((terms, option) => ({ ...terms, ...readTerm(option) }), {});
}

function readTerm({ name, value }: Option): TokenTerms {
  const option = nameKey(name.name);
  const term = OPTIONS[option]?.read(value);
  if (term !== undefined) return term;
  throw new ServiceError('account_bad_value', `${option} ${OPTIONS[option]?.rule}`, { offset: name.at });
}

function namesIn(text: string): readonly string[] | undefined {
  const names = text.split(',').map((name) => name.trim());
  return names.includes('') ? undefined : names;
}
