import { ServiceError, suggest } from '../../errors';
import { nameKey } from '../../model';
import { parsePath, printHop } from '../values';
import { isMultiValue, type NestingSource } from './element-names';
import type { ListOption } from './list-option.ast';

/** A list of nested rows: the elements that a step leads to, or the values of a property. */
export interface NestedList {
  /** Its path in the answer. */
  readonly member: string;
  /** The path of the step, or the name or path of the property. */
  readonly name: string;
  readonly isOfValues: boolean;
}

/** Returns the lists that these paths and multi-values become, outer ones first. */
export function findLists(paths: readonly string[], source: NestingSource): readonly NestedList[] {
  const lists = paths.flatMap((path): readonly NestedList[] => {
    const hops = parsePath(path)?.hops ?? [];
    const steps = hops.map((_, index) => {
      const within = hops.slice(0, index + 1);
      const member = within.map(({ relationship }) => relationship).join('.');
      return { member, name: within.map(printHop).join('.'), isOfValues: false };
    });
    return isMultiValue(path, source) ? [...steps, { member: memberOf(path), name: path, isOfValues: true }] : steps;
  });
  return [...new Map(lists.map((list) => [nameKey(list.name), list])).values()];
}

/** Returns the list of an option. Rejects a member that is not one list of the answer, with the nearest name. */
export function getList(option: ListOption, lists: readonly NestedList[], columns: readonly string[]): NestedList {
  const { member, at } = option;
  const isNamed = (name: string): boolean => nameKey(name) === nameKey(member);
  const [list, ...others] = lists.filter((known) => isNamed(known.member));
  if (list !== undefined && others.length === 0) return list;
  const members = [...new Set(lists.map((known) => known.member))];
  const known = `the lists are ${members.join(', ')}`;
  if (list !== undefined) {
    const steps = [list, ...others].map(({ name }) => `"${name}"`).join(' and ');
    throw new ServiceError('plan_invalid', `the list "${member}" unites the elements of ${steps}`, {
      hint: 'read the elements of one of these paths only',
      offset: at,
    });
  }
  if (columns.some((column) => isNamed(memberOf(column))))
    throw new ServiceError('plan_invalid', `"${member}" is not a list`, { hint: known, offset: at });
  const nearest = suggest(member, members);
  throw new ServiceError('plan_unknown_name', `there is no list "${member}" in the answer`, {
    hint: nearest === undefined ? known : `${nearest} ${known}`,
    offset: at,
  });
}

/** Returns the path of a column in the answer. */
function memberOf(column: string): string {
  const path = parsePath(column);
  if (path === undefined) return column;
  return [...path.hops.map(({ relationship }) => relationship), path.property].join('.');
}
