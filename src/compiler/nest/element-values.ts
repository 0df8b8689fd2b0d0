import { ServiceError, suggest } from '../../errors';
import { type Expression, nameKey, type Written } from '../../model';
import { rewriteChildren } from '../tree';
import { isAggregateCall, parsePath, printHop } from '../values';
import { isMultiValue, type NestingSource } from './element-names';
import type { NestedList } from './find-lists';
import { nameOf } from './read-names';

type Node = Expression<Written>;

/** The statement whose lists are cut: the paths that its answer contains, and the table that it reads. */
export interface ListContext {
  readonly paths: readonly string[];
  readonly source: NestingSource;
}

/** Returns the path of the step that a path ends at. */
export function stepOf(path: string): string {
  return (parsePath(path)?.hops ?? []).map(printHop).join('.');
}

/**
 * Returns a condition on the elements of a list as one on the rows of the statement. Rejects aggregates, measures, window functions and
 * names of which an element can have several values.
 */
export function conditionOfRows(condition: Node, list: NestedList, context: ListContext): Node {
  const rewrite = {
    expression: (node: Node): Node => {
      if (node.kind === 'reference') return readName(node, list, context);
      if (node.kind === 'call' && (node.over !== undefined || isAggregateCall(node))) throw ofRows(node.name, node.at);
      return rewriteChildren(node, rewrite);
    },
    query: <Q>(query: Q): Q => query,
  };
  return rewrite.expression(condition);
}

/** Returns the name of a value of the elements of a list as a reference in the statement. */
export function valueOfRows(name: string, list: NestedList, context: ListContext, at?: number): Node {
  const path = pathOf(name, list, context, at);
  return { kind: 'reference', reference: { parts: [{ name: path, at }], at } };
}

function readName(node: Extract<Node, { kind: 'reference' }>, list: NestedList, context: ListContext): Node {
  const { parts, quote, at } = node.reference;
  const name = nameOf(parts);
  if (/^measure\./i.test(name)) throw ofRows('a measure', at);
  if (parts.length > 1)
    throw new ServiceError('plan_unknown_name', `an element has no table "${parts[0]?.name ?? ''}"`, {
      hint: 'write the name of a property alone, and a path as one name in backticks',
      offset: at,
    });
  if (quote !== undefined && !isKnown(name, list, context))
    return { kind: 'literal', type: 'string', text: name, ...(at !== undefined && { at }) };
  return valueOfRows(name, list, context, at);
}

function pathOf(name: string, list: NestedList, context: ListContext, at: number | undefined): string {
  const members = membersOf(list, context);
  const shown = members.get(nameKey(name));
  if (shown !== undefined) return shown;
  const concept = conceptOf(list, context);
  if (concept === undefined)
    throw new ServiceError('plan_unknown_name', `the elements of "${list.member}" have no value "${name}"`, {
      hint: suggest(name, members.keys()) ?? `their values are ${[...members.keys()].join(', ')}`,
      offset: at,
    });
  if (concept.hasSeveralValues(name))
    throw new ServiceError('plan_invalid', `an element of "${list.member}" can have several values of "${name}"`, {
      hint: 'a list within the list has options of its own',
      offset: at,
    });
  return `${list.name}.${concept.fullPath(name)}`;
}

function isKnown(name: string, list: NestedList, context: ListContext): boolean {
  return membersOf(list, context).has(nameKey(name)) || conceptOf(list, context)?.hasName(name) === true;
}

function conceptOf(list: NestedList, { source }: ListContext): ReturnType<NonNullable<NestingSource['conceptOf']>> {
  const end = list.isOfValues ? undefined : parsePath(`${list.name}.entity_id`)?.hops.at(-1);
  return end && source.conceptOf?.(end.concept);
}

/** Returns the single values of the elements that the answer contains, by the key of their name. */
function membersOf(list: NestedList, { paths, source }: ListContext): ReadonlyMap<string, string> {
  if (list.isOfValues) return new Map([[nameKey(parsePath(list.name)?.property ?? list.name), list.name]]);
  const step = nameKey(list.name);
  const own = paths.filter((path) => nameKey(stepOf(path)) === step && !isMultiValue(path, source));
  return new Map(own.toReversed().map((path) => [nameKey(parsePath(path)?.property ?? ''), path]));
}

function ofRows(what: string, offset: number | undefined): ServiceError {
  return new ServiceError('plan_invalid', `${what} is not allowed in a condition on elements`, {
    hint: 'the condition reads one element at a time',
    offset,
  });
}
