import { suggest } from '../../errors';
import { SELECTABLE_FORMATS } from '../../model';
import type { Filter, FilterOrder } from './filter.ast';
import { malformed, show } from './filter-refusals';
import { parseList } from './parse-list';
import { parseTextCondition } from './parse-text-condition';

/** The settings of the parameters other than groups and options of lists (docs/filters.md). */
export type FilterOptions = Omit<Filter, 'groups' | 'lists' | 'instance'>;

type OptionName =
  | '_select_'
  | '_where_'
  | '_distinct_'
  | '_having_'
  | '_order_'
  | '_limit_'
  | '_offset_'
  | '_after_'
  | '_count_'
  | '_format_'
  | '_explain_'
  | '_typed_'
  | 'nested';

/** More than a URL is long, so that an offset shows which condition it is in. */
const BASE_OF_HAVING = 100_000;

type ReadOption = (text: string, parameter: string) => Partial<FilterOptions>;

const OPTIONS = {
  _select_: (text, parameter) => ({ select: parseList(text, parameter) }),
  _where_: (text, parameter) => ({ where: parseTextCondition(text, parameter) }),
  _distinct_: (text, parameter) => ({ distinct: parseFlag(text, parameter) }),
  _having_: (text, parameter) => ({ having: parseTextCondition(text, parameter, BASE_OF_HAVING) }),
  _order_: (text, parameter) => ({ order: parseList(text, parameter).map(readOrder) }),
  _limit_: (text, parameter) => ({ limit: readCount(text, parameter) }),
  _offset_: (text, parameter) => ({ offset: readCount(text, parameter) }),
  _after_: (text) => ({ after: text }),
  _count_: (text, parameter) => ({ count: readChoice(text, ['exact', 'estimate'] as const, parameter) }),
  _format_: (text, parameter) => ({ format: readChoice(text, SELECTABLE_FORMATS, parameter) }),
  _explain_: (text, parameter) => ({ explain: parseFlag(text, parameter) }),
  _typed_: (text, parameter) => ({ typed: parseFlag(text, parameter) }),
  nested: (text, parameter) => ({ nested: parseFlag(text, parameter) }),
} satisfies Record<OptionName, ReadOption>;

/** The parser of each parameter other than the groups. */
export const FILTER_OPTIONS: ReadonlyMap<string, ReadOption> = new Map<string, ReadOption>(Object.entries(OPTIONS));

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** Parses `true`, `false`, `1` or `0` in any letter case. The `nested` header has the same syntax (docs/http-api.md). */
export function parseFlag(text: string, parameter: string): boolean {
  const flag = FLAGS.get(text.toLowerCase());
  if (flag === undefined) throw malformed(parameter, `${show(text)} is not one of true, false, 1, 0`);
  return flag;
}

export function readOrder(item: string): FilterOrder {
  return item.startsWith('-') ? { subject: item.slice(1), descending: true } : { subject: item, descending: false };
}

export function readCount(text: string, parameter: string, of = 'rows'): number {
  const count = Number(text);
  if (!/^[0-9]+$/.test(text) || !Number.isSafeInteger(count)) {
    throw malformed(parameter, `${show(text)} is not a whole number of ${of}`);
  }
  return count;
}

function readChoice<Choice extends string>(text: string, choices: readonly Choice[], parameter: string): Choice {
  const choice = choices.find((one) => one === text.toLowerCase());
  if (choice === undefined)
    throw malformed(parameter, `${show(text)} is not one of ${choices.join(', ')}`, suggest(text, choices));
  return choice;
}
