import type { Filter, FilterCondition, FilterForm, FilterGroup } from './filter.ast';
import { nameParameter, readGroupParameter } from './parse-groups';
import { parseList } from './parse-list';

/** A filter with more values is rarely repeated with others. */
const MOST_VALUES = 200;

/**
 * Returns the form of a filter that was parsed from these parameters. Undefined if it is not worth it, and where more than
 * the conditions depends on the values: a cursor belongs to one filter only. `_distinct_` may change the order of the values.
 */
export function formOf(filter: Filter, pairs: readonly (readonly [string, string])[]): FilterForm | undefined {
  if (filter.after !== undefined || filter.explain || filter.distinct) return undefined;
  if (valuesOf(filter.groups).length > MOST_VALUES) return undefined;
  const parameters = pairs.map(([name]) => readGroupParameter(name)).filter((parameter) => parameter !== undefined);
  const numbers = [...new Set(parameters.map(({ number }) => number))].sort((a, b) => a - b);
  const places = parameters
    .filter(({ part }) => part === 'comp')
    .map(({ number }, place) => ({ number, group: numbers.indexOf(number), place }))
    .sort((a, b) => a.group - b.group);
  // copies then only replace properties: on Node.js 20, adding a property to a copy is slow
  return { example: { ...filter, instance: undefined }, places };
}

/**
 * Returns the filter of a form with other values, in the order of the URL. It is the filter that `parseFilter` returns, with
 * its form. Undefined where these values make another form.
 */
export function fillForm(form: FilterForm, texts: readonly string[]): Filter | undefined {
  const { example, places } = form;
  if (texts.length !== places.length) return undefined;
  const groups = example.groups.slice();
  for (const { group, number, place } of places) {
    const known = groups[group];
    const condition = known && fillCondition(known.condition, texts[place] ?? '', number);
    if (known === undefined || condition === undefined) return undefined;
    groups[group] = { subject: known.subject, condition, conjunction: known.conjunction };
  }
  return { ...example, groups, instance: { form, values: valuesOf(groups) } };
}

function fillCondition(condition: FilterCondition, text: string, group: number): FilterCondition | undefined {
  switch (condition.kind) {
    case 'compare':
      return { kind: 'compare', operator: condition.operator, value: text };
    case 'like':
      return { kind: 'like', negated: condition.negated, pattern: text };
    case 'in': {
      const values = parseList(text, nameParameter('comp', group));
      return values.length === condition.values.length ? { kind: 'in', negated: condition.negated, values } : undefined;
    }
    case 'null':
      return text === '' ? condition : undefined;
  }
}

/** Returns the values of conditions in the order of the literals of `lowerFilter`. */
function valuesOf(groups: readonly FilterGroup[]): readonly string[] {
  const values: string[] = [];
  for (const { condition } of groups) {
    if (condition.kind === 'compare') values.push(condition.value);
    else if (condition.kind === 'like') values.push(condition.pattern);
    else if (condition.kind === 'in') values.push(...condition.values);
  }
  return values;
}
