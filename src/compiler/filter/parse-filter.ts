import { ServiceError, suggest } from '../../errors';
import type { Filter } from './filter.ast';
import { FILTER_OPTIONS, type FilterOptions, parseFlag } from './filter-options';
import { malformed, show } from './filter-refusals';
import { isListParameter, readListParameters } from './list-options';
import { type GroupPart, parseGroups, readGroupParameter, type WrittenGroups } from './parse-groups';

const ACCEPTED = ['_subj_', '_op_', '_comp_', '_conj_', ...FILTER_OPTIONS.keys()];
const DEFAULTS: FilterOptions = { order: [], explain: false, typed: false, nested: false, distinct: false };

/**
 * Returns the filter for the decoded parameters of a URL (docs/filters.md). Every parameter must be known and occur
 * once. `nestedHeader` is the request header `nested`; the parameter of that name overrides it.
 */
export function parseFilter(pairs: readonly (readonly [string, string])[], nestedHeader?: string): Filter {
  const groups: WrittenGroups = new Map();
  const options: Partial<FilterOptions>[] =
    nestedHeader === undefined ? [] : [{ nested: parseFlag(nestedHeader, 'header nested') }];
  const seen = new Set<string>();
  const lists: (readonly [string, string])[] = [];
  for (const [name, text] of pairs) {
    if (seen.has(name)) throw malformed(show(name), 'this parameter occurs twice');
    seen.add(name);
    const readOption = FILTER_OPTIONS.get(name);
    if (readOption !== undefined) options.push(readOption(text, name));
    else if (isListParameter(name)) lists.push([name, text]);
    else addToGroup(groups, name, text);
  }
  const filter = { groups: parseGroups(groups), ...(Object.assign({}, DEFAULTS, ...options) as FilterOptions) };
  return check(lists.length === 0 ? filter : { ...filter, lists: readListParameters(lists) });
}

function addToGroup(groups: WrittenGroups, name: string, text: string): void {
  const parameter = readGroupParameter(name);
  if (parameter === undefined) throw unknownParameter(name);
  const { part, number } = parameter;
  const group = groups.get(number) ?? new Map<GroupPart, string>();
  if (group.has(part)) throw malformed(name, `_${part}_ and _${part}0_ are the same parameter`);
  groups.set(number, group.set(part, text));
}

function unknownParameter(name: string): ServiceError {
  const nearest = suggest(name.replace(/[0-9]+_$/, '_'), ACCEPTED);
  const accepted = `accepted parameters: ${ACCEPTED.join(', ')}, and _subj1_, _op1_, ... for further groups; _limit_[list], _order_[list], _where_[list] with nested=true`;
  return new ServiceError('filter_unknown_parameter', `there is no parameter ${show(name)}`, {
    hint: nearest === undefined ? accepted : `${nearest} ${accepted}`,
  });
}

function check(filter: Filter): Filter {
  if (filter.after !== undefined && filter.offset !== undefined) {
    throw malformed('_after_', 'a cursor already determines where the page begins', 'omit _offset_');
  }
  const [list] = filter.lists ?? [];
  if (list !== undefined && !filter.nested)
    throw malformed(list.parameter, 'only nested answers have lists', 'add nested=true');
  return filter;
}
