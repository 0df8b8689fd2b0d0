import type { FilterCondition, FilterGroup } from './filter.ast';
import { getFilterOperator } from './filter-operators';
import { malformed, show } from './filter-refusals';

export type GroupPart = 'subj' | 'op' | 'comp' | 'conj';

/** The parts of each group as written, by group number. The unnumbered form is group 0. */
export type WrittenGroups = Map<number, Map<GroupPart, string>>;

const PARAMETER = /^_(?<part>subj|op|comp|conj)(?<number>0|[1-9][0-9]{0,8})?_$/;

/** Returns the part and the group number of a parameter of groups; undefined for other parameters. */
export function readGroupParameter(name: string): { readonly part: GroupPart; readonly number: number } | undefined {
  const match = PARAMETER.exec(name)?.groups;
  return match && { part: match.part as GroupPart, number: Number(match.number ?? 0) };
}

/** Returns the name of a parameter of groups. */
export function nameParameter(part: GroupPart, number: number): string {
  return `_${part}${number === 0 ? '' : number}_`;
}

/** The maximum number of groups: more than a URL within the limits needs, and few enough for recursion in later stages. */
const MOST_GROUPS = 500;

/** Returns the groups in ascending order of their numbers, which may have gaps. Rejects incomplete groups (docs/filters.md). */
export function parseGroups(written: WrittenGroups): readonly FilterGroup[] {
  if (written.size > MOST_GROUPS) throw malformed('_subj_', `a filter has at most ${MOST_GROUPS} groups`);
  const numbers = [...written.keys()].sort((a, b) => a - b);
  return numbers.map((number, index) => parseGroup(written, number, index === numbers.length - 1));
}

function parseGroup(written: WrittenGroups, number: number, isLast: boolean): FilterGroup {
  const parts = written.get(number);
  const nameOf = (part: GroupPart): string => nameParameter(part, number);
  const subject = parts?.get('subj');
  const operator = parts?.get('op');
  if (!subject) throw malformed(nameOf('subj'), 'this group has no subject', 'a subject is a property or a path');
  if (!operator) throw malformed(nameOf('op'), 'this group has no operator');
  return {
    subject,
    condition: parseCondition(operator, parts?.get('comp'), nameOf('comp')),
    conjunction: isLast ? 'and' : parseConjunction(parts?.get('conj') ?? 'and', nameOf('conj')),
  };
}

function parseCondition(operator: string, comparator: string | undefined, parameter: string): FilterCondition {
  const meaning = getFilterOperator(operator);
  if (meaning.comparator === 'text') {
    if (comparator === undefined) throw malformed(parameter, `the operator ${show(operator)} needs a comparator`);
    return meaning.read(comparator, parameter);
  }
  if (comparator) throw malformed(parameter, `the operator ${show(operator)} must not have a comparator`);
  return meaning.condition;
}

function parseConjunction(text: string, parameter: string): 'and' | 'or' {
  const conjunction = text.toLowerCase();
  if (conjunction !== 'and' && conjunction !== 'or') throw malformed(parameter, `${show(text)} is neither AND nor OR`);
  return conjunction;
}
