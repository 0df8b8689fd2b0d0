import type { Expression, Literal, Reference } from '../../../model';
import { isBeyondDay, type Resolved } from '../../values';
import { binary, disjuncts, joinAll } from '../../tree';
import { columnKey } from '../facts/rejects-null';

type Value = Expression<Resolved>;

/** Constants of one type that a column may equal. */
interface Choice {
  readonly column: Reference<Resolved>;
  readonly items: readonly Literal[];
}

/**
 * Merges `x = a OR x = b OR x IN (...)` into one `x IN (...)`, also if other conditions are between them. Returns
 * undefined if there is nothing to merge.
 */
export function mergeChoices(condition: Value): Value | undefined {
  const parts = disjuncts(condition);
  if (parts.length < 2) return undefined;
  const merged = new Map<string, { readonly part: Value; readonly choices: Choice[] }>();
  parts.forEach((part, index) => {
    const choice = readChoice(part);
    const key =
      choice === undefined ? `${index}` : `${columnKey(choice.column.reference)} ${choice.items[0]?.type ?? ''}`;
    const known = merged.get(key) ?? { part, choices: [] };
    merged.set(key, known);
    if (choice !== undefined) known.choices.push(choice);
  });
  if (merged.size === parts.length) return undefined;
  const wholes = [...merged.values()].map(({ part, choices }) => asList(choices) ?? part);
  return joinAll(wholes, (left, right) => binary(left, 'or', right));
}

/** Merges several choices of one column into a list. */
function asList(choices: readonly Choice[]): Value | undefined {
  const [first, ...others] = choices;
  if (first === undefined || others.length === 0) return undefined;
  return { kind: 'in-list', operand: first.column, items: choices.flatMap(({ items }) => items), negated: false };
}

function readChoice(condition: Value | undefined): Choice | undefined {
  if (condition?.kind === 'in-list') {
    return condition.negated ? undefined : choiceOf(condition.operand, condition.items);
  }
  if (condition?.kind !== 'binary' || condition.operator !== '=') return undefined;
  return choiceOf(condition.left, [condition.right]) ?? choiceOf(condition.right, [condition.left]);
}

function choiceOf(column: Value, values: readonly Value[]): Choice | undefined {
  const items = values.filter((value) => value.kind === 'literal');
  const isOfOneType = items.every((item) => item.type === items[0]?.type && item.type !== 'null' && !isBeyondDay(item));
  return column.kind === 'reference' && items.length === values.length && isOfOneType ? { column, items } : undefined;
}
